package import ExchangeModel
package import Notation

/// What came of a recipe that was run.
package struct RecipeRun: Sendable {
    package var recipe: Recipe
    /// Its parameters by name; a secret is not among them.
    package var parameters: [String: String] = [:]
    /// Its steps in the order they ran, each time round.
    package var steps: [StepResult] = []
    /// How it ended: 0 when everything held, 6 when an expectation did not, else the status of the step that failed.
    package var exitStatus: Int32 = 0
    /// How many expectations held, expected outputs counted as one each.
    package var held = 0
    /// How many steps were skipped, because what they need was never captured, or is not known in a plan.
    package var passedOver = 0
    /// The records that were written, by what was done: `created`, `updated`, `deleted`.
    package var changes: [String: Int] = [:]

    package init(_ recipe: Recipe) { self.recipe = recipe }

    /// The steps that failed, in order; those of cleanup come last.
    package var failed: [StepResult] { steps.filter { !$0.holds } }
}

/// What came of one step, or of one time round for a step that is repeated.
package struct StepResult: Sendable {
    package var step: RecipeStep
    package var path: String
    /// The command's number on the tape; nil when it plays and is not on it.
    package var command: Int64?
    /// Whether the command goes onto tapes at all; `help` does not.
    package var isTaped = true
    package var exitStatus: Int32 = 0
    /// What it wrote to standard output, before any pipe.
    package var standardOutput = ""
    package var standardError = ""
    /// Its answer, raw values; nil for a command that gives none.
    package var value: JSON?
    /// The status of its last answer; nil when none came.
    package var http: Int?
    /// The header fields of its last answer.
    package var headers: HeaderFields = [:]
    /// How many records its answer holds; nil when it holds none that can be counted.
    package var rows: Int?
    /// How long it took in microseconds; nil when it was not measured.
    package var took: Int64?
    /// The exchanges that it made, by their numbers on the tape; looked up for a step that failed.
    package var exchanges: [Int64] = []
    /// The expectations that did not hold.
    package var failures: [StepFailure] = []
    /// Where its output is not as expected; nil when it is.
    package var outputMismatch: OutputMismatch?
    /// The variables as they were when its expectations were looked at.
    package var variables: [String: String] = [:]
    /// Whether it was only planned, because it would have changed something or needs what such a step brings.
    package var isPlanned = false

    package init(_ step: RecipeStep, path: String) {
        self.step = step
        self.path = path
    }

    package var holds: Bool { failures.isEmpty && outputMismatch == nil }

    /// Its output as a person sees it and as a recipe expects it: standard output, then standard error.
    package var output: String {
        let needsBreak = !standardOutput.isEmpty && !standardOutput.hasSuffix("\n")
        return standardOutput + (needsBreak ? "\n" : "") + standardError
    }
}

/// An expectation that did not hold.
package struct StepFailure: Sendable, Hashable {
    package var line: Int
    /// The expectation as it is written, without its `? `; empty for the implicit one, that a step succeeds.
    package var text: String
    /// What was expected, with variables in place.
    package var expected: String
    package var actual: String

}

extension StepResult {
    /// Looks at everything that the step expects, and keeps what did not hold. Gives how many expectations held.
    mutating func judge(_ variables: [String: String]) -> Int {
        self.variables = variables
        var held = 0
        let hasExit = step.expectations.contains { $0.subject == .exit }
        if !hasExit, exitStatus != 0 {
            // What else is expected is expected of an answer.
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

    /// Whether an expectation does not hold, and what came instead.
    func failure(of expectation: RecipeExpectation, _ variables: [String: String]) -> StepFailure? {
        let (found, missing) = looked(at: expectation.subject)
        var test = expectation.test
        if case .took = expectation.subject, case .compare(let comparison, let text) = test {
            // A tape from before the expectation does not say how long the step took.
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

    /// What an expectation looks at; when it is not there, why.
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
                return (
                    nil, exitStatus == 0 ? "the command has no answer to check" : "no answer: exit \(exitStatus)"
                )
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
        if case .type = expectation.test { return "\(RecipeTest.Sort(value).rawValue): \(text)" }
        return text.isEmpty ? "nothing (an empty value)" : text
    }
}
