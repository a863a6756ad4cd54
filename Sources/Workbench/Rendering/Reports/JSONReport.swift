import Notation

struct JSONReport {
    private let report: TestReport

    init(_ report: TestReport) { self.report = report }

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
        var members: [JSON.Member] = [.init("name", .string(test.name))]
        switch test.outcome {
        case .passed: members.append(.init("outcome", "passed"))
        case .failed(let message, let detail): members += outcomeMembers("failed", message, detail)
        case .broken(let message, let detail): members += outcomeMembers("broken", message, detail)
        case .skipped(let reason):
            members += [.init("outcome", "skipped"), .init("message", .string(reason))]
        }
        if let note = test.note { members.append(.init("note", .string(note))) }
        return .object(members)
    }

    private static func outcomeMembers(_ outcome: String, _ message: String, _ detail: String) -> [JSON.Member] {
        [
            .init("outcome", .string(outcome)), .init("message", .string(message)), .init("detail", .string(detail)),
        ]
    }

    private static func number(_ value: Int) -> JSON { .number(String(value)) }
}
