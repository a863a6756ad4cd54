package import LineEditing
import Notation

/// The argument that contains a document, at the cursor.
package struct DocumentWord {
    /// The document, including the text after the cursor. A variable of the prompt is replaced by as many `_` as it has
    /// bytes, because its value is not known.
    package let text: String
    /// The cursor's offset in the document, in UTF-8 bytes.
    package let offset: Int
    private let point: CompletionPoint
    private let word: Word
    /// The prompt variables before the cursor.
    private let variables: [Range<Int>]
    private let isBare: Bool

    package init(_ word: Word, at point: CompletionPoint) {
        self.word = word
        self.point = point
        let (before, variables, isBare) = DocumentWord.text(of: word)
        let all = point.wholeWord(word).map { DocumentWord.text(of: $0).text }
        self.variables = variables
        self.isBare = isBare
        offset = before.count
        text = String(decoding: all.flatMap { $0.starts(with: before) ? $0 : nil } ?? before, as: UTF8.self)
    }

    /// The document in a complete word.
    static func document(in word: Word) -> String { String(decoding: text(of: word).text, as: UTF8.self) }

    private static func text(of word: Word) -> (text: [UInt8], variables: [Range<Int>], isBare: Bool) {
        var found: [UInt8] = []
        var variables: [Range<Int>] = []
        var reached = word.span.lowerBound
        var isBare = true
        for piece in word.pieces {
            let start = found.count
            let span: Range<Int>
            switch piece {
            case .text(let text, let place, _):
                found += text.utf8
                span = place
            case .variable(_, let place):
                found += Array(repeating: .underscore, count: place.count)
                span = place
                variables.append(start..<found.count)
            }
            if span.lowerBound != reached || span.count != found.count - start { isBare = false }
            reached = span.upperBound
        }
        return (found, variables, isBare && reached == word.span.upperBound)
    }

    /// Whether the document's quotes are closed before the cursor, so that it cannot continue.
    var isOver: Bool {
        !isBare && point.opening != .singleQuote && point.opening != .doubleQuote && !word.pieces.isEmpty
    }

    /// Whether a colon follows the cursor.
    package var isBeforeColon: Bool {
        text.utf8.dropFirst(offset).first { !ASCII.isSpace($0) } == UInt8(ascii: ":")
    }

    /// Offers candidates for the part of the document from `start` to the cursor.
    package func offer(_ candidates: [Candidate], from start: Int) -> Completions {
        let none = point.offer([], in: word, from: CompletionPoint.text(of: word).utf8.count)
        // The value of a variable cannot be rewritten.
        guard !candidates.isEmpty, !isOver, !variables.contains(where: { $0.upperBound > start }) else { return none }
        if isBare {
            let place = word.span.lowerBound + start
            return Completions(replacing: place..<point.bytes.count, with: candidates.map { $0.written($0.name) })
        }
        let offset = start - variables.reduce(0) { $0 + $1.count }
        return point.offer(candidates, in: word, from: offset, mayRewrite: false)
    }
}
