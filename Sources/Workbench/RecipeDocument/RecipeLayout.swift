package import CommandLanguage
import Notation

/// The Markdown structure of a recipe: which lines are prose, and which are in a fenced block.
package struct RecipeLayout {
    package struct Fence {
        /// The first word of the info string: `snowdeck`, `params`, `json`; empty for none.
        package let language: String
        let opening: Int
        /// The indexes of the lines between the fences.
        package let content: Range<Int>
        let isClosed: Bool
        /// The indentation of the opening fence, which is removed from the content.
        let indent: Int
    }

    /// A part of the file, in order.
    package enum Part {
        case prose(Int)
        case fence(Fence)
    }

    /// The lines without their line breaks.
    package let lines: [String]
    package let parts: [Part]

    /// Splits a text into lines and blocks, in one pass. A byte order mark and carriage returns before line feeds are
    /// ignored.
    package init(_ text: String) {
        var bytes = Array(text.utf8)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        var lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).map { line in
            var line = line
            while line.last == .carriageReturn { line.removeLast() }
            return String(decoding: line, as: UTF8.self)
        }
        if lines.last == "" { lines.removeLast() }
        self.lines = lines
        var parts: [Part] = []
        var place = 0
        while place < lines.count {
            guard let mark = FenceMarker(lines[place]) else {
                parts.append(.prose(place))
                place += 1
                continue
            }
            var end = place + 1
            while end < lines.count, !mark.isClosed(by: lines[end]) { end += 1 }
            parts.append(
                .fence(
                    Fence(
                        language: mark.language, opening: place, content: place + 1..<end,
                        isClosed: end < lines.count, indent: mark.indent)))
            place = end + 1
        }
        self.parts = parts
    }

    /// A line of a block without the fence's indentation.
    package func line(_ index: Int, in fence: Fence) -> Substring {
        let blanks = min(fence.indent, lines[index].utf8.prefix { $0 == .space }.count)
        return Substring(lines[index].utf8.dropFirst(blanks))
    }

    /// The place of a part of a command that begins in a line.
    ///
    /// - Parameters:
    ///   - span: in bytes of the command.
    ///   - line: the number of its first line.
    package func place(of span: Range<Int>, in command: String, at line: Int) -> (line: Int, span: Range<Int>) {
        let before = command.utf8.prefix(span.lowerBound)
        let number = line + before.count { $0 == .lineFeed }
        let column = before.reversed().prefix { $0 != .lineFeed }.count
        let own = command.utf8.dropFirst(before.count - column).prefix { $0 != .lineFeed }
        guard lines.indices.contains(number - 1) else { return (number, 0..<0) }
        // A command ends its line except for blanks; its first line follows `> ` or `for row in `.
        let whole = lines[number - 1].utf8
        var shift = max(whole.count - own.count, 0)
        while shift > 0, !whole.dropFirst(shift).starts(with: own) { shift -= 1 }
        return (number, column + shift..<max(column, min(column + span.count, own.count)) + shift)
    }

    /// An opening fence: up to three blanks, at least three backticks or tildes, and an info string.
    private struct FenceMarker {
        let sign: UInt8
        let length: Int
        let indent: Int
        let language: String

        init?(_ line: String) {
            let bytes = line.utf8
            let indent = bytes.prefix { $0 == .space }.count
            let rest = bytes.dropFirst(indent)
            guard indent <= 3, let sign = rest.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else {
                return nil
            }
            let length = rest.prefix { $0 == sign }.count
            let info = rest.dropFirst(length)
            guard length >= 3, sign == UInt8(ascii: "~") || !info.contains(sign) else { return nil }
            self.sign = sign
            self.length = length
            self.indent = indent
            language = info.split(whereSeparator: ASCII.isSpace).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }

        func isClosed(by line: String) -> Bool {
            let bytes = line.utf8
            let indent = bytes.prefix { $0 == .space }.count
            let rest = bytes.dropFirst(indent)
            let signs = rest.prefix { $0 == sign }.count
            return indent <= 3 && signs >= length && rest.dropFirst(signs).allSatisfy(ASCII.isSpace)
        }
    }
}

