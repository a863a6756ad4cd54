import CassetteStore
import ExchangeModel
import Notation
import TapeDeck
import Tapes
import Workbench

/// Runs a recipe's steps in order, in a separate session on the outer command's tape.
actor RecipeRunner {
    /// The variables of a recipe; a used recipe has its own.
    final class Scope {
        let recipe: Recipe
        var variables: [String: String]
        /// Variables that a planned step would have captured.
        var unknown: Set<String> = []

        init(_ recipe: Recipe, _ variables: [String: String]) {
            self.recipe = recipe
            self.variables = variables
        }
    }

    /// Ends the run after a failure or an interruption.
    struct Stop: Error {
        var status: Int32
    }

    private static let interrupted = Problem.Kind.interrupted.exitStatus
    /// The most commands of a run, including loops and retries.
    let maxCommands: Int
    let recipes: [String: Recipe]
    let session: ShellSession
    let stepContext: StepContext
    let report: RecipeReport
    let deck: any Deck
    /// The machine's clock, to time steps.
    let clock: any Clock
    /// Checks the parameters of a used recipe.
    let resolve: @Sendable (Recipe, [String: String]) async throws -> [String: String]
    var run: RecipeRun
    let main: Scope
    /// The scopes that have begun, which need cleanup in reverse order.
    private var begun: [Scope] = []
    var commands = 0
    let gate: RecipeGate
    /// Whether to continue after a step whose expectations fail.
    let continuesAfterFailure: Bool
    /// Whether a `RecipeRunLog` collects the run to show it.
    let isTaken: Bool

    init(
        _ recipe: Recipe, _ recipes: [String: Recipe], parameters: [String: String], session: ShellSession,
        _ stepContext: StepContext, gate: RecipeGate, continuesAfterFailure: Bool, isTaken: Bool,
        _ report: RecipeReport, deck: any Deck, clock: any Clock, maxCommands: Int,
        resolve: @escaping @Sendable (Recipe, [String: String]) async throws -> [String: String]
    ) {
        self.recipes = recipes
        self.session = session
        self.stepContext = stepContext
        self.gate = gate
        self.continuesAfterFailure = continuesAfterFailure
        self.isTaken = isTaken
        self.report = report
        self.deck = deck
        self.clock = clock
        self.resolve = resolve
        self.maxCommands = maxCommands
        main = Scope(recipe, parameters)
        run = RecipeRun(recipe)
        let secrets = recipe.parameters.filter { $0.kind == .secret }.map(\.name)
        run.parameters = parameters.filter { !secrets.contains($0.key) }
    }

    /// Runs everything but the cleanup blocks. Returns the exit status.
    func runSteps() async -> Int32 {
        do {
            try await perform(main)
            // A run that continues after failures still fails in the end.
            if let failed = run.steps.first(where: { !$0.holds }) { run.exitStatus = failed.failureStatus }
        } catch {
            run.exitStatus = status(of: error)
        }
        return run.exitStatus
    }

    /// Runs all cleanup blocks, even after failures. Returns the first failure's status.
    func cleanUp() async -> Int32 {
        var first: Int32 = 0
        var hasHeading = false
        for scope in begun.reversed() {
            for block in scope.recipe.blocks where block.isCleanup {
                if !hasHeading { report.line("cleanup") }
                hasHeading = true
                do {
                    try await perform(block, in: scope, keepsGoing: true)
                } catch {
                    let status = status(of: error)
                    if first == 0 { first = status }
                    // Decided by the status, not by the task, so that a replay ends where the recording did.
                    if status == Self.interrupted { return status }
                }
            }
        }
        if run.exitStatus == 0 { run.exitStatus = first }
        return first
    }

    /// The variables after the steps.
    var variables: [String: String] { main.variables }

    func ended(with status: Int32) -> RecipeRun {
        run.exitStatus = status
        run.changes = gate.counts
        return run
    }

    private func status(of error: any Error) -> Int32 {
        if let stop = error as? Stop { return stop.status }
        let problem = ProblemMapper.problem(error)
        report.problem(problem)
        return problem.exitStatus
    }

    private func perform(_ scope: Scope) async throws {
        begun.append(scope)
        for block in scope.recipe.blocks where !block.isCleanup {
            try await perform(block, in: scope, keepsGoing: false)
        }
    }

    private func perform(_ block: RecipeBlock, in scope: Scope, keepsGoing: Bool) async throws {
        guard let loop = block.loop else { return try await performOnce(block, in: scope, keepsGoing) }
        let said = "for \(loop.variable) in \(loop.command)"
        if gate.plans || block.isCleanup, let missing = missing(in: loop.command, scope) {
            return report.skipped(said, missing, isPlan: gate.plans)
        }
        let elements = try await elements(of: loop, block, scope)
        if !gate.isOpen {
            report.line("\(said): \(Phrase.counted(elements.count, loop.list == nil ? "record" : "value"))")
        }
        let before = scope.variables
        for element in elements {
            let own = RecipeRunner.flattened(element, under: loop.variable)
            scope.variables.merge(own) { $1 }
            defer { for name in own.keys { scope.variables[name] = before[name] } }
            if gate.isOpen { try await begin("\(loop.variable) = \(SingleLine.of(element.plainText, limit: 60))") }
            try await performOnce(block, in: scope, keepsGoing)
        }
    }

    /// Begins a round of a typed loop. An interruption between two rounds is recorded and replayed.
    private func begin(_ round: String) async throws {
        _ = try await deck.input(.setting, "round") {
            try Task.checkCancellation()
            return []
        }
        report.note(round)
    }

    private func elements(of loop: RecipeBlock.Loop, _ block: RecipeBlock, _ scope: Scope) async throws -> [JSON] {
        func problem(_ message: String, _ hints: [String]) -> Problem {
            let problem = Problem(.usage, message, hints: hints)
            return gate.isOpen
                ? problem : problem.located(in: scope.recipe.path, line: loop.line, command: loop.command)
        }
        if let name = loop.list {
            if let list = scope.variables[name].map(VariableList.init) {
                guard let list else {
                    throw problem("{{\(name)}} is not a list.", ["=> \(name) = .[].number captures one."])
                }
                return list.elements
            }
            throw problem(
                "There is no variable {{\(name)}}.", DidYouMean.hints(for: name, among: scope.variables.keys.sorted()))
        }
        let step = RecipeStep(command: loop.command, line: loop.line)
        let result = try await command(step, block, scope, isShown: false)
        if result.exitStatus != 0 { try await fail(result, scope) }
        guard let records = result.value.map(RecipeRunner.records) else {
            throw problem(
                "\(loop.command) gives no records to go through.",
                loop.command.contains("--all") ? ["-n NUMBER in place of --all, which keeps no rows."] : [])
        }
        return records
    }

    private func performOnce(_ block: RecipeBlock, in scope: Scope, _ keepsGoing: Bool) async throws {
        try Task.checkCancellation()
        if let condition = block.condition {
            let said = "if \(condition.left) \(condition.test.spelling)"
            if gate.plans,
                let name = RecipeTemplate(condition.left).variables.map(\.name).first(where: scope.unknown.contains)
            {
                return report.skipped(said, name, isPlan: true)
            }
            guard holds(condition, scope) else {
                // Skipped iterations count, too, so that every loop ends.
                try count(said, line: condition.line, scope)
                return report.line("\(said): not met, skipped")
            }
        }
        if let use = block.use { return try await perform(use, in: scope) }
        var failed: Stop?
        for step in block.steps {
            do {
                try await perform(step, block, scope)
            } catch let stop as Stop where keepsGoing && stop.status != Self.interrupted {
                failed = failed ?? stop
            }
        }
        if let failed { throw failed }
    }

    private func holds(_ condition: RecipeBlock.Condition, _ scope: Scope) -> Bool {
        let template = RecipeTemplate(condition.left)
        let isKnown = template.firstUnknown { scope.variables[$0] } == nil
        let text = template.expanded { scope.variables[$0] }
        return condition.test.holds(of: isKnown ? .string(text) : nil, scope.variables)
    }

    private func perform(_ use: RecipeBlock.Use, in scope: Scope) async throws {
        let path = try RecipeLoader.path(of: use, from: scope.recipe.path, below: main.recipe.path)
        guard let recipe = recipes[path] else { throw Problem(.internal, "The recipe \(path) was not read.") }
        var given: [String: String] = [:]
        for argument in use.arguments {
            let template = RecipeTemplate(argument.value)
            if let unknown = template.firstUnknown({ scope.variables[$0] }) {
                guard !gate.plans else {
                    report.skipped("use \(use.path)", unknown.name, isPlan: true)
                    for taking in use.captures { scope.unknown.insert(taking.name) }
                    return
                }
                throw Problem(.usage, "There is no variable {{\(unknown.name)}}.")
                    .located(in: scope.recipe.path, line: use.line, command: "use \(use.path)")
            }
            given[argument.name] = template.expanded { scope.variables[$0] }
        }
        report.line("use \(use.path): \(recipe.goal)")
        let inner = Scope(recipe, try await resolve(recipe, given))
        try await perform(inner)
        for taking in use.captures {
            if let value = inner.variables[taking.source] {
                scope.variables[taking.name] = value
            } else if gate.plans {
                scope.unknown.insert(taking.name)
            } else {
                throw Problem(.usage, "\(use.path) keeps nothing under the name \(taking.source).")
                    .located(in: scope.recipe.path, line: use.line, command: "use \(use.path)")
            }
        }
    }
}

