import Workbench
import ExchangeModel
import Notation
package import TapeDeck

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
