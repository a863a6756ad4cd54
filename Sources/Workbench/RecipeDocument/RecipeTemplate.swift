package import CommandLanguage

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
