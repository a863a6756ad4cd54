extension GraphQL {
    /// How wide groups of pieces are on one line, and whether they can stand on one. Each question takes the same short time
    /// wherever a group begins, but for the words right behind it.
    struct Measure {
        private let pieces: [Piece]
        /// The width of everything before a piece, on one line.
        private var widths: [Int] = [0]
        /// How often a line must end before a piece.
        private var breaks: [Int] = [0]
        /// Where the group that opens, or closes, at a piece closes, or opens; itself for other pieces.
        private var partner: [Int]

        init(_ pieces: [Piece]) {
            self.pieces = pieces
            partner = Array(pieces.indices)
            widths.reserveCapacity(pieces.count + 1)
            breaks.reserveCapacity(pieces.count + 1)
            var open: [(index: Int, isFirst: Bool)] = []
            var isItemStart = true
            for (index, piece) in pieces.enumerated() {
                var width = 0
                var ends = 0
                switch piece {
                case .word(let word):
                    width = Measure.width(of: word) + (word.isApart && !isItemStart ? 1 : 0)
                    ends = Measure.mustBreak(word) ? 1 : 0
                    isItemStart = false
                case .open: open.append((index, true))
                case .item:
                    isItemStart = true
                    guard let last = open.indices.last else { break }
                    width = open[last].isFirst ? 0 : 2
                    open[last].isFirst = false
                case .close:
                    isItemStart = false
                    guard let last = open.popLast() else { break }
                    partner[index] = last.index
                    partner[last.index] = index
                }
                widths.append(widths[index] + width)
                breaks.append(breaks[index] + ends)
            }
        }

        private static func width(of word: Word) -> Int {
            word.block.map { $0.unicodeScalars.count + 6 } ?? word.text.unicodeScalars.count
        }

        private static func mustBreak(_ word: Word) -> Bool {
            !word.comments.isEmpty || word.remark != nil || word.block.map(StringWriting.isOneLine) == false
        }

        /// Whether a group that opens there holds what cannot stand on one line: a comment, a block string.
        func mustBreak(at open: Int) -> Bool {
            let close = partner[open]
            if breaks[close] > breaks[open] { return true }
            if open > 0, case .word(let word) = pieces[open - 1], word.remark != nil { return true }
            guard isBracketClose(at: close), close + 1 < pieces.count, case .word(let word) = pieces[close + 1] else {
                return false
            }
            return !word.comments.isEmpty
        }

        /// The width of a group that opens there, and of the words behind it up to where a line could end.
        func width(from open: Int) -> Int {
            var end = partner[open]
            while end + 1 < pieces.count, case .word(let word) = pieces[end + 1] {
                end += 1
                if word.remark != nil { break }
            }
            return widths[end + 1] - widths[open]
        }

        /// Whether the word behind a piece is the closing bracket of a group.
        func isBracketClose(at close: Int) -> Bool {
            guard case .close = pieces[close], case .open(let group) = pieces[partner[close]] else { return false }
            return group != .definitions
        }
    }
}
