package import CassetteStore
import ExchangeModel
import Redactors

/// The differences between two recordings of the same commands, or between two runs of one.
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
        package var findings: [Finding]
    }

    package struct Command: Sendable {
        package var line: String
        /// Differences of the command itself, without its exchanges.
        package var findings: [Finding]
        package var exchanges: [Exchange]

        package func count(_ severity: Finding.Severity) -> Int {
            (findings + exchanges.flatMap(\.findings)).count { $0.severity == severity }
        }
    }

    package private(set) var commands: [Command] = []
    package private(set) var comparedCommands = 0
    package private(set) var comparedExchanges = 0
    /// How many values are times, sys_ids and record numbers that changed consistently.
    package private(set) var moved = 0

    package func count(_ severity: Finding.Severity) -> Int { commands.reduce(0) { $0 + $1.count(severity) } }

    package init(from old: Cassette, to new: Cassette) throws(CassetteError) {
        let tapes = try TapePair(old, new), pairs = try tapes.commands()
        // By session: another session may have used another instance, where the same identifiers mean other records.
        var identities: [Int64: Identities] = [:]
        for command in pairs {
            guard let session = command.old?.session else { continue }
            for exchange in command.exchanges {
                guard let (before, after) = try tapes.outcomes(exchange) else { continue }
                identities[session, default: Identities()].note(before, after)
            }
        }
        try compare(pairs, of: tapes, &identities)
    }

    /// Compares two runs of one command at the same instance, where identities never move. Its requests for schema and
    /// completion are left out: they depend on what was known before.
    package init(
        from old: CommandRecord, of before: Cassette, to new: CommandRecord, of after: Cassette
    ) throws(CassetteError) {
        let tapes = try TapePair(before, after)
        let exchanges = TapePair.pairs(
            try TapePair.sent(before, by: old.id), try TapePair.sent(after, by: new.id))
        var identities: [Int64: Identities] = [:]
        try compare(
            [TapePair.Command(line: old.line, old: old, new: new, exchanges: exchanges)], of: tapes, &identities)
    }

    private mutating func compare(
        _ pairs: [TapePair.Command], of tapes: TapePair, _ identities: inout [Int64: Identities]
    ) throws(CassetteError) {
        for pair in pairs {
            var command = Command(line: pair.line, findings: [], exchanges: [])
            if pair.old != nil { comparedCommands += 1 }
            if let before = pair.old, let after = pair.new {
                if before.exitStatus != after.exitStatus {
                    let statuses = [before, after].map { $0.exitStatus.map(String.init) ?? "none" }
                    command.findings.append(Finding(.exitStatus, "exit status", statuses[0], statuses[1]))
                }
                for exchange in pair.exchanges {
                    let findings = try compare(
                        exchange, of: tapes, &identities[before.session, default: Identities()])
                    guard !findings.isEmpty, let sent = exchange.old ?? exchange.new else { continue }
                    command.exchanges.append(
                        Exchange(
                            old: exchange.old?.id, new: exchange.new?.id, method: sent.method, path: sent.path,
                            findings: findings))
                }
            } else {
                command.findings = [
                    Finding(.command, "command", pair.old.map { _ in "run" }, pair.new.map { _ in "run" })
                ]
            }
            if !command.findings.isEmpty || !command.exchanges.isEmpty { commands.append(command) }
        }
    }

    private mutating func compare(
        _ pair: TapePair.Exchange, of tapes: TapePair, _ identities: inout Identities
    ) throws(CassetteError) -> [Finding] {
        guard pair.old != nil, pair.new != nil else {
            return [Finding(.request, "request", pair.old.map { _ in "sent" }, pair.new.map { _ in "sent" })]
        }
        comparedExchanges += 1
        guard let (before, after) = try tapes.outcomes(pair) else { return [] }
        let comparison = AnswerComparison(before, after, identities)
        identities = comparison.identities
        moved += comparison.moved
        return Finding.grouped(comparison.findings)
    }
}

private struct TapePair {
    struct Sent {
        var id: Int64
        var method: String
        var path: String
        /// Method and path, with a marker for each sys_id.
        var signature: [UInt8]

        init(_ id: Int64, _ request: RequestRecord) {
            (self.id, method) = (id, request.method)
            path = HTTPURL(request.url)?.path ?? request.url
            signature = VolatileText(method + " " + path).frame
        }
    }

