extension GraphQL {
    /// Writes pieces as text: two blanks further in for each level, one item a line, lists on one line while the line fits.
    /// What it writes depends on the words and their comments alone, so that its own text is laid out the same again.
    struct Layout {
        /// How many characters a line with a list in it may have.
        static let widest = 80

        private struct Frame {
            var group: Group
            /// Whether each item has a line of its own.
            var isBroken: Bool
            /// Where the items begin.
            var indent: Int
            var isFirst = true
        }

        private let pieces: [Piece]
        private let measure: Measure
        private var frames = [Frame(group: .lines, isBroken: true, indent: 0)]
        private var out = ""
        private var column = 0
        /// Where the line that the next word begins is indented to; nil within a line.
        private var nextLine: Int?
        /// Whether the next word is the first of its item.
        private var isItemStart = true

        /// The text of the pieces, without a line feed at its end.
        static func text(of pieces: [Piece], ending comments: [Comment] = []) -> String {
            var layout = Layout(pieces)
            layout.run()
            for comment in comments {
                layout.nextLine = 0
                layout.write(comment.text, hasGap: comment.hasGap)
            }
            return layout.out
        }

        private init(_ pieces: [Piece]) {
            self.pieces = pieces
            measure = Measure(pieces)
        }

        private var frame: Frame { frames[frames.count - 1] }

        private mutating func run() {
            for index in pieces.indices {
                switch pieces[index] {
                case .word(let word): write(word, at: index)
                case .open(let group): open(group, at: index)
                case .item: item()
                case .close: close(at: index)
                }
            }
        }

        private mutating func open(_ group: Group, at index: Int) {
            let isBroken =
                switch group {
                case .lines, .definitions: true
                // What is inside a list that fits, fits.
                case .list:
                    measure.mustBreak(at: index)
                        || frame.isBroken && column + measure.width(from: index) > Self.widest
                }
            let indent = group == .definitions || !isBroken ? frame.indent : frame.indent + 2
            frames.append(Frame(group: group, isBroken: isBroken, indent: indent))
        }

        private mutating func item() {
            let frame = frame
            isItemStart = true
            if frame.isBroken {
                nextLine = frame.indent
            } else if !frame.isFirst {
                put(", ")
            }
            switch frame.group {
            // The author's empty lines do not count in front of the first line of a block, and there always is one in front
            // of a definition.
            case .lines: break
            case .definitions: frames[frames.count - 1].isFirst = true
            case .list: frames[frames.count - 1].isFirst = false
            }
        }

        /// Comments in front of the closing bracket stand where the items do.
        private mutating func close(at index: Int) {
            let closed = frames.removeLast()
            isItemStart = false
            guard closed.isBroken else { return }
            switch closed.group {
            case .lines, .list:
                for comment in bracketComments(behind: index) {
                    nextLine = closed.indent
                    write(comment.text, hasGap: comment.hasGap && closed.group == .lines)
                }
                nextLine = frame.indent
            case .definitions: break
            }
        }

        private func bracketComments(behind index: Int) -> [Comment] {
            guard index + 1 < pieces.count, case .word(let bracket) = pieces[index + 1] else { return [] }
            return bracket.comments
        }

        private mutating func write(_ word: Word, at index: Int) {
            let isBracket = index > 0 && measure.isBracketClose(at: index - 1)
            if !isBracket {
                for comment in word.comments {
                    let line = nextLine ?? frame.indent + 2
                    nextLine = line
                    write(comment.text, hasGap: mayGap(comment.hasGap))
                    frames[frames.count - 1].isFirst = false
                    nextLine = line
                }
            }
            let hasGap = mayGap(word.hasGap)
            let text = word.block.map { StringWriting.block($0, indent: frame.indent) } ?? word.text
            let isApart = word.isApart && !isItemStart && nextLine == nil
            write((isApart ? " " : "") + text, hasGap: hasGap)
            if isItemStart { frames[frames.count - 1].isFirst = false }
            isItemStart = false
            if let remark = word.remark {
                put(" " + remark)
                nextLine = frame.indent + 2
            }
        }

        /// Whether an empty line stands in front of an item or its first comment.
        private func mayGap(_ hasGap: Bool) -> Bool {
            guard isItemStart else { return false }
            return switch frame.group {
            case .definitions: frame.isFirst || hasGap
            case .lines: !frame.isFirst && hasGap
            case .list: false
            }
        }

        private mutating func write(_ text: String, hasGap: Bool) {
            if let indent = nextLine {
                if !out.isEmpty { out += hasGap ? "\n\n" : "\n" }
                out += String(repeating: " ", count: indent)
                column = indent
                nextLine = nil
            }
            put(text)
        }

        private mutating func put(_ text: String) {
            out += text
            if let end = text.utf8.lastIndex(of: 0x0A) {
                column = text[end...].unicodeScalars.count - 1
            } else {
                column += text.unicodeScalars.count
            }
        }
    }
}
