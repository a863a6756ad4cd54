import Notation

/// How a report on tests is written: the words of `--report`.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case tap
    case junit
    case json

    /// The whole report as text, its last line ended.
    package func text(of report: TestReport) -> String {
        switch self {
        case .tap: TAPReport(report).text
        case .junit: JUnitReport(report).text
        case .json: JSONReport(report).json.pretty + "\n"
        }
    }
}

extension FlagDefinition {
    /// `--report tap|junit|json`, for commands that test.
    static func report(_ summary: String) -> FlagDefinition {
        FlagDefinition("report", .choice(ReportFormat.allCases.map(\.rawValue)), summary)
    }
}