    struct Exchange {
        var old: Sent?
        var new: Sent?
    }

    /// A command that at least one tape has.
    struct Command {
        var line: String
        var old: CommandRecord?
        var new: CommandRecord?
        var exchanges: [Exchange] = []
    }

    private let old, new: Cassette
    /// The instance of each session.
    private let before, after: [Int64: String]

    init(_ old: Cassette, _ new: Cassette) throws(CassetteError) {
        (self.old, self.new) = (old, new)
        before = Dictionary(try old.sessions().map { ($0.id, $0.instance) }) { first, _ in first }
        after = Dictionary(try new.sessions().map { ($0.id, $0.instance) }) { first, _ in first }
    }

    /// The outcomes of an exchange that both tapes have, as if both came from the newer tape's instance.
    func outcomes(_ pair: Exchange) throws(CassetteError) -> (old: OutcomeRecord, new: OutcomeRecord)? {
        guard let first = pair.old?.id, let second = pair.new?.id, let left = try old.exchange(first),
            let right = try new.exchange(second)
        else { return nil }
        let here = after[right.request.session] ?? ""
        return (
            left.outcome.comparable(at: here, recordedAt: before[left.request.session] ?? ""),
            right.outcome.comparable()
        )
    }

    /// Commands in the order of the older tape, followed by those that only the newer one has.
    func commands() throws(CassetteError) -> [Command] {
        let sentBefore = try Self.sent(old), sentNow = try Self.sent(new)
        var queue = CommandQueue()
        var commands: [Command] = []
        // The newer command of each older one: a step is looked for among the steps of its own.
        var partners: [Int64: Int64] = [:]
        try Self.forEach(of: old) { command, outer throws(CassetteError) in
            let within = outer.map { partners[$0] }
            let again = within == .some(nil) ? nil : try queue.next(command.line, within: within ?? nil, of: new)
            partners[command.id] = again?.id
            let exchanges = again.map { Self.pairs(sentBefore[command.id] ?? [], sentNow[$0.id] ?? []) } ?? []
            commands.append(Command(line: command.line, old: command, new: again, exchanges: exchanges))
        }
        let known = Set(partners.values)
        try Self.forEach(of: new) { command, _ throws(CassetteError) in
            if !known.contains(command.id) { commands.append(Command(line: command.line, new: command)) }
        }
        return commands
    }

    /// Passes on each command of a tape, with the command that it is a step of.
    private static func forEach(
        of cassette: Cassette, _ receive: (CommandRecord, Int64?) throws(CassetteError) -> Void
    ) throws(CassetteError) {
        var last: Int64 = 0
        while case let batch = try cassette.commands(after: last, limit: 100), let end = batch.last?.id {
            last = end
            let outer = try Nesting.outer(of: batch, on: cassette)
            for command in batch { try receive(command, outer[command.id]) }
        }
    }

    static func pairs(_ old: [Sent], _ new: [Sent]) -> [Exchange] {
        var waiting: [[UInt8]: [Sent]] = [:]
        for sent in new.reversed() { waiting[sent.signature, default: []].append(sent) }
        var pairs = old.map { Exchange(old: $0, new: waiting[$0.signature]?.popLast()) }
        let left = Set(waiting.values.flatMap { $0.map(\.id) })
        pairs += new.filter { left.contains($0.id) }.map { Exchange(old: nil, new: $0) }
        return pairs
    }

    static func sent(_ cassette: Cassette, by command: Int64) throws(CassetteError) -> [Sent] {
        var sent: [Sent] = []
        var last: Int64 = 0
        while case let batch = try cassette.requests(after: last, limit: 200, of: command), let end = batch.last?.id {
            last = end
            sent += batch.filter { $0.request.purpose == RequestPurpose.command.rawValue }
                .map { Sent($0.id, $0.request) }
        }
        return sent
    }

    private static func sent(_ cassette: Cassette) throws(CassetteError) -> [Int64: [Sent]] {
        var sent: [Int64: [Sent]] = [:]
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            let request = exchange.request
            guard let command = request.command, request.purpose != RequestPurpose.signIn.rawValue else { return }
            sent[command, default: []].append(Sent(exchange.id, request))
        }
        return sent
    }
}
