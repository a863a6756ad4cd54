import ExchangeModel
import Notation
import Rendering
package import TapeDeck
import Workbench

/// Findings as text and as JSON.
enum FindingText {
    /// A line for each finding: `  failure  .result[].state: removed, it was "1"`.
    static func lines(_ findings: [Finding]) -> String {
        findings.map { finding in
            let word = finding.severity.rawValue
            let padding = String(repeating: " ", count: 7 - word.count)
            return "  " + TerminalText.plain("\(word)\(padding)  \(finding.place): \(finding.change)") + "\n"
        }.joined()
    }

    /// `2 failures, 1 warning, 4 info`, or `no difference`
    static func counts(_ count: (Finding.Severity) -> Int) -> String {
        if Finding.Severity.allCases.allSatisfy({ count($0) == 0 }) { return "no difference" }
        return "\(Phrase.counted(count(.failure), "failure")), \(Phrase.counted(count(.warning), "warning")), "
            + "\(count(.info)) info"
    }

    static func members(_ count: (Finding.Severity) -> Int) -> [JSON.Member] {
        [
            .init("failures", number(count(.failure))), .init("warnings", number(count(.warning))),
            .init("infos", number(count(.info))),
        ]
    }

    static func json(_ findings: [Finding]) -> JSON {
        .array(
            findings.map { finding in
                let texts = [("old", finding.old), ("new", finding.new)]
                return .object(
                    [
                        .init("severity", .string(finding.severity.rawValue)),
                        .init("kind", .string(finding.kind.rawValue)), .init("place", .string(finding.place)),
                        .init("change", .string(finding.change)), .init("count", number(finding.count)),
                        .init("records", .array(finding.records.map(JSON.string))),
                    ] + texts.compactMap { name, text in text.map { JSON.Member(name, .string($0)) } })
            })
    }

    static func number(_ value: Int) -> JSON { .number(String(value)) }
}

/// What an instance answers differently from a tape: as text, as JSON, and as tests.
struct DriftReport: Sendable {
    private let path: String
    private let checks: [DriftCheck]
    private let omissions: [TapeReads.Omission: Int]
    /// The exchanges whose recorded answers were replaced; nil if that was not asked for.
    var accepted: Set<Int64>?

    init(of path: String, _ checks: [DriftCheck], omissions: [TapeReads.Omission: Int]) {
        (self.path, self.checks, self.omissions) = (path, checks, omissions)
    }

    /// Whether a program that relies on the tape fails: an answer that was not accepted breaks it.
    var hasFailures: Bool {
        checks.contains { $0.drift.count(.failure) > 0 && accepted?.contains($0.read.exchange) != true }
    }

    private func count(_ severity: Finding.Severity) -> Int { checks.reduce(0) { $0 + $1.drift.count(severity) } }

    /// A paragraph for each request with differences, and the summary.
    var lines: String { checks.filter(\.isDrifted).map(Self.lines(of:)).joined() + summary }

    /// A request and what its answers differ in; each line is ended.
    static func lines(of check: DriftCheck) -> String { title(check) + "\n" + FindingText.lines(check.drift.findings) }

    /// `3 requests compared: 2 failures, 1 warning, 4 info.`
    var summary: String {
        let noise = checks.reduce(0) { $0 + $1.drift.noise }, moved = checks.reduce(0) { $0 + $1.drift.moved }
        var text = "\(path): \(Phrase.counted(checks.count, "request")) compared: \(FindingText.counts(count))."
        if noise > 0 {
            text += " \(Phrase.counted(noise, "difference")) ignored, because both current answers differ there, too."
        }
        if moved > 0 { text += " \(Phrase.counted(moved, "value")) only moved (times, update counters)." }
        let left = omitted.map { "\($0.count) (\($0.reason))" }
        if !left.isEmpty { text += "\nNot sent: " + left.joined(separator: ", ") + "." }
        if let accepted, case let drifted = checks.count(where: \.isDrifted), drifted > 0 {
            text += "\nAccepted \(accepted.count) of \(Phrase.counted(drifted, "changed answer"))."
        }
        return text
    }

    private var omitted: [(reason: String, count: Int)] {
        TapeReads.Omission.allCases.compactMap { reason in omissions[reason].map { (reason.rawValue, $0) } }
    }

