package import ExchangeModel
package import Notation
import Synchronization
package import Workbench

/// The result of running a recipe.
package struct RecipeRun: Sendable {
    package var recipe: Recipe
    /// Its parameters by name, without secrets.
    package var parameters: [String: String] = [:]
    /// Its steps in execution order; a repeated step is listed each time.
    package var steps: [StepResult] = []
    /// 0 if everything held, 6 if an expectation did not, else the status of the step that failed.
    package var exitStatus: Int32 = 0
    /// How many expectations held; expected output counts as one.
    package var held = 0
    /// How many steps were skipped because a variable was never captured, or is unknown in a plan.
    package var skipped = 0
    /// How many steps of a plan would create files.
    package var creating = 0
    /// How many records were written, by operation: `created`, `updated`, `deleted`.
    package var changes: [String: Int] = [:]

    package init(_ recipe: Recipe) { self.recipe = recipe }

    /// The failed steps in order; those of cleanup come last.
    package var failed: [StepResult] { steps.filter { !$0.holds } }
}

/// The result of one execution of a step.
package struct StepResult: Sendable {
    package var step: RecipeStep
    package var path: String
    /// The command's number on the tape; nil in a replay that does not have it.
    package var command: Int64?
    /// Whether the command is recorded at all; `help` is not.
    package var isTaped = true
    package var exitStatus: Int32 = 0
    /// Its standard output, before any pipe.
    package var standardOutput = ""
    package var standardError = ""
    /// Its answer as raw values; nil if it has none.
    package var value: JSON?
    /// The status of its last response; nil if there was none.
    package var http: Int?
    /// The header fields of its last response.
    package var headers: HeaderFields = [:]
    /// How many records the answer contains; nil if it contains none that can be counted.
    package var rows: Int?
    /// The duration in microseconds; nil if not measured.
    package var took: Int64?
    /// The numbers of its exchanges on the tape, set only for a failed step.
    package var exchanges: [Int64] = []
    /// The expectations that failed.
    package var failures: [StepFailure] = []
    /// Where the output differs from the expected output; nil if it does not.
    package var outputMismatch: OutputMismatch?
    /// The variables when the expectations were checked.
    package var variables: [String: String] = [:]
    /// Whether its output goes to a file or a pipeline, or it creates files.
    package var isForFiles = false
    /// Whether it was only planned: it would change something, or needs the result of such a step.
    package var isPlanned = false

    package var holds: Bool { failures.isEmpty && outputMismatch == nil }

    /// Standard output, then standard error, as the expected output is compared with.
    package var output: String {
        let needsBreak = !standardOutput.isEmpty && !standardOutput.hasSuffix("\n")
        return standardOutput + (needsBreak ? "\n" : "") + standardError
    }
}

/// A failed expectation.
package struct StepFailure: Sendable, Hashable {
    package var line: Int
    /// As written, without its `? `; empty for the implicit expectation that a step succeeds.
    package var text: String
    /// The expected value, with variables replaced.
    package var expected: String
    package var actual: String

}

extension StepResult {
    /// Checks all expectations of the step and keeps the failures. Returns how many held.
    mutating func judge(_ variables: [String: String]) -> Int {
        self.variables = variables
        var held = 0
        let hasExit = step.expectations.contains { $0.subject == .exit }
        if !hasExit, exitStatus != 0 {
            // The other expectations apply to an answer.
            failures = [StepFailure(line: step.line, text: "", expected: "exit 0", actual: "exit \(exitStatus)")]
            return 0
        }
        for expectation in step.expectations {
            if let failure = failure(of: expectation, variables) { failures.append(failure) } else { held += 1 }
        }
        if !step.output.isEmpty {
            outputMismatch = ExpectedOutput(step.output, variables).mismatch(with: output)
            if outputMismatch == nil { held += 1 }
        }
        return held
    }

    /// The failure of an expectation; nil if it holds.
    func failure(of expectation: RecipeExpectation, _ variables: [String: String]) -> StepFailure? {
        let (found, missing) = looked(at: expectation.subject)
        var test = expectation.test
        if case .took = expectation.subject, case .compare(let comparison, let text) = test {
            // A tape from before the expectation was added has no duration.
            guard found != nil else { return nil }
            guard let span = Timespan(RecipeTemplate(text).expanded({ variables[$0] })) else {
                return failed(expectation, "a length of time, 2s or 500ms", "\(text)")
            }
            test = .compare(comparison, String(span.microseconds))
        }
        guard !test.holds(of: found, variables) else { return nil }
        return failed(expectation, expectation.test.wording(variables), actual(found, missing, expectation))
    }

    private func failed(_ expectation: RecipeExpectation, _ expected: String, _ actual: String) -> StepFailure {
        StepFailure(line: expectation.line, text: expectation.text, expected: expected, actual: actual)
    }