/// Running a step: its command, once or until a condition holds, and its expectations.
extension RecipeRunner {
    func perform(_ step: RecipeStep, _ block: RecipeBlock, _ scope: Scope) async throws {
        let isCleanup = block.isCleanup
        if gate.plans || isCleanup, let missing = missing(in: step.command, scope) {
            report.skipped("> \(step.command)", missing, isPlan: gate.plans)
            if gate.plans, let invocation = try? Parser.parse(step.command) {
                planFiles(of: LineEffects.of(invocation, variables: Expansion(scope.variables)), invocation)
            }
            learnUnknown(step, scope)
            run.skipped += 1
            return
        }
        if !gate.isOpen { report.step(step.command) }
        var result = try await command(step, block, scope, isShown: step.retry == nil)
        if gate.plans {
            report.planned(gate.planned, typed: await session.typedReferences)
            result.isPlanned = gate.planned.contains { !$0.isSent }
            if result.isPlanned || result.exitStatus != 0 { learnUnknown(step, scope) }
            // The output goes to the file, or tells of it.
            if !result.isPlanned, result.exitStatus != 0 || !result.isForFiles { report.output(result) }
            // Expectations may depend on a change that was not made.
            return run.steps.append(result)
        }
        if let retry = step.retry {
            result = try await repeated(step, retry, block, scope, result)
            report.output(result)
        }
        run.held += result.judge(scope.variables)
        if result.holds { return run.steps.append(result) }
        try await end(with: result, scope)
    }