    var json: JSON {
        let requests = checks.map { check -> JSON in
            [
                "exchange": FindingText.number(Int(check.read.exchange)),
                "method": .string(check.read.request.method.rawValue),
                "target": .string(check.read.request.url.target), "noise": FindingText.number(check.drift.noise),
                "findings": FindingText.json(check.drift.findings),
            ]
        }
        return .object(
            [.init("cassette", .string(path))] + FindingText.members(count)
                + [
                    .init("requests", .array(requests)),
                    .init("notSent", .object(omitted.map { .init($0.reason, FindingText.number($0.count)) })),
                ]
                + (accepted.map { [.init("accepted", .array($0.sorted().map { FindingText.number(Int($0)) }))] } ?? []))
    }

    /// A test for each request, which fails if a program that relies on the recorded answer would.
    var tests: TestReport {
        let cases = checks.map { check in
            let lines = String(FindingText.lines(check.drift.findings).dropLast())
            let failures = check.drift.count(.failure)
            guard failures > 0 else {
                return TestReport.Case(Self.title(check), .passed, note: lines.isEmpty ? nil : lines)
            }
            return TestReport.Case(
                Self.title(check), .failed("\(Phrase.counted(failures, "failure")).", detail: lines))
        }
        return TestReport("tape drift", [TestReport.Suite(path, cases)])
    }

    private static func title(_ check: DriftCheck) -> String {
        let request = check.read.request
        let target = TerminalText.plain(PercentCoding.decode(request.url.target))
        return "exchange \(check.read.exchange): \(request.method) \(target)"
    }
}

/// The differences between two recordings, as text and as JSON.
package struct DriftText {
    private let drift: TapeDrift

    package init(of drift: TapeDrift) { self.drift = drift }

    /// Whether the new recording lacks something that the old one had.
    package var hasFailures: Bool { drift.count(.failure) > 0 }

    /// `9 commands and 9 exchanges compared: 0 failures, 0 warnings, 2 info; 14 values only moved (times, …).`
    package var summary: String {
        "\(Phrase.counted(drift.comparedCommands, "command")) and "
            + "\(Phrase.counted(drift.comparedExchanges, "exchange")) compared: \(FindingText.counts(drift.count))"
            + (drift.moved == 0
                ? "." : "; \(Phrase.counted(drift.moved, "value")) only moved (times, sys_ids, numbers).")
    }

    /// Whether there is no difference of any kind.
    package var isSame: Bool { drift.commands.isEmpty }

    /// One line for each command with findings: `1 failure, 0 warnings, 3 info  > table list incident`.
    var statistics: String {
        drift.commands.map { "\(FindingText.counts($0.count))  > \(TerminalText.plain($0.line))\n" }.joined()
    }

    /// A paragraph for each command with findings; empty if there are none.
    package var lines: String {
        var text = ""
        for command in drift.commands {
            text += "> \(TerminalText.plain(command.line))\n" + FindingText.lines(command.findings)
            for exchange in command.exchanges {
                let numbers = [exchange.old, exchange.new].map { $0.map(String.init) ?? "none" }
                let address = PercentCoding.decode(exchange.path)
                text += "  exchange \(numbers[0]) → \(numbers[1]): \(exchange.method) \(TerminalText.plain(address))\n"
                text += FindingText.lines(exchange.findings)
            }
        }
        return text
    }

    var json: JSON {
        let commands = drift.commands.map { command -> JSON in
            let exchanges = command.exchanges.map { exchange -> JSON in
                [
                    "old": exchange.old.map { FindingText.number(Int($0)) } ?? .null,
                    "new": exchange.new.map { FindingText.number(Int($0)) } ?? .null,
                    "method": .string(exchange.method), "path": .string(exchange.path),
                    "findings": FindingText.json(exchange.findings),
                ]
            }
            return [
                "line": .string(command.line), "findings": FindingText.json(command.findings),
                "exchanges": .array(exchanges),
            ]
        }
        return .object(
            [
                .init("commands", .array(commands)),
                .init("comparedCommands", FindingText.number(drift.comparedCommands)),
                .init("comparedExchanges", FindingText.number(drift.comparedExchanges)),
            ] + FindingText.members(drift.count) + [.init("moved", FindingText.number(drift.moved))])
    }
}