/// A text with variables in a recipe: a compared value, a parameter of `use`, a line of expected output.
///
/// `{{name}}` is a variable, whose name may contain dots; `\{{` is two braces.
package struct RecipeTemplate: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case text(String)
        /// A variable, and its range in UTF-8 bytes of the text.
        case variable(String, span: Range<Int>)
    }

    let pieces: [Piece]

    /// Splits a text, in one pass. Braces that are not a variable are text.
    package init(_ text: String) {
        let bytes = Array(text.utf8)
        var pieces: [Piece] = []
        var run: [UInt8] = []
        func flush() {
            if !run.isEmpty { pieces.append(.text(String(decoding: run, as: UTF8.self))) }
            run = []
        }
        var place = 0
        while place < bytes.count {
            let isPair = place + 1 < bytes.count && bytes[place] == .openBrace && bytes[place + 1] == .openBrace
            if isPair, run.last == .backslash {
                run[run.count - 1] = .openBrace
                run.append(.openBrace)
                place += 2
            } else if isPair, let end = Lexer.variableEnd(in: bytes, from: place) {
                flush()
                pieces.append(.variable(String(decoding: bytes[place + 2..<end - 2], as: UTF8.self), span: place..<end))
                place = end
            } else {
                run.append(bytes[place])
                place += 1
            }
        }
        flush()
        self.pieces = pieces
    }

    /// The template of a word; parsing its text gives the word's pieces.
    package init(_ word: Word) { self.init(RecipeTemplate.text(of: word)) }

    /// A word without its quotes: variables are kept, other braces escaped.
    package static func text(of word: Word) -> String {
        word.pieces.map { piece in
            switch piece {
            case .variable(let name, _): "{{\(name)}}"
            case .text(let text, _, _):
                text.split(separator: "{{", omittingEmptySubsequences: false).joined(separator: "\\{{")
            }
        }.joined()
    }

    package var variables: [(name: String, span: Range<Int>)] {
        pieces.compactMap { if case .variable(let name, let span) = $0 { (name, span) } else { nil } }
    }

    /// The text with variables expanded; if `value` returns nil, the variable stays as written.
    package func expanded(_ value: (String) -> String?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .variable(let name, _): value(name) ?? "{{\(name)}}"
            }
        }.joined()
    }

    /// The first undefined variable; nil if all are defined.
    package func firstUnknown(_ value: (String) -> String?) -> (name: String, span: Range<Int>)? {
        variables.first { value($0.name) == nil }
    }
}

/// The syntax errors of a recipe, in the order of its lines.
package struct RecipeError: Error, Sendable, Hashable {
    package var path: String
    /// At least one, at most `RecipeError.most`.
    package var diagnostics: [RecipeDiagnostic]
    package var further: Int
    /// The lines of the diagnostics, by number.
    package var lines: [Int: String]

    /// The maximum number of diagnostics of a file.
    static let most = 50

    /// The diagnostics of a file; those beyond `most` are counted.
    ///
    /// - Parameter text: the lines of the file; the first has index 0.
    init(path: String, _ diagnostics: [RecipeDiagnostic], in text: [String]) {
        let sorted = diagnostics.sorted { ($0.line, $0.span.lowerBound) < ($1.line, $1.span.lowerBound) }
        self.path = path
        self.diagnostics = Array(sorted.prefix(RecipeError.most))
        further = max(0, sorted.count - RecipeError.most)
        lines = [:]
        for diagnostic in self.diagnostics where text.indices.contains(diagnostic.line - 1) {
            lines[diagnostic.line] = text[diagnostic.line - 1]
        }
    }
}

/// A syntax error of a recipe, and its position.
package struct RecipeDiagnostic: Sendable, Hashable {
    /// Counted from 1.
    package var line: Int
    /// The range in UTF-8 bytes of that line.
    package var span: Range<Int>
    package var message: String
    /// What to write instead.
    package var hints: [String] = []
}
