import CassetteStore
import ExchangeModel
import Notation

/// Gives recorded commands out by their text, each once, in recorded order. The tape is read forward only as far as was
/// asked, so in a replay from front to back every step costs the same.
struct CommandQueue: Sendable {
    /// Commands of one line, and how many of them have been given out.
    private struct Line {
        var commands: [CommandRecord] = []
        var given = 0

        /// The next to be given out.
        var next: CommandRecord { commands[given] }
        var isLast: Bool { given + 1 == commands.count }
    }

    /// Read and not all given out, by line.
    private var waiting: [String: Line] = [:]
    private var last: Int64 = 0
    private var isAtEnd = false
    private static let batch = 64

    /// The next command with that line that has not been given out; nil when there is none.
    mutating func next(_ line: String, of cassette: Cassette) throws(CassetteError) -> CommandRecord? {
        let line = Self.comparable(line)
        while true {
            if let found = waiting[line] {
                let command = found.next
                if found.isLast { waiting[line] = nil } else { waiting[line]?.given += 1 }
                return command
            }
            if isAtEnd { return nextUnread(line) }
            let batch = try cassette.commands(after: last, limit: Self.batch)
            guard let end = batch.last?.id else {
                isAtEnd = true
                return nextUnread(line)
            }
            last = end
            for command in batch { waiting[Self.comparable(command.line), default: Line()].commands.append(command) }
        }
    }

    /// A line that names a document: the tape may hold it without the values that the document makes secrets.
    private mutating func nextUnread(_ line: String) -> CommandRecord? {
        let redaction = Redaction(secrets: SecretBook())
        guard let unread = redaction.redactUnread(line).map(Self.comparable) else { return nil }
        let found = waiting.filter {
            $0.key.contains(Placeholder.mark) && redaction.redactUnread($0.key).map(Self.comparable) == unread
        }
        guard let next = found.min(by: { $0.value.next.id < $1.value.next.id }) else { return nil }
        if next.value.isLast { waiting[next.key] = nil } else { waiting[next.key]?.given += 1 }
        return next.value.next
    }

    /// Lines are compared without white space at their ends and without the numbers of placeholders.
    private static func comparable(_ line: String) -> String {
        Placeholder.unnumbered(String(ASCII.trimmed(line[...])))
    }
}
