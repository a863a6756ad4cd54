import CassetteStore
import Notation

/// Gives recorded commands out by their text, each once, in recorded order. The tape is read forward only as far as was
/// asked, so in a replay from front to back every step costs the same.
struct CommandQueue: Sendable {
    /// Commands of one line, and how many of them have been given out.
    private struct Line {
        var commands: [CommandRecord] = []
        var given = 0
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
                let command = found.commands[found.given]
                if found.given + 1 == found.commands.count { waiting[line] = nil } else { waiting[line]?.given += 1 }
                return command
            }
            if isAtEnd { return nil }
            let batch = try cassette.commands(after: last, limit: Self.batch)
            guard let end = batch.last?.id else {
                isAtEnd = true
                return nil
            }
            last = end
            for command in batch { waiting[Self.comparable(command.line), default: Line()].commands.append(command) }
        }
    }

    /// Lines are compared without white space at their ends and without the numbers of placeholders.
    private static func comparable(_ line: String) -> String {
        Placeholder.unnumbered(String(ASCII.trimmed(line[...])))
    }
}