    func fail(_ result: StepResult, _ scope: Scope) async throws {
        var result = result
        report.step(result.step.command)
        report.output(result)
        _ = result.judge(scope.variables)
        try await end(with: result, scope)
    }

    private func end(with failed: StepResult, _ scope: Scope) async throws {
        var result = failed
        result.exchanges = RecipeReport.exchanges(of: result.command, deck, report.tape)
        run.steps.append(result)
        let continues = continuesAfterFailure && (result.exitStatus == 0 || gate.isOpen)
        // A caller that collects the run shows failures itself, and so does a typed command.
        if gate.isOpen {
            if !continues { throw Stop(status: result.exitStatus) }
        } else if !continues || !isTaken {
            await report.failed(result, of: scope.recipe)
        }
        if continues { return }
        throw Stop(status: result.failureStatus)
    }

    private func repeated(
        _ step: RecipeStep, _ retry: RecipeStep.Retry, _ block: RecipeBlock, _ scope: Scope, _ first: StepResult
    ) async throws -> StepResult {
        var result = first
        var tries = 0
        while let failure = result.failure(of: retry.until, scope.variables) {
            let isOver = [Problem.Kind.tape, .usage, .internal, .guardRefused, .interrupted].map(\.exitStatus)
                .contains(result.exitStatus)
            if tries == retry.limit || isOver {
                result.failures.append(
                    StepFailure(line: retry.line, text: retry.text, expected: failure.expected, actual: failure.actual))
                return result
            }
            tries += 1
            report.progress("waiting \(retry.pause.text) (\(tries) of \(retry.limit))")
            try await wait(retry.pause)
            report.progress("")
            result = try await command(step, block, scope, isShown: false)
        }
        return result
    }

    /// Waits by the deck's clock, which takes no time in a replay. An interruption is recorded and replayed.
    private func wait(_ pause: Timespan) async throws {
        do {
            _ = try await deck.input(.setting, "wait") { [deck] in
                try await deck.clock.sleep(microseconds: pause.microseconds)
                return []
            }
        } catch let error as TapeError where error.miss == nil {
            // The tape is from before this pause was added.
        }
    }

