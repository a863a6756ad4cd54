import ExchangeModel
import Notation

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
                    nil, exitStatus == 0 ? "the command gives nothing to look into" : "no answer: exit \(exitStatus)"
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
