extension GraphQL {
    /// The words of a text as its author wrote them, each with the comments around it.
    struct WrittenWords {
        struct Written {
            var kind: Token.Kind
            var word: Word
        }

        /// All but comments.
        private(set) var words: [Written] = []
        /// The comments behind the last word.
        private(set) var ending: [Comment] = []

        private let bytes: [UInt8]
        /// Where the last word, and the last token of any kind, ends.
        private var wordEnd = 0
        private var tokenEnd = 0

        /// The words of a text without faults.
        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            for token in Lexer.tokens(of: bytes).tokens {
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
                words[last].word.remark = comment
            } else {
                ending.append(Comment(text: comment, hasGap: hasGap(before: token)))
            }
        }

        private mutating func word(_ token: Token) {
            var word = Word(String(decoding: bytes[token.range], as: UTF8.self), isApart: true)
            if token.kind == .blockString {
                let text = StringReading.block(bytes, token.range)
                if StringWriting.canBeBlock(text) { word.block = text }
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
                // A carriage return with a line feed is one line end.
                bytes[place] == 0x0A || bytes[place] == 0x0D && !(place + 1 < end && bytes[place + 1] == 0x0A)
            }
        }
    }
}
