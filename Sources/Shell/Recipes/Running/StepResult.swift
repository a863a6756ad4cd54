package import ExchangeModel
package import Notation

/// What came of one step, or of one time round for a step that is repeated.
package struct StepResult: Sendable {
    /// The step.
    package var step: RecipeStep
    /// The file it stands in, as it was named.
    package var path: String
    /// The command's number on the tape; nil when it plays and is not on it.
    package var command: Int64?
    /// Whether the command goes onto tapes at all; `help` does not.
    package var isTaped = true
    /// How the command ended.
    package var exitStatus: Int32 = 0
    /// What it wrote to standard output, before any pipe.
    package var standardOutput = ""
    /// What it wrote to standard error.
    package var standardError = ""
    /// Its answer, raw values; nil for a command that gives none.
    package var value: JSON?
    /// The status of its last answer; nil when none came.
    package var http: Int?
    /// The header fields of its last answer.
    package var headers: HeaderFields = [:]
    /// How many records its answer holds; nil when it holds none that can be counted.
    package var rows: Int?
    /// How long it took in microseconds; nil when nobody asked or the tape does not say.
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

    /// A step that has not run yet.
    package init(_ step: RecipeStep, path: String) {
        self.step = step
        self.path = path
    }

    /// Whether everything expected of it held.
    package var holds: Bool { failures.isEmpty && outputMismatch == nil }

    /// Its output as a person sees it and as a recipe expects it: standard output, then standard error.
    package var output: String {
        let needsBreak = !standardOutput.isEmpty && !standardOutput.hasSuffix("\n")
        return standardOutput + (needsBreak ? "\n" : "") + standardError
    }
}
