import CassetteStore
import ExchangeModel
import Notation
import Redactors
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let recipeToRun = Argument<String>("recipe", .word("NAME"), "The name or file of the recipe")
    static let parameter = Flag<[String]>("param", .parameter, mayRepeat: true, "Set a parameter")
    static let params = Flag<String>("params", .file, "Read parameters from this file, a JSON object")
    fileprivate static let recipePlan = Flag<Bool>("plan", "Send reads, show writes, and change nothing")
    static let recordsTape = Flag<Bool>(
        "record", "Record the recipe's tape, sessions/NAME.cassette, again; a success replaces the old one")
    static let extend = Flag<Bool>("extend", "Replay the recipe's tape, and record what it lacks")
    fileprivate static let goOn = Flag<Bool>("go-on", "Continue after a step whose expectations fail")
    fileprivate static let quiet = Flag<Bool>("quiet", "Show only failures and the summary")
}

extension Command {
    static let recipeRun = Command(
        "recipe run",
        arguments: [
            .recipeToRun,
            Argument<[String]>("values", .assignment(of: .member), .repeated, "A parameter and its value"),
        ], flags: [.parameter, .params, .recipePlan, .recordsTape, .extend, .goOn, .quiet],
        rules: [.atMostOne([.recipePlan, .recordsTape, .extend])],
        traits: Traits(
            tape: { arguments in
                guard arguments[.extend] || arguments[.recordsTape] else { return nil }
                return OwnTape(Recipe.name(ofFile: arguments[.recipeToRun] ?? ""), extends: arguments[.extend])
            }, inRecipes: .never("runs a recipe, which a block with use FILE does"))
    ) { run in
        let arguments = run.arguments
        let recipe = try await run.readRecipe(arguments[.recipeToRun] ?? "")
        var book = RecipeLoader(main: recipe)
        try await book.read(run)
        let recipes = book.recipes
        var trusts = false
        if RecipeGuard.needsTrust(recipes.values) { trusts = try await isTrusted(run) }
        let plans = arguments[.recipePlan]
        try RecipeGuard(recipes: recipes, main: recipe, instance: run.instance, trusts: trusts, plans: plans).check()
        if !recipe.writes.isEmpty, !plans { try await allowWrites(recipe, run, arguments) }
        let parameters = try await run.recipeParameters(recipe)

        guard let tee = run.tee else { throw Problem(.internal, "A recipe runs as a command only.") }
        let report = RecipeReport(
            tee, isQuiet: arguments[.quiet], inspection: { await run.inspectionHints(for: recipe) },
            progress: run.progress,
            say: { [run] problem in run.text(ofStep: problem) },
            tape: { [host = run.host, path = run.slot.path] in
                path.flatMap { try? host.tapes.play($0) }
            })
        let gate = RecipeGate(run.instance, plans: plans), watch = StepObserver()
        let log = run.options.log as? RecipeRunLog
        let stepContext = StepContext(outer: run.number, watch: watch, isTaped: run.usesTapedFiles) {
            GatedTransport(next: $0, gate: gate, watch: watch)
        }
        let deck = try run.openDeck()
        var settings = SessionSettings()
        for name in ["timeout", "max-body"] { settings.set(name, to: run.settings.values[name]) }
        if run.settings.wide == nil { settings.set("wide", to: run.settings["wide"]) }
        let host = run.host.confined(
            to: RecipeFolder(of: recipe.path), trusts: trusts, plans: plans, standardOutput: report.output,
            standardError: report.errors)
        // It takes only the instance from the user's session, so that a recipe runs the same for everyone.
        let steps = stepSession(
            of: run, on: host, settings, zone: run.zone.map { _ in .utc }, allowWrites: run.shortName, stepContext)
        await steps.learnReferences(run.typedReferences)
        let runner = RecipeRunner(
            recipe, recipes, parameters: parameters, session: steps, stepContext, gate: gate,
            continuesAfterFailure: arguments[.goOn] || log?.continuesAfterFailure == true, isTaken: log != nil, report,
            deck: deck,
            clock: run.host.clock, maxCommands: run.options.maxRecipeCommands,
            resolve: { [run, main = recipe] recipe, given in
                try await run.usedParameters(recipe, given, below: main)
            })
        run.recipeTape?.hasBegun = true
        var status = await interruptible(run) { await runner.runSteps() }
        // The first interrupt ends the steps and still cleans up; the second ends the cleanup.
        let cleanup = await interruptible(run, outlivesCommand: true) { await runner.cleanUp() }
        if status == 0 { status = cleanup }
        let ended = await runner.ended(with: status)
        log?.add(ended)
        await run.takeOver(from: steps)
        run.notes.add(RecipeReport.summary(ended, isPlan: plans))
        var result = CommandResult(.none)
        result.exitStatus = status
        return result
    }
}

