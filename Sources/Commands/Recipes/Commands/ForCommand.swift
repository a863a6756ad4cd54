import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Rendering
import Replaying
import TapeDeck
import Tapes
import Workbench

extension Parameter {
    fileprivate static let looped = Argument<[String]>(
        "command", .command, .repeatedAtLeastOnce, "NAME in {{LIST}}, and the command to run for each value")
    fileprivate static let keepsLooping = Flag<Bool>("go-on", "Continue with the next value after a command fails")
}

extension Command {
    static let forEach = Command(
        "for", arguments: [.looped], flags: [.keepsLooping],
        traits: Traits(
            repeats: { min(3, $0.count) }, takesRest: true,
            inRecipes: .never("repeats a command; for n in {{nums}} as the first line of a block repeats its steps"))
    ) { run in
        let loop = try TypedLoop(run.arguments)
        guard let tee = run.tee else { throw Problem(.internal, "A loop runs as a command only.") }
        let report = RecipeReport(
            tee, isQuiet: false,
            inspection: { InspectionHints(recipe: "", tape: nil, isOwnTape: false) }, progress: run.progress,
            say: { [run] problem in run.text(ofStep: problem) }, tape: { nil })
        let gate = RecipeGate(run.instance, plans: false, isOpen: true), watch = StepObserver()
        let stepContext = StepContext(outer: run.number, watch: watch, isTaped: run.usesTapedFiles) {
            GatedTransport(next: $0, gate: gate, watch: watch)
        }
        var host = run.host
        (host.standardOutput, host.standardError) = (report.output, report.errors)
        let steps = stepSession(
            of: run, on: host, run.settings, zone: run.zone,
            allowWrites: run.arguments[.allowWrites] ?? run.options.allowWrites, stepContext)
        let runner = RecipeRunner(
            loop.recipe, [:], parameters: run.variables, session: steps, stepContext, gate: gate,
            continuesAfterFailure: run.arguments[.keepsLooping], isTaken: false, report, deck: try run.openDeck(),
            clock: run.host.clock, maxCommands: run.options.maxRecipeCommands, resolve: { _, given in given })
        let total = run.variables[loop.list].flatMap(VariableList.init)?.elements.count ?? 0
        var result = CommandResult(.none)
        result.exitStatus = await interruptible(run) { await runner.runSteps() }
        let ended = await runner.ended(with: result.exitStatus)
        run.variables = await runner.variables
        await run.takeOver(from: steps)
        if let text = RecipeReport.summary(ended, values: total) { run.notes.add(text) }
        if ended.steps.count < total, ended.failed.count > 0 {
            run.notes.add("hint: for --go-on … continues with the next value.")
        }
        return result
    }
}

/// `for n in {{nums}} COMMAND`, and the recipe that it is.
struct TypedLoop {
    let variable: String
    let list: String
    let command: String
    let recipe: Recipe

    var head: String { "for \(variable) in {{\(list)}}" }

    init(_ arguments: BoundArguments) throws {
        let words = arguments.given(.looped).map(\.word)
        guard words.count > 3, let variable = words[0].literal, VariableName.isValid(variable),
            words[1].literal == "in", words[2].pieces.count == 1, case .variable(let list, _) = words[2].pieces[0]
        else {
            throw arguments.problem(
                .usage, "A loop is written as for NAME in {{LIST}} COMMAND.", at: .looped,
                hints: ["for n in {{nums}} table get incident {{n}}"])
        }
        (self.variable, self.list) = (variable, list)
        command = String(decoding: Array(arguments.line.utf8)[words[3].span.lowerBound...], as: UTF8.self)
        let match = try CommandTable.match(Invocation(text: arguments.line, words: Array(words[3...])))
        if let refusal = RecipeRules.refusal(of: match.command, in: "a loop") {
            throw Problem(.usage, refusal, source: .init(text: arguments.line, span: words[3].span))
        }
        recipe = try Recipe.read(
            "# \(arguments.line.split(separator: "\n")[0])\n\n```snowdeck\nfor \(variable) in {{\(list)}}\n> \(command)\n```\n",
            at: "for")
    }
}
