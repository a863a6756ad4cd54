import ExchangeModel
import Notation
import NowSDK
import TapeDeck

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
    var gate: RecipeGate { stepContext.gate }

    init(
        _ recipe: Recipe, _ recipes: [String: Recipe], parameters: [String: String], session: ShellSession,
        _ stepContext: StepContext, _ report: RecipeReport, deck: any Deck, clock: any Clock,
        maxCommands: Int,
        resolve: @escaping @Sendable (Recipe, [String: String]) async throws -> [String: String]
    ) {
        self.recipes = recipes
        self.session = session
        self.stepContext = stepContext
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
        let step = RecipeStep(command: loop.command, line: loop.line)
        if gate.plans || block.isCleanup, let missing = missing(in: loop.command, scope) {
            report.skipped("for \(loop.variable) in \(loop.command)", missing, isPlan: gate.plans)
            return
        }
        let result = try await command(step, block, scope, isShown: false)
        guard result.exitStatus == 0 else { return try await fail(result, scope) }
        guard let records = result.value.map(RecipeRunner.records) else {
            throw Problem(
                .usage, "\(loop.command) gives no records to go through.",
                hints: loop.command.contains("--all") ? ["-n NUMBER in place of --all, which keeps no rows."] : []
            )
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
                return report.line("\(said): does not hold, skipped")
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
