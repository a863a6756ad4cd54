package import CassetteStore
import ExchangeModel
import Notation

/// The text of a cassette for reviews: what was typed, printed and requested, without anything that differs between two
/// recordings of the same commands, such as times and numbers. `git diff` compares it.
package struct TapeReview {
    private let cassette: Cassette
    private var requests: RequestsBySender?
    private var session: SessionRecord?
    private var command: Int64 = 0
    /// The requests of the last printed session or command that are still to print.
    private var pending: ArraySlice<Int64> = []
    private var text = ReviewText()
    private var isOver = false
    private static let pieceSize = 64 << 10

    /// Nothing is read before the first call of `next()`.
    package init(of cassette: Cassette) { self.cassette = cassette }

    /// The next lines, about 64 KB or one larger output; nil at the end.
    package mutating func next() throws(CassetteError) -> String? {
        while !isOver, text.lines.utf8.count < Self.pieceSize { isOver = try !step() }
        let piece = text.lines
        text.lines = ""
        return piece.isEmpty ? nil : piece
    }

    private static let heading = [
        "# Snowdeck cassette, review form 1", "#",
        "# \">\" begins a command, with its output (\"|\", errors \"!\") and its requests: address, status, size "
            + "and digest.",
        "# Below a request are the first values that were sent (\">\") and received (\"<\"). ‹now› is a date of the "
            + "recording.",
    ]

    /// Prints a session, a command or a request; false at the end.
    private mutating func step() throws(CassetteError) -> Bool {
        guard let requests else {
            requests = try RequestsBySender(of: cassette)
            for line in Self.heading { text.line(line) }
            return true
        }
        if let number = pending.popFirst() {
            if let exchange = try cassette.exchange(number) { text.add(exchange, instance: session?.instance) }
            return true
        }
        let nextCommand = try cassette.commands(after: command, limit: 1).first
        if let next = try cassette.session(after: session?.id ?? 0), next.id <= nextCommand?.session ?? .max {
            session = next
            text.add(next)
            show(requests.sessions[next.id])
            return true
        }
        guard let nextCommand else { return false }
        command = nextCommand.id
        text.begin(nextCommand)
        for stream in [OutputStream.standardOutput, .standardError] {
            text.add(try cassette.output(of: command, stream), to: stream)
        }
        text.end(nextCommand)
        show(requests.commands[command])
        return true
    }

    private mutating func show(_ sent: RequestsBySender.Sent?) {
        guard let sent else { return }
        text.add(folded: sent.folded)
        pending = sent.shown[...]
    }
}

/// The numbers of a tape's exchanges by who sent them: in a recipe, the exchanges of nested commands alternate.
private struct RequestsBySender {
    struct Sent {
        var shown: [Int64] = []
        /// The number of the other requests, by purpose.
        var folded: [RequestPurpose: Int] = [:]
    }

    private(set) var commands: [Int64: Sent] = [:]
    /// Requests without a command.
    private(set) var sessions: [Int64: Sent] = [:]

    init(of cassette: Cassette) throws(CassetteError) {
        var last: Int64 = 0
        while case let batch = try cassette.senders(after: last, limit: 1000), let end = batch.last?.exchange {
            last = end
            for sender in batch {
                if let command = sender.command {
                    Self.add(sender, to: &commands[command, default: Sent()])
                } else {
                    Self.add(sender, to: &sessions[sender.session, default: Sent()])
                }
            }
        }
    }

    private static func add(_ sender: ExchangeSender, to sent: inout Sent) {
        let purpose = RequestPurpose(rawValue: sender.purpose) ?? .command
        if purpose == .command { sent.shown.append(sender.exchange) } else { sent.folded[purpose, default: 0] += 1 }
    }
}