/// Whether `--trust` was given. It is recorded as an input, so a replay decides as the recording did. A tape from before
/// a command needed trust lacks it, and its replay creates no files.
private func isTrusted(_ run: isolated Run) async throws -> Bool {
    do {
        return try await run.input(.setting, "trust") { [options = run.options] in
            options.trust ? "true" : ""
        } == "true"
    } catch TapeError.noInput where run.slot.isPlaying {
        return true
    }
}

/// Runs an operation that Ctrl-C ends while the command continues.
func interruptible(
    _ run: isolated Run, outlivesCommand: Bool = false, _ body: @escaping @Sendable () async -> Int32
) async -> Int32 {
    let end = EndSignal()
    run.running.gentleEnd = end
    let work = Task.detached(executorPreference: run.options.executor) { await body() }
    let watch = Task.detached {
        await end.wait()
        work.cancel()
    }
    defer {
        run.running.gentleEnd = nil
        watch.cancel()
    }
    if outlivesCommand { return await work.value }
    return await withTaskCancellationHandler {
        await work.value
    } onCancel: {
        end.signal()
    }
}

/// Rejects a recipe that writes without permission.
private func allowWrites(_ recipe: Recipe, _ run: isolated Run, _ arguments: BoundArguments) async throws {
    let declared = Phrase.listed(recipe.writes.map(\.name), joinedBy: "and")
    if run.writeGuard == .readOnly {
        throw ReadOnlyTransport.refusal(of: run.profile?.name ?? run.shortName, "\(recipe.path) changes \(declared).")
    }
    // A profile for the sandbox's address may be stricter.
    if run.isSandbox, run.writeGuard == .open {
        run.warnAboutSandboxLoss()
        return
    }
    let own = arguments[.allowWrites]
    let allowed = try await run.input(.setting, "allow-writes") { [options = run.options] in
        own ?? options.allowWrites ?? ""
    }
    if run.names(run.instance, allowed) { return }
    throw Problem(
        .guardRefused,
        allowed.isEmpty
            ? "\(recipe.path) changes \(declared), and this is \(run.shortName): nothing was run."
            : "--allow-writes names \(allowed), and this is \(run.shortName): nothing was run.",
        hints: ["--allow-writes \(run.shortName)", "--plan shows what it would change."])
}

/// The session of the steps, on the same tape.
func stepSession(
    of run: isolated Run, on host: HostEnvironment, _ settings: SessionSettings, zone: ZoneRule?, allowWrites: String?,
    _ stepContext: StepContext
) -> ShellSession {
    var options = SessionOptions(
        settings: settings, instance: run.instance, signIn: run.signIn, sandbox: run.options.sandbox,
        sandboxUser: run.options.sandboxUser, slot: run.slot,
        allowWrites: allowWrites, trust: run.options.trust, version: run.options.version,
        seed: run.options.seed)
    options.profile = run.profile
    options.executor = run.options.executor
    options.step = stepContext
    options.zone = zone
    return ShellSession(host: host, options: options)
}

extension Run {
    nonisolated func text(ofStep problem: Problem) -> String {
        Redaction(secrets: host.secrets).redactText(ProblemText.lines(problem))
    }

    /// How to inspect a failed step. The tape in the deck, and whether the run ends with it, are recorded as inputs, so
    /// a replay reports the same.
    func inspectionHints(for recipe: Recipe) async -> InspectionHints {
        let named = recipe.path == recipePath(recipe.name) ? recipe.name : recipe.path
        let path = recipeTape?.path ?? slot.path
        let isOwn = path == host.tapes.path(recipe.name)
        let alone = options.isSingleCommand ? path ?? "" : ""
        let said = try? await input(.setting, "looking") { (isOwn ? "own\n" : "\n") + alone }
        let parts = (said ?? "own\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let tape = parts.count > 1 ? parts[1] : ""
        return InspectionHints(recipe: named, tape: tape.isEmpty ? nil : tape, isOwnTape: parts.first == "own")
    }

    /// The parameters of the named recipe; file paths are relative to its folder.
    func recipeParameters(_ recipe: Recipe) async throws -> [String: String] {
        let given = try await RecipeParameters.given(to: recipe, in: self)
        return try await usedParameters(recipe, given, below: recipe)
    }

    /// The parameters of a used recipe, or of any recipe they are passed to.
    func usedParameters(
        _ recipe: Recipe, _ given: [String: String], below main: Recipe
    ) async throws -> [String: String] {
        var values = try await RecipeParameters.resolve(recipe, given: given, in: self)
        // Steps name files relative to the folder of the named recipe.
        for parameter in recipe.parameters where parameter.kind == .file {
            if let path = values[parameter.name], path.hasPrefix(main.folder) {
                values[parameter.name] = String(path.dropFirst(main.folder.count))
            }
        }
        return values
    }

    /// Takes over what the steps changed, each as a step of undo.
    func takeOver(from steps: ShellSession) async {
        undos += await steps.undos
        if await steps.connection.hasStaleRecords { recordsAreStale() }
    }
}