    /// The value that an expectation checks, or why there is none.
    private func looked(at subject: RecipeExpectation.Subject) -> (value: JSON?, missing: String) {
        func number(_ value: Int?, _ missing: String) -> (JSON?, String) {
            (value.map { .number(String($0)) }, missing)
        }
        switch subject {
        case .exit: return number(Int(exitStatus), "")
        case .http: return number(http, "no answer: the step sent nothing that was answered")
        case .rows: return number(rows, "the step's answer has no records to count")
        case .took: return (took.map { .number(String($0)) }, "")
        case .header(let name):
            guard let value = headers[name] else {
                return (nil, http == nil ? "no answer: the step sent nothing that was answered" : "no such header")
            }
            return (.string(value), "")
        case .path(let path):
            guard let value else {
                return (nil, exitStatus == 0 ? "the command has no answer to check" : "no answer: exit \(exitStatus)")
            }
            do throws(FieldPath.Missing) {
                return (try path.value(in: value), "")
            } catch {
                let near = error.nearby.map { "; \($0) is there" } ?? ""
                return (nil, error.message + near)
            }
        }
    }

    private func actual(_ value: JSON?, _ missing: String, _ expectation: RecipeExpectation) -> String {
        guard let value else { return missing }
        if case .took = expectation.subject, let took { return Timespan(microseconds: took).text }
        let text = value.plainText
        if case .type = expectation.test { return "\(RecipeTest.ValueType(value).rawValue): \(text)" }
        return text.isEmpty ? "nothing (an empty value)" : text
    }
}

/// Collects the recipe runs of a session.
package final class RecipeRunLog: Sendable {
    private let runs = Mutex<[RecipeRun]>([])

    /// Whether a run continues after a step whose expectations fail, to show all failures.
    package let continuesAfterFailure: Bool

    package init(continuesAfterFailure: Bool = false) { self.continuesAfterFailure = continuesAfterFailure }

    func add(_ run: RecipeRun) { runs.withLock { $0.append(run) } }

    /// The runs since the last call, in order.
    package func take() -> [RecipeRun] {
        runs.withLock { runs in
            defer { runs = [] }
            return runs
        }
    }
}

/// Reads a recipe and all recipes that it uses, before anything runs.
struct RecipeLoader {
    /// The deepest nesting of recipes.
    static let deepest = 8

    private(set) var recipes: [String: Recipe] = [:]
    let main: Recipe

    /// The file named by a `use` block.
    static func path(of use: RecipeBlock.Use, from path: String, below main: String) throws(Problem) -> String {
        do throws(Problem) {
            return try RecipeFolder(of: main).file(use.path, from: path)
        } catch {
            throw error.located(in: path, line: use.line, command: "use \(use.path)")
        }
    }

    /// Reads the used recipes, recursively.
    mutating func read(_ run: isolated Run) async throws {
        recipes = [main.path: main]
        try await read(main, [main.path], run)
    }

    private mutating func read(_ recipe: Recipe, _ above: [String], _ run: isolated Run) async throws {
        for block in recipe.blocks {
            guard let use = block.use else { continue }
            let path = try RecipeLoader.path(of: use, from: recipe.path, below: main.path)
            func refused(_ message: String, _ notes: [String] = []) -> Problem {
                Problem(.usage, message, notes: notes)
                    .located(in: recipe.path, line: use.line, command: "use \(use.path)")
            }
            guard path.hasSuffix(Recipe.suffix) else {
                throw refused("use names a file that ends in \(Recipe.suffix).")
            }
            if above.contains(path) {
                throw refused(
                    "The recipe \(use.path) uses itself.",
                    [(above + [path]).map(Recipe.name(ofFile:)).joined(separator: " → ")])
            }
            guard above.count <= RecipeLoader.deepest else {
                throw refused("Recipes use each other \(RecipeLoader.deepest) deep at most.")
            }
            let used: Recipe
            if let known = recipes[path] {
                used = known
            } else {
                if !run.slot.isPlaying {
                    try RecipeFolder(of: main.path).refuseLinks(path, use.path, among: run.files)
                }
                do {
                    used = try await run.readRecipe(path)
                } catch let problem as Problem {
                    throw problem.located(in: recipe.path, line: use.line, command: "use \(use.path)")
                }
                recipes[path] = used
            }
            for argument in use.arguments where !used.parameters.contains(where: { $0.name == argument.name }) {
                throw refused(
                    "\(use.path) has no parameter \(argument.name).",
                    ["It takes \(Phrase.listed(used.parameters.map(\.name), joinedBy: "and"))."])
            }
            for parameter in used.parameters
            where parameter.fallback == nil && !use.arguments.contains(where: { $0.name == parameter.name }) {
                throw refused("\(use.path) needs \(parameter.name).")
            }
            try await read(used, above + [path], run)
        }
    }
}
