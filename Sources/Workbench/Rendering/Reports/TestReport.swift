import Notation

/// The results of a test run. It has no durations, so that the same results give the same text.
package struct TestReport: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        case passed
        /// The failure in one sentence, and the lines that show it.
        case failed(String, detail: String)
        case broken(String, detail: String)
        case skipped(String)
    }

    package struct Case: Sendable, Hashable {
        package var name: String
        package var outcome: Outcome
        var note: String?

        package init(_ name: String, _ outcome: Outcome, note: String? = nil) {
            self.name = name
            self.outcome = outcome
            self.note = note
        }
    }

    package struct Suite: Sendable, Hashable {
        package var name: String
        package var cases: [Case]

        package init(_ name: String, _ cases: [Case]) {
            self.name = name
            self.cases = cases
        }
    }

    package struct Counts: Sendable, Hashable {
        package var tests = 0
        package var failed = 0
        package var broken = 0
        var skipped = 0

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

    package var name: String
    package var suites: [Suite]

    package init(_ name: String, _ suites: [Suite]) {
        self.name = name
        self.suites = suites
    }

    package var counts: Counts { Counts(suites.flatMap(\.cases)) }

    var isGood: Bool { counts.failed == 0 && counts.broken == 0 }
}

package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case tap
    case junit
    case json

    package func text(of report: TestReport) -> String {
        switch self {
        case .tap: TAPReport(report: report).text
        case .junit: JUnitReport(report: report).text
        case .json: JSONReport(report: report).json.pretty + "\n"
        }
    }
}

/// A test report as TAP, version 14 (https://testanything.org/tap-version-14-specification.html).
struct TAPReport {
    let report: TestReport

    var text: String {
        var lines = ["TAP version 14", "1..\(report.counts.tests)"]
        var number = 0
        for suite in report.suites {
            for test in suite.cases {
                number += 1
                lines += Self.lines(test, number, in: suite)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ test: TestReport.Case, _ number: Int, in suite: TestReport.Suite) -> [String] {
        let name = description(suite.name.isEmpty ? test.name : suite.name + " " + test.name)
        let remark = test.note.map { ["# " + oneLine($0)] } ?? []
        switch test.outcome {
        case .passed: return ["ok \(number) - \(name)"] + remark
        case .skipped(let reason): return ["ok \(number) - \(name) # SKIP \(description(reason))"] + remark
        case .failed(let message, let detail):
            return ["not ok \(number) - \(name)"] + block(message, detail, severity: "fail") + remark
        case .broken(let message, let detail):
            return ["not ok \(number) - \(name)"] + block(message, detail, severity: "error") + remark
        }
    }

    /// A YAML diagnostic block. JSON strings are valid YAML; the detail is a literal block, indented below the end
    /// marker.
    private static func block(_ message: String, _ detail: String, severity: String) -> [String] {
        var lines = [
            "  ---", "  message: " + JSON.string(TerminalText.plain(message)).compact, "  severity: \(severity)",
        ]
        var detailed = TerminalText.plain(detail).split(separator: "\n", omittingEmptySubsequences: false)[...]
        while detailed.last?.isEmpty ?? false { detailed.removeLast() }
        if !detailed.isEmpty {
            // An explicit indentation indicator, because the first line may begin with blanks.
            lines.append("  detail: |2-")
            lines += detailed.map { $0.isEmpty ? "" : "    " + $0 }
        }
        return lines + ["  ..."]
    }

    /// A test's description on one line; `#` would begin a directive.
    private static func description(_ text: String) -> String {
        var escaped = ""
        for character in oneLine(text) {
            if character == "#" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }

    private static func oneLine(_ text: String) -> String {
        TerminalText.plain(text).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// A test report as JUnit XML. Durations are 0, so that the text does not depend on the machine.
struct JUnitReport {
    let report: TestReport

    var text: String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"\(Self.attribute(report.name))\"\(Self.counts(report.counts))>\n"
        for suite in report.suites {
            let name = Self.attribute(suite.name)
            text += "  <testsuite name=\"\(name)\"\(Self.counts(TestReport.Counts(suite.cases)))>\n"
            for test in suite.cases { text += Self.element(test, suite: name) }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    private static func counts(_ counts: TestReport.Counts) -> String {
        " tests=\"\(counts.tests)\" failures=\"\(counts.failed)\" errors=\"\(counts.broken)\""
            + " skipped=\"\(counts.skipped)\" time=\"0\""
    }

    private static func element(_ test: TestReport.Case, suite: String) -> String {
        var inside = ""
        switch test.outcome {
        case .passed: break
        case .failed(let message, let detail): inside = failureElement("failure", message, detail)
        case .broken(let message, let detail): inside = failureElement("error", message, detail)
        case .skipped(let reason): inside = "      <skipped message=\"\(attribute(reason))\"/>\n"
        }
        if let note = test.note { inside += "      <system-out>\(content(note))</system-out>\n" }
        let start = "    <testcase classname=\"\(suite)\" name=\"\(attribute(test.name))\" time=\"0\""
        return inside.isEmpty ? start + "/>\n" : start + ">\n" + inside + "    </testcase>\n"
    }

    private static func failureElement(_ element: String, _ message: String, _ detail: String) -> String {
        "      <\(element) message=\"\(attribute(message))\">\(content(detail))</\(element)>\n"
    }

    private static func attribute(_ text: String) -> String {
        var escaped = ""
        for scalar in content(text).unicodeScalars {
            switch scalar {
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\t": escaped += "&#9;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Escaped text of an element, without characters that XML cannot represent: control characters, U+FFFE and U+FFFF.
    private static func content(_ text: String) -> String {
        var escaped = ""
        for scalar in TerminalText.plain(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

struct JSONReport {
    let report: TestReport

    var json: JSON {
        let counts = report.counts
        return .object([
            .init("name", .string(report.name)), .init("tests", Self.number(counts.tests)),
            .init("failed", Self.number(counts.failed)), .init("broken", Self.number(counts.broken)),
            .init("skipped", Self.number(counts.skipped)), .init("suites", .array(report.suites.map(Self.json))),
        ])
    }

    private static func json(_ suite: TestReport.Suite) -> JSON {
        .object([.init("name", .string(suite.name)), .init("cases", .array(suite.cases.map(json)))])
    }

    private static func json(_ test: TestReport.Case) -> JSON {
        let (outcome, message, detail): (String, String?, String?) =
            switch test.outcome {
            case .passed: ("passed", nil, nil)
            case .failed(let message, let detail): ("failed", message, detail)
            case .broken(let message, let detail): ("broken", message, detail)
            case .skipped(let reason): ("skipped", reason, nil)
            }
        return .object(present: [
            "name": .string(test.name), "outcome": .string(outcome), "message": message.map(JSON.string),
            "detail": detail.map(JSON.string), "note": test.note.map(JSON.string),
        ])
    }

    private static func number(_ value: Int) -> JSON { .number(String(value)) }
}
