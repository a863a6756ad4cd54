import Notation

/// A text of many commands: a file given to `run`, standard input, a start-up file.
package struct Script: Sendable {
    package struct Command: Sendable {
        /// The line it begins on, counted from 1.
        package let line: Int
        /// Its text without the line break after it: what is recorded and shown.
        package let text: String
        /// The command, or why it is none. Spans count in `text`.
        package let invocation: Result<Invocation, ParseError>
        /// Whether a quote, a bracket or a document in it is still open where the script ends.
        package let isOpen: Bool
    }

    /// The commands in order; blank lines and comments are left out.
    package let commands: [Command]

    /// Cuts a text into commands, in one pass. What cannot be read is among the commands as its error, so that a
    /// caller decides whether to run what comes before it. A byte order mark at the start is skipped, and lines may
    /// end in `\r\n`, inside quotes too; that is no part of a value.
    package init(_ text: String) {
        let bytes = Script.withPlainLineEnds(Array(text.utf8))
        var commands: [Command] = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var line = 1
        while start < bytes.count {
            let lexed = Lexer.lex(bytes, from: start)
            let end = lexed.span.upperBound
            if !lexed.tokens.isEmpty || lexed.error != nil {
                // Blank space before and the carriage return after are no part of the command.
                let from = lexed.tokens.first?.span.lowerBound ?? start
                let lines = bytes[start..<from].count { $0 == .lineFeed }
                let upTo = end > from && bytes[end - 1] == .carriageReturn ? end - 1 : end
                let own = String(decoding: bytes[from..<upTo], as: UTF8.self)
                commands.append(
                    Command(
                        line: line + lines, text: own, invocation: Script.parse(own),
                        isOpen: ![.none, .comment].contains(lexed.opening)))
            }
            line += bytes[start..<end].count { $0 == .lineFeed } + 1
            start = end + 1
        }
        self.commands = commands
    }

    private static func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(.carriageReturn) else { return bytes }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == .lineFeed, plain.last == .carriageReturn { plain.removeLast() }
            plain.append(byte)
        }
        return plain
    }

    private static func parse(_ text: String) -> Result<Invocation, ParseError> {
        do throws(ParseError) { return .success(try Parser.parse(text)) } catch { return .failure(error) }
    }
}
