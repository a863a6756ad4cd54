extension GraphQL {
    /// Lays out pieces: two spaces per level, one item per line, lists on one line if it fits. The result depends only
    /// on words and comments, so the layout is idempotent.
    struct Layout {
        static let widest = 80

        private struct Frame {
            let kind: Group.Kind
            let isBroken: Bool
            let indent: Int
            var isFirst = true
        }

        private let folds: Bool
        private var out = ""
        private var column = 0
        /// The indentation of the line that the next word begins; nil within a line.
        private var nextLine: Int?
        private var isItemStart = true

        /// - Parameter folds: whether the plain fields of a plain field are on its line if they fit.
        static func text(of pieces: [Piece], ending comments: [Comment] = [], folds: Bool = false) -> String {
            var layout = Layout(folds: folds)
            var frame = Frame(kind: .lines, isBroken: true, indent: 0)
            layout.write(pieces, &frame)
            for comment in comments {
                layout.nextLine = 0
                layout.write(comment.text, hasGap: comment.hasGap)
            }
            return layout.out
        }

        private init(folds: Bool) { self.folds = folds }

        private mutating func write(_ item: [Piece], _ frame: inout Frame) {
            for (place, piece) in item.enumerated() {
                let before = place > 0 ? item[place - 1] : nil
                switch piece {
                case .word(let word):
                    var isBracket = false
                    if case .group(let group)? = before { isBracket = group.kind != .definitions }
                    write(word, isBracket: isBracket, &frame)
                case .group(let group) where isFolded(group, in: item, at: place):
                    for field in group.items {
                        put(" ")
                        isItemStart = true
                        write(field, &frame)
                    }
                    put(" ")
                case .group(let group):
                    var breaks = group.mustBreak
                    if case .word(let word)? = before, word.trailingComment != nil { breaks = true }
                    write(group, mustBreak: breaks, before: item[(place + 1)...], in: frame)
                }
            }
        }

        private mutating func write(_ group: Group, mustBreak: Bool, before rest: ArraySlice<Piece>, in frame: Frame) {
            var comments: [Comment] = []
            if group.kind != .definitions, case .word(let bracket)? = rest.first { comments = bracket.comments }
            let isBroken =
                switch group.kind {
                case .lines, .definitions: true
                // The content of a list that fits also fits.
                case .list:
                    mustBreak || !comments.isEmpty
                        || frame.isBroken && column + group.width + Self.width(of: rest) > Self.widest
                }
            let indent = group.kind == .definitions || !isBroken ? frame.indent : frame.indent + 2
            var inside = Frame(kind: group.kind, isBroken: isBroken, indent: indent)
            for item in group.items {
                begin(&inside)
                write(item, &inside)
            }
            isItemStart = false
            guard isBroken, group.kind != .definitions else { return }
            for comment in comments {
                nextLine = inside.indent
                write(comment.text, hasGap: comment.hasGap && group.kind == .lines)
            }
            nextLine = frame.indent
        }

        private func isFolded(_ group: Group, in item: [Piece], at place: Int) -> Bool {
            func isName(_ item: ArraySlice<Piece>) -> Bool {
                guard item.count == 1, case .word(let word)? = item.first else { return false }
                return Name.isName(word.text)
            }
            return folds && place == 2 && group.kind == .lines && isName(item[..<1])
                && group.items.allSatisfy { isName($0[...]) }
                && column + group.width - group.items.count + 4 <= Self.widest
        }

        /// The width of the words up to the next group.
        private static func width(of rest: ArraySlice<Piece>) -> Int {
            var width = 0
            for case .word(let word) in rest.prefix(while: { if case .word = $0 { true } else { false } }) {
                width += word.width + (word.isApart ? 1 : 0)
                if word.trailingComment != nil { break }
            }
            return width
        }

        private mutating func begin(_ frame: inout Frame) {
            isItemStart = true
            if frame.isBroken {
                nextLine = frame.indent
            } else if !frame.isFirst {
                put(", ")
            }
            switch frame.kind {
            // Empty lines at the start of a block are dropped; definitions are always separated by one.
            case .lines: break
            case .definitions: frame.isFirst = true
            case .list: frame.isFirst = false
            }
        }

        private mutating func write(_ word: Word, isBracket: Bool, _ frame: inout Frame) {
            if !isBracket {
                for comment in word.comments {
                    let line = nextLine ?? frame.indent + 2
                    nextLine = line
                    write(comment.text, hasGap: allowsGap(comment.hasGap, frame))
                    frame.isFirst = false
                    nextLine = line
                }
            }
            let hasGap = allowsGap(word.hasGap, frame)
            let text = word.block.map { StringWriter.block($0, indent: frame.indent) } ?? word.text
            let isApart = word.isApart && !isItemStart && nextLine == nil
            write((isApart ? " " : "") + text, hasGap: hasGap)
            if isItemStart { frame.isFirst = false }
            isItemStart = false
            if let trailingComment = word.trailingComment {
                put(" " + trailingComment)
                nextLine = frame.indent + 2
            }
        }

        /// Whether an empty line precedes an item or its first comment.
        private func allowsGap(_ hasGap: Bool, _ frame: Frame) -> Bool {
            guard isItemStart else { return false }
            return switch frame.kind {
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
