import Notation

/// What a run of tests found. It holds no durations: the same finding gives the same text.
package struct TestReport: Sendable, Hashable {
    /// How a test ended.
    package enum Outcome: Sendable, Hashable {
        case passed
        /// Otherwise than it should: one sentence, and what shows it, in lines.
        case failed(String, detail: String)
        /// It could not be run: one sentence, and more about it, in lines.
        case broken(String, detail: String)
        /// It was not run: why.
        case skipped(String)
    }

    /// One test.
    package struct Case: Sendable, Hashable {
        package var name: String
        package var outcome: Outcome
        package var note: String?

        package init(_ name: String, _ outcome: Outcome, note: String? = nil) {
            self.name = name
            self.outcome = outcome
            self.note = note
        }
    }

    /// Tests that belong together.
    package struct Suite: Sendable, Hashable {
        /// What it is called; a folder, or a recipe.
        package var name: String
        /// Its tests in order.
        package var cases: [Case]

        package init(_ name: String, _ cases: [Case]) {
            self.name = name
            self.cases = cases
        }
    }

    /// How many tests ended in which way.
    package struct Counts: Sendable, Hashable {
        package var tests = 0
        package var failed = 0
        /// Those that could not be run.
        package var broken = 0
        /// Those that were not run.
        package var skipped = 0

        init(_ cases: [Case]) {
            tests = cases.count
            for one in cases {
                switch one.outcome {
                case .passed: break
                case .failed: failed += 1
                case .broken: broken += 1
                case .skipped: skipped += 1
                }
            }
        }
    }

    /// What was run, `snowdeck replay`.
    package var name: String
    /// What it found, in order.
    package var suites: [Suite]

    package init(_ name: String, _ suites: [Suite]) {
        self.name = name
        self.suites = suites
    }

    package var counts: Counts { Counts(suites.flatMap(\.cases)) }

    /// Whether no test failed and every one could be run.
    package var isGood: Bool { counts.failed == 0 && counts.broken == 0 }
}

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
