import Notation

/// A sequence of commands: a file for `run`, standard input or a start-up file.
package struct Script: Sendable {
    package struct Command: Sendable {
        /// The number of its first line, from 1.
        package let line: Int
        /// The text to record and print, without the trailing line break.
        package let text: String
        /// The parsed command or the error. Spans are relative to `text`.
        package let invocation: Result<Invocation, ParseError>
        /// Whether a quote, bracket or document is unclosed at the end of the script.
        package let isOpen: Bool
    }

    /// The commands in order, without blank lines and comments.
    package let commands: [Command]

    /// Splits text into commands. Invalid commands are included with their errors, so the caller decides whether to run
    /// the preceding ones. A byte order mark is skipped, and so are carriage returns at the end of a line, even inside
    /// quotes.
    package init(_ text: String) {
        let bytes = Script.withPlainLineEnds(Array(text.utf8))
        var commands: [Command] = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var line = 1
        while start < bytes.count {
            let lexed = Lexer.lex(bytes, from: start)
            let end = lexed.span.upperBound
            if !lexed.tokens.isEmpty || lexed.error != nil {
                // White space before the command is not part of it.
                let from = lexed.tokens.first?.span.lowerBound ?? start
                let lines = bytes[start..<from].count { $0 == .lineFeed }
                let own = String(decoding: bytes[from..<end], as: UTF8.self)
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
            while byte == .lineFeed, plain.last == .carriageReturn { plain.removeLast() }
            plain.append(byte)
        }
        while plain.last == .carriageReturn { plain.removeLast() }
        return plain
    }

    private static func parse(_ text: String) -> Result<Invocation, ParseError> {
        do throws(ParseError) { return .success(try Parser.parse(text)) } catch { return .failure(error) }
    }
}
