extension GraphQL.Document {
    /// The document in standard layout: two spaces per level, one field per line, arguments on one line up to 80
    /// characters, else one per line. There is no final line feed. Parsing it gives an equal value.
    package var text: String { GraphQL.PieceList.text { $0.document(self) } }
}

extension GraphQL.Definition {
    package var text: String { GraphQL.PieceList.text { $0.definition(self) } }
}

extension GraphQL.Selection {
    package var text: String { GraphQL.PieceList.text { $0.selection(self) } }
}

extension GraphQL.Value {
    package var text: String { GraphQL.PieceList.text { $0.value(self) } }
}

extension GraphQL {
    /// A document's text in the layout of `Document.text`, keeping comments, the quoting of strings and empty lines
    /// between fields. There is no final line feed. Formatting is idempotent.
    package static func format(_ text: String) throws(SyntaxError) -> String {
        let bytes = Array(text.utf8)
        var list = PieceList()
        list.document(try Document(bytes: bytes))
        let written = SourceWords(bytes)
        // If the words of the text and of its document differ, formatting is not safe, so the text is kept.
        guard let pieces = merged(list.pieces, in: written.words) else { return text }
        return Layout.text(of: pieces, ending: written.ending)
    }

    private static func merged(_ pieces: [Piece], in words: [SourceWords.Written]) -> [Piece]? {
        var merged: [Piece] = []
        merged.reserveCapacity(pieces.count)
        var rest = words[...]
        for piece in pieces {
            guard case .word(var word) = piece else {
                merged.append(piece)
                continue
            }
            // The layout omits `query` for an unnamed query; the author's keyword is kept.
            if word.text == "{", let first = rest.first, first.kind == .name, first.word.text == "query" {
                merged.append(.word(first.word))
                rest.removeFirst()
                word.isApart = true
            }
            guard let written = rest.popFirst() else { return nil }
            let isText = written.kind == .string || written.kind == .blockString
            guard isText || written.word.text == word.text else { return nil }
            let isApart = word.isApart
            word = written.word
            word.isApart = isApart
            merged.append(.word(word))
        }
        return rest.isEmpty ? merged : nil
    }

    /// The words of a text as written, each with its comments.
    struct SourceWords {
        struct Written {
            var kind: Token.Kind
            var word: Word
        }

        private(set) var words: [Written] = []
        private(set) var ending: [Comment] = []

        private let bytes: [UInt8]
        private var wordEnd = 0
        private var tokenEnd = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            for token in Lexer.tokens(of: bytes) {
                switch token.kind {
                case .comment: comment(token)
                default: word(token)
                }
                tokenEnd = token.range.upperBound
            }
        }

        private mutating func comment(_ token: Token) {
            var text = bytes[token.range]
            while let last = text.last, ASCII.isSpace(last) { text.removeLast() }
            let comment = String(decoding: text, as: UTF8.self)
            if let last = words.indices.last, ending.isEmpty, lineEnds(from: wordEnd, to: token.range.lowerBound) == 0 {
                words[last].word.trailingComment = comment
            } else {
                ending.append(Comment(text: comment, hasGap: hasGap(before: token)))
            }
        }

        private mutating func word(_ token: Token) {
            var word = Word(String(decoding: bytes[token.range], as: UTF8.self), isApart: true)
            if token.kind == .blockString {
                let text = StringParser.block(bytes, token.range)
                if StringWriter.canBeBlock(text) { word.block = text }
            }
            word.comments = ending
            word.hasGap = hasGap(before: token)
            ending = []
            words.append(Written(kind: token.kind, word: word))
            wordEnd = token.range.upperBound
        }

        private func hasGap(before token: Token) -> Bool { lineEnds(from: tokenEnd, to: token.range.lowerBound) > 1 }

        private func lineEnds(from start: Int, to end: Int) -> Int {
            bytes[start..<end].indices.count { place in
                // CR LF is one line end.
                bytes[place] == 0x0A || bytes[place] == 0x0D && !(place + 1 < end && bytes[place + 1] == 0x0A)
            }
        }
    }
}
