import CassetteStore
import ExchangeModel

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
        var line: String
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
        var last: Int64 = 0
        while case let batch = try cassette.requests(after: last, limit: 256), let end = batch.last?.id {
            last = end
            for exchange in batch {
                let request = exchange.request
                guard let command = request.command, request.purpose != RequestPurpose.signIn.rawValue else { continue }
                sent[command, default: []].append(Sent(exchange.id, request))
            }
        }
        return sent
    }
}
