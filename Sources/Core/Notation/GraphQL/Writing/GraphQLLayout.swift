extension GraphQL {
    /// Lays out pieces: two spaces per level, one item per line, lists on one line if it fits. The result depends only
    /// on words and comments, so the layout is idempotent.
    struct Layout {
        static let widest = 80

        private struct Frame {
            var group: Group
            var isBroken: Bool
            var indent: Int
            var isFirst = true
        }

        private let pieces: [Piece]
        private let measure: Measure
        private var frames = [Frame(group: .lines, isBroken: true, indent: 0)]
        private var out = ""
        private var column = 0
        /// The indentation of the line that the next word begins; nil within a line.
        private var nextLine: Int?
        private var isItemStart = true

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
                // The content of a list that fits also fits.
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
            // Empty lines at the start of a block are dropped; definitions are always separated by one.
            case .lines: break
            case .definitions: frames[frames.count - 1].isFirst = true
            case .list: frames[frames.count - 1].isFirst = false
            }
        }

        private mutating func close(at index: Int) {
            let closed = frames.removeLast()
            isItemStart = false
            guard closed.isBroken, closed.group != .definitions else { return }
            for comment in bracketComments(behind: index) {
                nextLine = closed.indent
                write(comment.text, hasGap: comment.hasGap && closed.group == .lines)
            }
            nextLine = frame.indent
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
                    write(comment.text, hasGap: allowsGap(comment.hasGap))
                    frames[frames.count - 1].isFirst = false
                    nextLine = line
                }
            }
            let hasGap = allowsGap(word.hasGap)
            let text = word.block.map { StringWriter.block($0, indent: frame.indent) } ?? word.text
            let isApart = word.isApart && !isItemStart && nextLine == nil
            write((isApart ? " " : "") + text, hasGap: hasGap)
            if isItemStart { frames[frames.count - 1].isFirst = false }
            isItemStart = false
            if let trailingComment = word.trailingComment {
                put(" " + trailingComment)
                nextLine = frame.indent + 2
            }
        }

        /// Whether an empty line precedes an item or its first comment.
        private func allowsGap(_ hasGap: Bool) -> Bool {
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

    /// The width of groups on one line, and whether they may be on one, in constant time for any group except for the
    /// words directly after it.
    struct Measure {
        private let pieces: [Piece]
        private var widths: [Int] = [0]
        /// The number of required line ends before each piece.
        private var breaks: [Int] = [0]
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
            !word.comments.isEmpty || word.trailingComment != nil || word.block.map(StringWriter.isOneLine) == false
        }

        /// Whether the group that opens there contains a comment or a block string, which do not fit on one line.
        func mustBreak(at open: Int) -> Bool {
            let close = partner[open]
            if breaks[close] > breaks[open] { return true }
            if open > 0, case .word(let word) = pieces[open - 1], word.trailingComment != nil { return true }
            guard isBracketClose(at: close), close + 1 < pieces.count, case .word(let word) = pieces[close + 1] else {
                return false
            }
            return !word.comments.isEmpty
        }

        func width(from open: Int) -> Int {
            var end = partner[open]
            while end + 1 < pieces.count, case .word(let word) = pieces[end + 1] {
                end += 1
                if word.trailingComment != nil { break }
            }
            return widths[end + 1] - widths[open]
        }

        func isBracketClose(at close: Int) -> Bool {
            guard case .close = pieces[close], case .open(let group) = pieces[partner[close]] else { return false }
            return group != .definitions
        }
    }
}
