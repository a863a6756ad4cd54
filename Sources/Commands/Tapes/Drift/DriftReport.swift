import ExchangeModel
import Notation
import Rendering
package import TapeDeck
import Workbench

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

    func count(_ tier: DriftTier) -> Int { checks.reduce(0) { $0 + $1.drift.count(tier) } }

    /// A paragraph for each request with differences, and the summary.
    var lines: String {
        checks.filter(\.isDrifted).map(Self.lines(of:)).joined() + summary
    }

    /// A request and what its answers differ in; each line is ended.
    static func lines(of check: DriftCheck) -> String {
        title(check) + "\n" + lines(check.drift.observations).map { "  \($0)\n" }.joined()
    }

    /// `3 requests compared: 2 failures, 1 warning, 4 infos.`
    var summary: String {
        let noise = checks.reduce(0) { $0 + $1.drift.noise }, moved = checks.reduce(0) { $0 + $1.drift.moved }
        let left = TapeReads.Omission.allCases.compactMap { reason in
            omissions[reason].map { "\($0) (\(reason.rawValue))" }
        }
        var text =
            "\(path): \(Phrase.counted(checks.count, "request")) compared: "
            + "\(Phrase.counted(count(.failure), "failure")), \(Phrase.counted(count(.warning), "warning")), "
            + "\(count(.info)) info."
        if noise > 0 {
            text += " \(Phrase.counted(noise, "difference")) ignored, because both current answers differ there, too."
        }
        if moved > 0 { text += " \(Phrase.counted(moved, "value")) only moved (times, update counters)." }
        if !left.isEmpty { text += "\nNot sent: " + left.joined(separator: ", ") + "." }
        if let accepted, case let drifted = checks.count(where: \.isDrifted), drifted > 0 {
            text += "\nAccepted \(accepted.count) of \(Phrase.counted(drifted, "changed answer"))."
        }
        return text
    }

    var json: JSON {
        .object(
            [
                .init("cassette", .string(path)), .init("failures", Self.number(count(.failure))),
                .init("warnings", Self.number(count(.warning))), .init("infos", Self.number(count(.info))),
                .init(
                    "requests",
                    .array(
                        checks.map { check in
                            .object([
                                .init("exchange", Self.number(Int(check.read.exchange))),
                                .init("method", .string(check.read.request.method.rawValue)),
                                .init("target", .string(check.read.request.url.target)),
                                .init("noise", Self.number(check.drift.noise)),
                                .init("observations", .array(check.drift.observations.map(Self.json))),
                            ])
                        })),
                .init(
                    "notSent",
                    .object(
                        TapeReads.Omission.allCases.compactMap { reason in
                            omissions[reason].map { JSON.Member(reason.rawValue, Self.number($0)) }
                        })),
            ] + (accepted.map { [.init("accepted", .array($0.sorted().map { Self.number(Int($0)) }))] } ?? []))
    }

    /// A test for each request, which fails if a program that relies on the recorded answer would.
    var tests: TestReport {
        let cases = checks.map { check in
            let lines = Self.lines(check.drift.observations).joined(separator: "\n")
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

    private static func lines(_ observations: [DriftObservation]) -> [String] {
        observations.map { observation in
            let tier = observation.tier.rawValue + String(repeating: " ", count: 7 - observation.tier.rawValue.count)
            return TerminalText.plain("\(tier)  \(observation.place): \(observation.change)")
        }
    }

    private static func json(_ observation: DriftObservation) -> JSON {
        .object([
            .init("tier", .string(observation.tier.rawValue)), .init("place", .string(observation.place)),
            .init("change", .string(observation.change)), .init("count", number(observation.count)),
        ])
    }

    private static func number(_ value: Int) -> JSON { .number(String(value)) }
}

/// The differences between two recordings, for people: what broke, what changed, and how many values only moved.
package struct DriftText {
    private let drift: TapeDrift
    private static let maxShown = 12

    package init(of drift: TapeDrift) { self.drift = drift }

    /// Whether the new recording lacks something that the old one had.
    package var isBroken: Bool { drift.count(.broke) > 0 }

    /// `9 commands and 9 exchanges again: nothing broke, 2 values changed, 14 only moved (times, sys_ids, numbers).`
    package var summary: String {
        let broke = drift.count(.broke)
        let changed = drift.count(.changed)
        return "\(Phrase.counted(drift.comparedCommands, "command")) and "
            + "\(Phrase.counted(drift.comparedExchanges, "exchange")) compared: "
            + "\(broke == 0 ? "nothing" : String(broke)) broke, \(changed == 0 ? "nothing" : String(changed)) changed"
            + (drift.moved == 0
                ? "." : "; \(Phrase.counted(drift.moved, "value")) only moved (times, sys_ids, numbers).")
    }

    /// Whether there is no difference of any kind.
    package var isSame: Bool { drift.commands.isEmpty }

    /// One line for each command with findings: `1 broke, 3 changed  > table list incident`.
    package var statistics: String {
        drift.commands.map { command in
            let broke = drift.count(.broke, in: command), changed = drift.count(.changed, in: command)
            return "\(broke) broke, \(changed) changed  > \(TerminalText.plain(command.line))\n"
        }.joined()
    }

    /// All findings, for programs.
    var json: JSON {
        .object([
            .init("commands", .array(drift.commands.map(Self.json))),
            .init("comparedCommands", Self.number(drift.comparedCommands)),
            .init("comparedExchanges", Self.number(drift.comparedExchanges)),
            .init("broke", Self.number(drift.count(.broke))), .init("changed", Self.number(drift.count(.changed))),
            .init("moved", Self.number(drift.moved)),
        ])
    }

    private static func json(_ command: TapeDrift.Command) -> JSON {
        .object([
            .init("line", .string(command.line)), .init("findings", .array(command.findings.map(json))),
            .init(
                "exchanges",
                .array(
                    command.exchanges.map { exchange in
                        .object([
                            .init("old", exchange.old.map { number(Int($0)) } ?? .null),
                            .init("new", exchange.new.map { number(Int($0)) } ?? .null),
                            .init("method", .string(exchange.method)), .init("path", .string(exchange.path)),
                            .init("findings", .array(exchange.findings.map(json))),
                            .init("unlisted", number(exchange.unlisted)),
                        ])
                    })),
        ])
    }

    private static func json(_ finding: DriftFinding) -> JSON {
        let texts = [("record", finding.record), ("old", finding.old), ("new", finding.new)]
        return .object(
            [
                .init("severity", .string(finding.severity.rawValue)), .init("kind", .string(finding.kind.rawValue)),
                .init("place", .string(finding.place)),
            ] + texts.compactMap { name, text in text.map { JSON.Member(name, .string($0)) } })
    }

    private static func number(_ value: Int) -> JSON { .number(String(value)) }

    /// A paragraph for each command with findings, broken ones first; empty if there are none.
    package var lines: String {
        var text = ""
        for command in drift.commands {
            text += "> \(TerminalText.plain(command.line))\n"
            text += Self.lines(command.findings, more: 0)
            for exchange in command.exchanges {
                let numbers = [exchange.old, exchange.new].map { $0.map(String.init) ?? "none" }
                let address = PercentCoding.decode(exchange.path)
                text += "  exchange \(numbers[0]) → \(numbers[1]): \(exchange.method) \(TerminalText.plain(address))\n"
                text += Self.lines(exchange.findings, more: exchange.unlisted)
            }
        }
        return text
    }

    static func lines(_ findings: [DriftFinding], more: Int) -> String {
        let sorted = findings.filter { $0.severity == .broke } + findings.filter { $0.severity != .broke }
        var text = ""
        for finding in sorted.prefix(maxShown) {
            let word = finding.severity == .broke ? "broke  " : "changed"
            text += "  \(word)  \(TerminalText.plain(finding.place)): \(TerminalText.plain(finding.change))\n"
        }
        let rest = sorted.count - maxShown + more
        return rest > 0 && sorted.count + more > maxShown ? text + "  … and \(rest) more\n" : text
    }
}
