import CassetteStore
import ExchangeModel
import Notation

/// The commands and exchanges of two tapes, those that are the same beside each other.
struct DriftPairs {
    struct Sent {
        var id: Int64
        var method: String
        var path: String
        /// Method and path, a mark for each sys_id.
        var face: MovingText
    }

    struct ExchangePair {
        var old: Sent?
        var new: Sent?
    }

    struct CommandPair {
        var line: String
        var old: CommandRecord
        /// Nil when it was not run again.
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
        for sent in new.reversed() { waiting[sent.face.frame, default: []].append(sent) }
        var pairs = old.map { ExchangePair(old: $0, new: waiting[$0.face.frame]?.popLast()) }
        let left = Set(waiting.values.flatMap { $0.map(\.id) })
        pairs += new.filter { left.contains($0.id) }.map { ExchangePair(old: nil, new: $0) }
        return pairs
    }

    /// What commands sent, by command.
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
                        face: MovingText(request.method + " " + path)))
            }
        }
        return sent
    }
}
