extension GraphQL {
    /// A document's text in the layout of `Document.text`, with its comments where they were, its strings as they were quoted,
    /// and an empty line where the author left some between fields. No line feed at its end. A formatted text stays as it is.
    package static func format(_ text: String) throws(SyntaxError) -> String {
        let bytes = Array(text.utf8)
        var list = PieceList()
        list.document(try Document(bytes: bytes))
        let written = WrittenWords(bytes)
        // A text whose words are not those of its document would be a mistake here; nothing of it may be lost.
        guard let pieces = dressed(list.pieces, in: written.words) else { return text }
        return Layout.text(of: pieces, ending: written.ending)
    }

    /// The pieces of a document with the words as they were written.
    private static func dressed(_ pieces: [Piece], in words: [WrittenWords.Written]) -> [Piece]? {
        var dressed: [Piece] = []
        dressed.reserveCapacity(pieces.count)
        var rest = words[...]
        for piece in pieces {
            guard case .word(var word) = piece else {
                dressed.append(piece)
                continue
            }
            // A query that is nothing but its key word and its fields is written without the word; the author's stays.
            if word.text == "{", let first = rest.first, first.kind == .name, first.word.text == "query" {
                dressed.append(.word(first.word))
                rest.removeFirst()
                word.isApart = true
            }
            guard let written = rest.popFirst() else { return nil }
            let isText = written.kind == .string || written.kind == .blockString
            guard isText || written.word.text == word.text else { return nil }
            let isApart = word.isApart
            word = written.word
            word.isApart = isApart
            dressed.append(.word(word))
        }
        return rest.isEmpty ? dressed : nil
    }
}
