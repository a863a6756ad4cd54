/// What came of checking one tape.
package struct ReplayFinding: Sendable {
    /// How the check ended.
    enum Ending: Sendable {
        /// Every command was run.
        case checked(ReplayReport)
        /// The tape could not be read.
        case broken(Problem)
        /// Somebody called it off.
        case interrupted
    }

    /// The tape's file.
    package let path: String
    let ending: Ending

    /// 0 when everything was as recorded, 5 when something was not or the tape cannot be read.
    package var exitStatus: Int32 {
        switch ending {
        case .checked(let report): report.isSame ? 0 : Problem.Kind.tape.exitStatus
        case .broken(let problem): problem.exitStatus
        case .interrupted: Problem.Kind.interrupted.exitStatus
        }
    }

    /// What people read on standard error: the differences, or why there are none to show.
    var remarks: String {
        switch ending {
        case .checked(let report): report.differences
        case .broken(let problem): ProblemText.lines(problem)
        case .interrupted: ""
        }
    }

    /// What people read on standard output, with its line end; empty when nothing was compared.
    var summary: String {
        if case .checked(let report) = ending { report.summary + "\n" } else { "" }
    }

    /// The same as a test named after the tape's file.
    var test: TestReport.Case {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        switch ending {
        case .checked(let report):
            guard !report.isSame else { return TestReport.Case(name, .passed, note: report.counted) }
            return TestReport.Case(name, .failed(report.counted, detail: report.differences))
        case .broken(let problem):
            return TestReport.Case(name, .broken(problem.message, detail: ProblemText.lines(problem)))
        case .interrupted: return TestReport.Case(name, .broken("Interrupted.", detail: ""))
        }
    }

    /// The folder of the tape's file, the suite it belongs to.
    var folder: String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}
