package import Notation

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

/// A parsed command: its words, captures and redirection. The command's definition gives the words their meaning.
package struct Invocation: Sendable, Hashable {
    package let text: String
    /// The command's name and its arguments, including flags.
    package let words: [Word]
    /// `=> name` and `=> name = .path`, in order.
    package let captures: [Capture]
    /// Where standard output is redirected; nil for no redirection.
    package let destination: Destination?

    package init(text: String, words: [Word], captures: [Capture] = [], destination: Destination? = nil) {
        self.text = text
        self.words = words
        self.captures = captures
        self.destination = destination
    }

    /// The range of `| less` or `> page.txt` in the text.
    package var destinationSpan: Range<Int>? {
        switch destination {
        case .pipeline(_, let span)?, .file(_, _, let span)?: span
        case nil: nil
        }
    }

    /// `| less`, `> page.txt`, as typed.
    package var destinationText: String? {
        destinationSpan.map { String(decoding: text.utf8.dropFirst($0.lowerBound).prefix($0.count), as: UTF8.self) }
    }

    package var isEmpty: Bool { words.isEmpty }
}

/// `=> name = .path`: stores a value of the command's result in a variable.
package struct Capture: Sendable, Hashable {
    package let name: String
    /// The path of the value; nil for the whole output.
    package let path: FieldPath?
    /// The range of the whole capture, in UTF-8 bytes of the line.
    package let span: Range<Int>
}

/// Where a command's standard output is redirected.
package enum Destination: Sendable, Hashable {
    /// A pipeline for the system's shell, exactly as typed.
    case pipeline(String, span: Range<Int>)
    /// A file, overwritten (`>`) or appended to (`>>`).
    case file(Word, appends: Bool, span: Range<Int>)
}

/// A variable that holds several values: its text is a JSON array, as `=> NAME = .[].number` captures it.
package struct VariableList: Sendable, Hashable {
    package let elements: [JSON]

    /// Nil for a variable of one value.
    package init?(_ text: String) {
        guard text.utf8.first == .openBracket, let root = (try? JSONDocument(text))?.root,
            case .array(let elements) = JSON(root)
        else { return nil }
        self.elements = elements
    }

    /// The number of values and the first few: `3 values: INC0010001, INC0010002, …`.
    package var summary: String {
        let shown = elements.prefix(3).map { element in
            let text = element.plainText
            return text.count > 24 ? text.prefix(24) + "…" : text
        }
        let text = shown.joined(separator: ", ") + (elements.count > shown.count ? ", …" : "")
        return Phrase.counted(elements.count, "value") + (text.isEmpty ? "" : ": " + text)
    }
}

/// The syntax of variable names.
package enum VariableName {
    /// A letter or `_`, then letters, digits, `_` and `-`.
    package static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, ASCII.isLetter(first) || first == .underscore else { return false }
        return name.utf8.allSatisfy { $0.isNameByte || $0 == .dash }
    }
}
