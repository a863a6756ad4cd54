package import CassetteStore
import ExchangeModel
import Notation
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

    package func count(_ severity: DriftFinding.Severity) -> Int { commands.reduce(0) { $0 + count(severity, in: $1) } }

    package func count(_ severity: DriftFinding.Severity, in command: Command) -> Int {
        command.exchanges.reduce(command.findings.count { $0.severity == severity }) { count, exchange in
            count + exchange.findings.count { $0.severity == severity } + (severity == .changed ? exchange.unlisted : 0)
        }
    }

    package init(from old: Cassette, to new: Cassette) throws(CassetteError) {
        let pairs = try DriftPairs(old, new)
        let comparing = try OutcomePairs(old, new)
        // By session: another session may have used another instance, where the same identifiers mean other records.
        var moves: [Int64: IdentifierMap] = [:]
        for command in pairs.commands {
            guard let session = command.old?.session else { continue }
            for exchange in command.exchanges {
                guard let (left, right) = try comparing.outcomes(exchange) else { continue }
                ResponseDrift.learn(left, right, &moves[session, default: IdentifierMap()])
            }
        }
        try compare(pairs, comparing, moves)
    }

    /// Compares two runs of one command at the same instance, where identities never move.
    package init(
        from old: CommandRecord, of before: Cassette, to new: CommandRecord, of after: Cassette
    ) throws(CassetteError) {
        try compare(DriftPairs(old, of: before, new, of: after), OutcomePairs(before, after), [:])
    }

    private mutating func compare(
        _ pairs: DriftPairs, _ comparing: OutcomePairs, _ moves: [Int64: IdentifierMap]
    ) throws(CassetteError) {
        for pair in pairs.commands {
            var command = Command(line: pair.line, findings: [], exchanges: [])
            guard let before = pair.old, let after = pair.new else {
                comparedCommands += pair.old == nil ? 0 : 1
                command.findings.append(
                    DriftFinding(.command, "command", pair.old.map { _ in "run" }, pair.new.map { _ in "run" }))
                commands.append(command)
                continue
            }
            comparedCommands += 1
            if before.exitStatus != after.exitStatus {
                command.findings.append(
                    DriftFinding(
                        .exitStatus, "exit status", before.exitStatus.map(String.init) ?? "none",
                        after.exitStatus.map(String.init) ?? "none"))
            }
            for exchange in pair.exchanges {
                if let found = try compare(exchange, comparing, moves[before.session] ?? IdentifierMap()) {
                    command.exchanges.append(found)
                }
            }
            if !command.findings.isEmpty || !command.exchanges.isEmpty { commands.append(command) }
        }
    }

    private mutating func compare(
        _ pair: DriftPairs.ExchangePair, _ comparing: OutcomePairs, _ moves: IdentifierMap
    ) throws(CassetteError) -> Exchange? {
        let signature = pair.old ?? pair.new
        var exchange = Exchange(
            old: pair.old?.id, new: pair.new?.id, method: signature?.method ?? "", path: signature?.path ?? "",
            findings: [], unlisted: 0)
        guard pair.old != nil, pair.new != nil else {
            exchange.findings = [
                DriftFinding(.request, "request", pair.old.map { _ in "sent" }, pair.new.map { _ in "sent" })
            ]
            return exchange
        }
        comparedExchanges += 1
        guard let (before, after) = try comparing.outcomes(pair) else { return nil }
        let drift = ResponseDrift(before, after, moves)
        moved += drift.moved
        guard !drift.findings.isEmpty else { return nil }
        exchange.findings = drift.findings
        exchange.unlisted = drift.unlisted
        return exchange
    }
}

/// Reads the outcomes of paired exchanges, as if both came from the newer tape's instance.
private struct OutcomePairs {
    private let old, new: Cassette
    /// The instance of each session.
    private let before, after: [Int64: String]

    init(_ old: Cassette, _ new: Cassette) throws(CassetteError) {
        (self.old, self.new) = (old, new)
        before = Dictionary(try old.sessions().map { ($0.id, $0.instance) }) { first, _ in first }
        after = Dictionary(try new.sessions().map { ($0.id, $0.instance) }) { first, _ in first }
    }

    /// Nil unless both tapes have the exchange.
    func outcomes(
        _ pair: DriftPairs.ExchangePair
    ) throws(CassetteError) -> (old: OutcomeRecord, new: OutcomeRecord)? {
        guard let first = pair.old?.id, let second = pair.new?.id, let left = try old.exchange(first),
            let right = try new.exchange(second)
        else { return nil }
        let here = after[right.request.session] ?? ""
        return (
            left.outcome.comparable(at: here, recordedAt: before[left.request.session] ?? ""),
            right.outcome.comparable()
        )
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

        init(_ id: Int64, _ request: RequestRecord) {
            self.id = id
            method = request.method
            path = HTTPURL(request.url)?.path ?? request.url
            signature = VolatileText(method + " " + path)
        }
    }

    struct ExchangePair {
        var old: Sent?
        var new: Sent?
    }

    /// A command that at least one tape has.
    struct CommandPair {
        package var line: String
        var old: CommandRecord?
        var new: CommandRecord?
        var exchanges: [ExchangePair]
    }

    private(set) var commands: [CommandPair] = []

    /// Commands in the order of the older tape, followed by those that only the newer one has.
    init(_ old: Cassette, _ new: Cassette) throws(CassetteError) {
        let sentBefore = try Self.sent(old), sentNow = try Self.sent(new)
        var queue = CommandQueue()
        // The newer command of each older one: a step is looked for among the steps of its own.
        var partners: [Int64: Int64] = [:]
        try Self.forEach(of: old) { command, outer throws(CassetteError) in
            let within = outer.map { partners[$0] }
            let again = within == .some(nil) ? nil : try queue.next(command.line, within: within ?? nil, of: new)
            partners[command.id] = again?.id
            let exchanges = again.map { Self.pairs(sentBefore[command.id] ?? [], sentNow[$0.id] ?? []) } ?? []
            commands.append(CommandPair(line: command.line, old: command, new: again, exchanges: exchanges))
        }
        let known = Set(partners.values)
        try Self.forEach(of: new) { command, _ throws(CassetteError) in
            guard !known.contains(command.id) else { return }
            commands.append(CommandPair(line: command.line, new: command, exchanges: []))
        }
    }

    /// One command that was run twice. Its requests for schema and completion are left out: they depend on what was
    /// known before.
    init(_ old: CommandRecord, of before: Cassette, _ new: CommandRecord, of after: Cassette) throws(CassetteError) {
        let exchanges = try Self.pairs(Self.sent(by: old.id, before), Self.sent(by: new.id, after))
        commands = [CommandPair(line: old.line, old: old, new: new, exchanges: exchanges)]
    }

    private static func sent(by command: Int64, _ cassette: Cassette) throws(CassetteError) -> [Sent] {
        var sent: [Sent] = []
        for number in try cassette.exchangeNumbers(of: command) {
            guard let request = try cassette.requests(after: number - 1, limit: 1).first?.request,
                request.purpose == RequestPurpose.command.rawValue
            else { continue }
            sent.append(Sent(number, request))
        }
        return sent
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
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            let request = exchange.request
            guard let command = request.command, request.purpose != RequestPurpose.signIn.rawValue else { return }
            sent[command, default: []].append(Sent(exchange.id, request))
        }
        return sent
    }
}
