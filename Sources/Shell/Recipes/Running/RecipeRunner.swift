import ExchangeModel
import NowSDK
import Notation
import TapeDeck

/// Runs a recipe's steps, one after the other, in a session of their own on the outer command's tape.
actor RecipeRunner {
    /// What a recipe's variables are kept in; a used recipe has its own.
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

    /// Ends the steps, because one of them failed or the run was called off.
    struct Stop: Error {
        var status: Int32
    }

    /// How many commands a run may take, those of loops and retries included.
    let mostCommands: Int
    let recipes: [String: Recipe]
    let session: ShellSession
    let surroundings: StepSurroundings
    let report: RecipeReport
    let deck: any Deck
    /// The machine's clock, by which a step is timed.
    let clock: any Clock
    /// Brings a used recipe's parameters into their form.
    let resolve: @Sendable (Recipe, [String: String]) async throws -> [String: String]
    private(set) var run: RecipeRun
    private let main: Scope
    /// What has begun, and has to be cleaned up in the end, the last first.
    private var begun: [Scope] = []
    private var commands = 0
    var gate: RecipeGate { surroundings.gate }

    init(
        _ recipe: Recipe, _ recipes: [String: Recipe], parameters: [String: String], session: ShellSession,
        _ surroundings: StepSurroundings, _ report: RecipeReport, deck: any Deck, clock: any Clock,
        mostCommands: Int,
        resolve: @escaping @Sendable (Recipe, [String: String]) async throws -> [String: String]
    ) {
        self.recipes = recipes
        self.session = session
        self.surroundings = surroundings
        self.report = report
        self.deck = deck
        self.clock = clock
        self.resolve = resolve
        self.mostCommands = mostCommands
        main = Scope(recipe, parameters)
        run = RecipeRun(recipe)
        let secrets = recipe.parameters.filter { $0.kind == .secret }.map(\.name)
        run.parameters = parameters.filter { !secrets.contains($0.key) }
    }

    /// Runs everything but what cleans up. Gives the status it ends with.
    func runSteps() async -> Int32 {
        do {
            try await perform(main)
        } catch {
            run.exitStatus = status(of: error)
        }
        return run.exitStatus
    }

    /// Runs what cleans up, all of it, whatever fails. Gives the first failure's status.
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
                    if Task.isCancelled { return Problem.Kind.interrupted.exitStatus }
                }
            }
        }
        if run.exitStatus == 0 { run.exitStatus = first }
        return first
    }

    /// The run as it stands.
    func ended(with status: Int32) -> RecipeRun {
        run.exitStatus = status
        run.changes = gate.counts
        return run
    }

    private func status(of error: any Error) -> Int32 {
        if let stop = error as? Stop { return stop.status }
        let problem = ProblemMaking.problem(error)
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
        let step = RecipeStep(command: loop.command, line: loop.line)
        if gate.plans || block.isCleanup, let missing = missing(in: loop.command, scope) {
            report.passedOver("for \(loop.variable) in \(loop.command)", missing, isPlan: gate.plans)
            return
        }
        let result = try await command(step, block, scope, isShown: false)
        guard result.exitStatus == 0 else { return try fail(result, scope) }
        guard let records = result.value.map(RecipeRunner.records) else {
            throw Problem(.usage, "\(loop.command) gives no records to go through.")
                .located(in: scope.recipe.path, line: loop.line, command: loop.command)
        }
        report.line("for \(loop.variable) in \(loop.command): \(Phrase.counted(records.count, "record"))")
        let before = scope.variables
        for record in records {
            let own = RecipeRunner.flattened(record, under: loop.variable)
            scope.variables.merge(own) { $1 }
            try await performOnce(block, in: scope, keepsGoing)
            for name in own.keys { scope.variables[name] = before[name] }
        }
    }

    private func performOnce(_ block: RecipeBlock, in scope: Scope, _ keepsGoing: Bool) async throws {
        try Task.checkCancellation()
        if let condition = block.condition, !holds(condition, scope) {
            report.line("if \(condition.left) \(condition.test.wording([:])): does not hold, passed over")
            return
        }
        if let use = block.use { return try await perform(use, in: scope) }
        var failed: Stop?
        for step in block.steps {
            do {
                try await perform(step, block, scope)
            } catch let stop as Stop where keepsGoing && !Task.isCancelled {
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
        let path = try RecipeBook.path(of: use, from: scope.recipe.path, below: main.recipe.path)
        guard let recipe = recipes[path] else { throw Problem(.internal, "The recipe \(path) was not read.") }
        var given: [String: String] = [:]
        for argument in use.arguments {
            let template = RecipeTemplate(argument.value)
            if let unknown = template.firstUnknown({ scope.variables[$0] }) {
                guard !gate.plans else {
                    report.passedOver("use \(use.path)", unknown.name, isPlan: true)
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

    private func perform(_ step: RecipeStep, _ block: RecipeBlock, _ scope: Scope) async throws {
        let isCleanup = block.isCleanup
        if gate.plans || isCleanup, let missing = missing(in: step.command, scope) {
            report.passedOver(step.command, missing, isPlan: gate.plans)
            learnUnknown(step, scope)
            run.passedOver += 1
            return
        }
        report.step(step.command)
        var result = try await command(step, block, scope, isShown: step.retry == nil)
        if gate.plans {
            report.planned(gate.planned)
            result.isPlanned = gate.planned.contains { !$0.isSent }
            if result.isPlanned || result.exitStatus != 0 { learnUnknown(step, scope) }
            if !result.isPlanned, result.exitStatus != 0 { report.output(result) }
            // What is expected may well follow from a change that was not made.
            return run.steps.append(result)
        }
        if let retry = step.retry {
            result = try await repeated(step, retry, block, scope, result)
            report.output(result)
        }
        run.held += result.judge(scope.variables)
        if result.holds { return run.steps.append(result) }
        try end(with: result, scope)
    }

    /// A loop's own command that failed.
    private func fail(_ result: StepResult, _ scope: Scope) throws {
        var result = result
        report.step(result.step.command)
        report.output(result)
        _ = result.judge(scope.variables)
        try end(with: result, scope)
    }

    private func end(with failed: StepResult, _ scope: Scope) throws {
        var result = failed
        result.exchanges = RecipeReport.exchanges(of: result.command, deck, report.tape)
        run.steps.append(result)
        if surroundings.goesOn, result.exitStatus == 0 { return }
        report.failed(result, of: scope.recipe)
        throw Stop(status: result.failureStatus)
    }

    private func repeated(
        _ step: RecipeStep, _ retry: RecipeStep.Retry, _ block: RecipeBlock, _ scope: Scope, _ first: StepResult
    ) async throws -> StepResult {
        var result = first, tries = 0
        while let failure = result.failure(of: retry.until, scope.variables) {
            let isOver = [Problem.Kind.tape, .usage, .internal, .guardRefused, .interrupted].map(\.exitStatus)
                .contains(result.exitStatus)
            if tries == retry.limit || isOver {
                result.failures.append(
                    StepFailure(
                        line: retry.line,
                        text: "retry \(retry.limit) every \(retry.pause.text) until \(retry.until.text)",
                        expected: failure.expected, actual: failure.actual))
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

    /// Waits by the deck's clock, which plays in no time. That somebody called it off is kept, and replays.
    private func wait(_ pause: Timespan) async throws {
        do {
            _ = try await deck.input(.setting, "wait") { [deck] in
                try await deck.clock.sleep(microseconds: pause.microseconds)
                return []
            }
        } catch let error as TapeError where error.miss == nil {
            // A tape from before this pause.
        }
    }

    /// Runs one command and gives what came of it.
    private func command(
        _ step: RecipeStep, _ block: RecipeBlock, _ scope: Scope, isShown: Bool
    ) async throws -> StepResult {
        try Task.checkCancellation()
        commands += 1
        guard commands <= mostCommands else {
            throw Problem(
                .guardRefused, "A run of a recipe ends after \(mostCommands) commands; this one goes on."
            )
            .located(in: scope.recipe.path, line: step.line, command: step.command)
        }
        // What depended on variables is known now.
        var isTaped = true
        if let invocation = try? Parser.parse(step.command) {
            isTaped = (try? CommandTable.match(invocation).definition.replay == .compare) ?? true
            let effects = RecipeEffects.of(invocation, variables: Expansion(scope.variables))
            do throws(Problem) {
                try RecipeGuard.declare(effects, in: main.recipe, step.command)
            } catch {
                throw error.located(in: scope.recipe.path, line: step.line, command: step.command)
            }
            // A change that is not known even now is let through as far as something is declared, and no farther.
            let declared = main.recipe.writes.map(\.name)
            gate.begin(Set(effects.changes.flatMap { $0.name.map { [$0] } ?? declared }))
        }
        report.isShowing = isShown && !gate.plans
        surroundings.watch.timeout = block.timeout.map { Int(max(1, ($0.microseconds + 999_999) / 1_000_000)) }
        await session.setUp(scope.variables)
        let wantsTime = step.expectations.contains { $0.subject == .took } || step.retry?.until.subject == .took
        let began = clock.now
        let status = await session.run(
            step.command, from: ScriptPlace(name: scope.recipe.path, line: step.line))
        let ended = clock.now
        scope.variables = await session.variables
        var result = StepResult(step, path: scope.recipe.path)
        let seen = surroundings.watch.take()
        result.command = seen.command
        result.isTaped = isTaped
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
        // It has said so itself.
        if status == Problem.Kind.interrupted.exitStatus { throw Stop(status: status) }
        return result
    }

    /// The first variable of a command that has no value.
    private func missing(in command: String, _ scope: Scope) -> String? {
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
}
