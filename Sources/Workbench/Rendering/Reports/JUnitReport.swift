import Notation

/// A test report as JUnit XML. Durations are 0, so that the text does not depend on the machine.
struct JUnitReport {
    private let report: TestReport

    init(_ report: TestReport) { self.report = report }

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
