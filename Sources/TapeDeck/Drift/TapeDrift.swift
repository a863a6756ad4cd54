package import CassetteStore
import ExchangeModel
import Notation

/// What changed from one recording of some commands to a later one of the same.
///
/// Commands are compared in their order by their lines, the exchanges of a command in their order by method and path,
/// in which a sys_id may be another. Sign-in and completion are left out.
package struct TapeDrift: Sendable {
    /// What became of one exchange.
    package struct Exchange: Sendable {
        /// Its number on the older tape; nil for one that was not sent then.
        package var old: Int64?
        /// Its number on the newer tape; nil for one that is not sent any more.
        package var new: Int64?
        /// As it was sent.
        package var method: String
        /// Its path.
        package var path: String
        /// Where its answers differ.
        package var findings: [DriftFinding]
        /// Changed values that are not among the findings.
        package var unlisted: Int
    }

    /// What became of one command.
    package struct Command: Sendable {
        /// As the older tape holds it.
        package var line: String
        /// What is otherwise about itself.
        package var findings: [DriftFinding]
        /// Its exchanges with findings.
        package var exchanges: [Exchange]
    }

    /// The commands with findings, in order.
    package private(set) var commands: [Command] = []
    /// How many commands were compared.
    package private(set) var comparedCommands = 0
    /// How many exchanges were compared.
    package private(set) var comparedExchanges = 0
    /// How many values are times, sys_ids and numbers of records that moved as they do.
    package private(set) var moved = 0

    /// How many findings are of a severity.
    package func count(_ severity: DriftFinding.Severity) -> Int {
        var count = 0
        for command in commands {
            count += command.findings.count { $0.severity == severity }
            for exchange in command.exchanges {
                count += exchange.findings.count { $0.severity == severity }
                if severity == .changed { count += exchange.unlisted }
            }
        }
        return count
    }

    /// Compares two tapes.
    package init(from old: Cassette, to new: Cassette) throws(CassetteError) {
        let pairs = try DriftPairs(old, new)
        // By session: the next one may have begun with another instance, and given the same names to other records.
        var moves: [Int64: NameMoves] = [:]
        for command in pairs.commands {
            for case (let left?, let right?) in command.exchanges.map({ ($0.old?.id, $0.new?.id) }) {
                guard let left = try old.exchange(left), let right = try new.exchange(right) else { continue }
                AnswerDrift.learn(left.outcome, right.outcome, &moves[command.old.session, default: NameMoves()])
            }
        }
        for pair in pairs.commands {
            var command = Command(line: pair.line, findings: [], exchanges: [])
            comparedCommands += 1
            guard let again = pair.new else {
                command.findings.append(DriftFinding(.changed, "command", "was not run again"))
                commands.append(command)
                continue
            }
            if pair.old.exitStatus != again.exitStatus {
                command.findings.append(
                    DriftFinding(
                        .broke, "exit status", pair.old.exitStatus.map(String.init) ?? "none",
                        again.exitStatus.map(String.init) ?? "none"))
            }
            for exchange in pair.exchanges {
                if let found = try compare(exchange, old, new, moves[pair.old.session] ?? NameMoves()) {
                    command.exchanges.append(found)
                }
            }
            if !command.findings.isEmpty || !command.exchanges.isEmpty { commands.append(command) }
        }
    }

    private mutating func compare(
        _ pair: DriftPairs.ExchangePair, _ old: Cassette, _ new: Cassette, _ moves: NameMoves
    ) throws(CassetteError) -> Exchange? {
        let face = pair.old ?? pair.new
        var exchange = Exchange(
            old: pair.old?.id, new: pair.new?.id, method: face?.method ?? "", path: face?.path ?? "", findings: [],
            unlisted: 0)
        guard let left = pair.old, let right = pair.new else {
            exchange.findings = [
                DriftFinding(.changed, "request", pair.old == nil ? "was not sent before" : "is not sent any more")
            ]
            return exchange
        }
        comparedExchanges += 1
        guard let before = try old.exchange(left.id), let after = try new.exchange(right.id) else { return nil }
        let drift = AnswerDrift(before.outcome, after.outcome, moves)
        moved += drift.moved
        guard !drift.findings.isEmpty else { return nil }
        exchange.findings = drift.findings
        exchange.unlisted = drift.unlisted
        return exchange
    }
}
