package import CommandLanguage

/// A text of a recipe with variables in it: a compared value, a used recipe's parameter, a line of expected output.
///
/// `{{name}}` is a variable, whose name may hold dots; `\{{` is two braces.
package struct RecipeTemplate: Sendable, Hashable {
    package enum Piece: Sendable, Hashable {
        case text(String)
        /// A variable, and where it is in UTF-8 bytes of the text.
        case variable(String, span: Range<Int>)
    }

    package let pieces: [Piece]

    /// Cuts a text, in one pass. Braces that are no variable are text.
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

    /// The text of a word, so that reading it gives the word's pieces.
    package init(_ word: Word) { self.init(RecipeTemplate.text(of: word)) }

    /// How a word is written without its quotes: variables stay, braces that are none are marked.
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

    /// The text with values in the place of variables; nil from `value` leaves the variable as it is written.
    package func expanded(_ value: (String) -> String?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .variable(let name, _): value(name) ?? "{{\(name)}}"
            }
        }.joined()
    }

    /// The first variable that has no value; nil when all have one.
    package func firstUnknown(_ value: (String) -> String?) -> (name: String, span: Range<Int>)? {
        variables.first { value($0.name) == nil }
    }
}