    /// Runs one command and returns its result.
    func command(_ step: RecipeStep, _ block: RecipeBlock, _ scope: Scope, isShown: Bool) async throws -> StepResult {
        try Task.checkCancellation()
        try count(step.command, line: step.line, scope)
        // Values of variables are known now.
        var isTaped = true, isForFiles = false
        if !gate.isOpen, let invocation = try? Parser.parse(step.command) {
            isTaped = (try? CommandTable.match(invocation).command.traits.isRecorded) ?? true
            let effects = LineEffects.of(invocation, variables: Expansion(scope.variables))
            do throws(Problem) {
                try RecipeGuard.declare(effects, in: main.recipe, step.command)
                try gate.reach(invocation, Expansion(scope.variables))
            } catch {
                throw error.located(in: scope.recipe.path, line: step.line, command: step.command)
            }
            // A document in a file is limited to the declared tables, and to scripts of its API if those are declared.
            let declared = main.recipe.writes.map(\.name).filter { !["journal", "attachment", "page"].contains($0) }
            gate.begin(Set(effects.changes.flatMap { $0.name.map { [$0] } ?? declared }))
            if gate.plans {
                planFiles(of: effects, invocation)
            } else {
                try await admit(effects.files, step, scope)
            }
            isForFiles = invocation.destination != nil || !effects.files.isEmpty
        }
        report.isShowing = isShown && !gate.plans
        stepContext.watch.timeout = block.timeout.map { Int(max(1, ($0.microseconds + 999_999) / 1_000_000)) }
        await session.setUp(scope.variables)
        let wantsTime = step.expectations.contains { $0.subject == .took } || step.retry?.until.subject == .took
        let began = clock.now
        let status = await session.run(
            step.command, from: gate.isOpen ? nil : ScriptLocation(name: scope.recipe.path, line: step.line))
        let ended = clock.now
        scope.variables = await session.variables
        var result = StepResult(step: step, path: scope.recipe.path)
        let seen = stepContext.watch.take()
        result.command = seen.command
        (result.isTaped, result.isForFiles) = (isTaped, isForFiles)
        result.exitStatus = status
        result.standardOutput = String(decoding: seen.output, as: UTF8.self)
        result.standardError = String(decoding: seen.errors, as: UTF8.self)
        result.value = seen.value?()
        result.http = seen.http
        result.headers = seen.headers
        result.rows = result.value.flatMap(RecipeRunner.count)
        if wantsTime {
            let length = String(max(0, ended.microseconds - began.microseconds))
            let kept = try? await deck.input(.setting, "took") { Array(length.utf8) }
            result.took = kept.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
        }
        // The command has reported it.
        if status == Problem.Kind.interrupted.exitStatus { throw Stop(status: status) }
        return result
    }

    /// Reports what a command of a plan would create and start.
    private func planFiles(of effects: LineEffects, _ invocation: Invocation) {
        if !effects.files.isEmpty { run.creating += 1 }
        for file in effects.files { report.line("  would create \(file.path ?? file.text)") }
        if case .pipeline(let text, _)? = invocation.destination { report.line("  would start  \(text)") }
    }

    /// Throws if a file that the command would create must not be created, before anything is sent. The answer is an
    /// input: a replay, which creates no files, ends here too.
    private func admit(_ files: [LineEffects.NewFile], _ step: RecipeStep, _ scope: Scope) async throws {
        for path in files.compactMap(\.path) {
            do {
                _ = try await deck.input(.setting, "new file") { [files = session.host.files] in
                    do throws(Problem) { try files.admitNew(path) } catch {
                        throw InputFailure(.setting, "new file", error.message)
                    }
                    return []
                }
            } catch let failure as InputFailure {
                throw Problem(.guardRefused, failure.message)
                    .located(in: scope.recipe.path, line: step.line, command: step.command)
            } catch TapeError.noInput {
                // The tape is from before files were checked.
            }
        }
    }

    /// Stops a run with too many commands.
    func count(_ text: String, line: Int, _ scope: Scope) throws(Problem) {
        commands += 1
        guard commands > maxCommands else { return }
        throw Problem(.guardRefused, "A run of a recipe is limited to \(maxCommands) commands.")
            .located(in: scope.recipe.path, line: line, command: text)
    }

    /// The first variable of a command without a value.
    func missing(in command: String, _ scope: Scope) -> String? {
        guard let invocation = try? Parser.parse(command) else { return nil }
        for word in invocation.words {
            for case .variable(let name, _) in word.pieces where scope.variables[name] == nil { return name }
        }
        return nil
    }

    private func learnUnknown(_ step: RecipeStep, _ scope: Scope) {
        guard let invocation = try? Parser.parse(step.command) else { return }
        for capture in invocation.captures {
            scope.unknown.insert(capture.name)
            scope.variables[capture.name] = nil
        }
    }

    /// The records of an answer: the elements of a list, or the single one.
    static func records(of value: JSON) -> [JSON] {
        switch value {
        case .array(let elements): elements
        case .null: []
        default: [value]
        }
    }

    /// How many records an answer contains; nil if it is not a record.
    static func count(_ value: JSON) -> Int? {
        switch value {
        case .array(let elements): elements.count
        case .object: 1
        default: nil
        }
    }

    /// A record's fields as variables: `row.number`, and `row.caller_id.email` for a dot-walked field or an object.
    static func flattened(_ record: JSON, under name: String, depth: Int = 0) -> [String: String] {
        var variables = [name: record.plainText]
        guard depth < 4, case .object(let members) = record else { return variables }
        for member in members where !member.name.isEmpty {
            variables.merge(flattened(member.value, under: "\(name).\(member.name)", depth: depth + 1)) { first, _ in
                first
            }
        }
        return variables
    }
}
