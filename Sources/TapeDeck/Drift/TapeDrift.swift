package import CassetteStore
import ExchangeModel
import Notation

/// The differences between two recordings of the same commands.
///
/// Commands are paired in order by their lines, the exchanges of a command in order by method and path, ignoring
/// sys_ids. Sign-in and completion are left out.
package struct TapeDrift: Sendable {
    package struct Exchange: Sendable {
        /// Its number on the older tape; nil if only the newer tape has it.
        package var old: Int64?
        /// Its number on the newer tape; nil if only the older tape has it.
        package var new: Int64?
        package var method: String
        package var path: String
        package var findings: [DriftFinding]
        package var unlisted: Int
    }

    package struct Command: Sendable {
        package var line: String
        /// Differences of the command itself, without its exchanges.
        package var findings: [DriftFinding]
        package var exchanges: [Exchange]
    }

    package private(set) var commands: [Command] = []
    package private(set) var comparedCommands = 0
    package private(set) var comparedExchanges = 0
    /// How many values are times, sys_ids and record numbers that changed consistently.
    package private(set) var moved = 0

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

    package init(from old: Cassette, to new: Cassette) throws(CassetteError) {
        let pairs = try DriftPairs(old, new)
        // By session: another session may have used another instance, where the same identifiers mean other records.
        var moves: [Int64: IdentifierMap] = [:]
        for command in pairs.commands {
            for case (let left?, let right?) in command.exchanges.map({ ($0.old?.id, $0.new?.id) }) {
                guard let left = try old.exchange(left), let right = try new.exchange(right) else { continue }
                ResponseDrift.learn(left.outcome, right.outcome, &moves[command.old.session, default: IdentifierMap()])
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
                if let found = try compare(exchange, old, new, moves[pair.old.session] ?? IdentifierMap()) {
                    command.exchanges.append(found)
                }
            }
            if !command.findings.isEmpty || !command.exchanges.isEmpty { commands.append(command) }
        }
    }

    private mutating func compare(
        _ pair: DriftPairs.ExchangePair, _ old: Cassette, _ new: Cassette, _ moves: IdentifierMap
    ) throws(CassetteError) -> Exchange? {
        let signature = pair.old ?? pair.new
        var exchange = Exchange(
            old: pair.old?.id, new: pair.new?.id, method: signature?.method ?? "", path: signature?.path ?? "",
            findings: [],
            unlisted: 0)
        guard let left = pair.old, let right = pair.new else {
            exchange.findings = [
                DriftFinding(.changed, "request", pair.old == nil ? "was not sent before" : "is no longer sent")
            ]
            return exchange
        }
        comparedExchanges += 1
        guard let before = try old.exchange(left.id), let after = try new.exchange(right.id) else { return nil }
        let drift = ResponseDrift(before.outcome, after.outcome, moves)
        moved += drift.moved
        guard !drift.findings.isEmpty else { return nil }
        exchange.findings = drift.findings
        exchange.unlisted = drift.unlisted
        return exchange
    }
}

package struct DriftFinding: Sendable, Hashable {
    /// How much it matters to a program that relies on the older responses.
    package enum Severity: String, Sendable, Hashable {
        /// Something relied on is gone: another status, a missing field, a value of another type.
        case broke
        case changed
    }

    package var severity: Severity
    /// Where: `exit status`, `.result[0].state`.
    package var place: String
    /// The change: `1 → 2`.
    package var change: String

    init(_ severity: Severity, _ place: String, _ change: String) {
        self.severity = severity
        self.place = place
        self.change = change
    }

    init(_ severity: Severity, _ place: String, _ old: String?, _ new: String?) {
        let change: String =
            switch (old.map(Self.cut), new.map(Self.cut)) {
            case (let old?, let new?): "\(old) → \(new)"
            case (let old?, nil): "removed, it was \(old)"
            case (nil, let new?): "new, \(new)"
            case (nil, nil): ""
            }
        self.init(severity, place, change)
    }

    private static func cut(_ text: String) -> String {
        text.count > 60 ? text.prefix(59) + "…" : text
    }
}

/// The commands and exchanges of two tapes, paired.
struct DriftPairs {
    struct Sent {
        var id: Int64
        var method: String
        var path: String
        /// Method and path, with a marker for each sys_id.
        var signature: VolatileText
    }

    struct ExchangePair {
        var old: Sent?
        var new: Sent?
    }

    struct CommandPair {
        var line: String
        var old: CommandRecord
        var new: CommandRecord?
        var exchanges: [ExchangePair]
    }

    private(set) var commands: [CommandPair] = []

    init(_ old: Cassette, _ new: Cassette) throws(CassetteError) {
        let sentBefore = try Self.sent(old), sentNow = try Self.sent(new)
        var queue = CommandQueue()
        var last: Int64 = 0
        while case let batch = try old.commands(after: last, limit: 100), let end = batch.last?.id {
            last = end
            for command in batch {
                let again = try queue.next(command.line, of: new)
                let exchanges = again.map { Self.pairs(sentBefore[command.id] ?? [], sentNow[$0.id] ?? []) } ?? []
                commands.append(CommandPair(line: command.line, old: command, new: again, exchanges: exchanges))
            }
        }
    }

    private static func pairs(_ old: [Sent], _ new: [Sent]) -> [ExchangePair] {
        var waiting: [[UInt8]: [Sent]] = [:]
        for sent in new.reversed() { waiting[sent.signature.frame, default: []].append(sent) }
        var pairs = old.map { ExchangePair(old: $0, new: waiting[$0.signature.frame]?.popLast()) }
        let left = Set(waiting.values.flatMap { $0.map(\.id) })
        pairs += new.filter { left.contains($0.id) }.map { ExchangePair(old: nil, new: $0) }
        return pairs
    }

    private static func sent(_ cassette: Cassette) throws(CassetteError) -> [Int64: [Sent]] {
        var sent: [Int64: [Sent]] = [:]
        var last: Int64 = 0
        while case let batch = try cassette.requests(after: last, limit: 256), let end = batch.last?.id {
            last = end
            for exchange in batch {
                let request = exchange.request
                guard let command = request.command, request.purpose != RequestPurpose.signIn.rawValue else { continue }
                let path = HTTPURL(request.url)?.path ?? request.url
                sent[command, default: []].append(
                    Sent(
                        id: exchange.id, method: request.method, path: path,
                        signature: VolatileText(request.method + " " + path)))
            }
        }
        return sent
    }
}
