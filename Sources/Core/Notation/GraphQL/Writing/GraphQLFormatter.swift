extension GraphQL {
    /// A document's text in the standard layout, keeping comments, the quoting of strings and empty lines between
    /// fields. There is no final line feed. Formatting is idempotent.
    ///
    /// - Parameter folds: whether the plain fields of a plain field are on its line if they fit.
    package static func format(_ text: String, folds: Bool = false) throws(SyntaxError) -> String {
        let bytes = Array(text.utf8)
        _ = try Document(bytes: bytes)
        var formatter = Formatter(bytes, folds: folds)
        return formatter.document()
    }

    /// Writes the tokens of a valid document in the standard layout: two spaces per level, one field per line, arguments
    /// on one line up to 80 characters, else one per line.
    struct Formatter {
        private struct Comment {
            let text: String
            /// Whether the author left an empty line before it.
            let hasGap: Bool
        }

        private struct Word {
            let kind: Token.Kind
            let text: String
            var block: String?
            let comments: [Comment]
            let hasGap: Bool
            var trailingComment: String?
        }

        /// Whether an empty line may precede the next word. `first`: only after a comment.
        private enum Gap { case never, first, asWritten, always }

        private static let widest = 80

        private var words: [Word] = []
        private var comments: [Comment] = []
        private var position = 0
        /// The first word of the definition.
        private var start = 0
        private var out: [UInt8] = []
        private var column = 0
        private var indent = 0
        /// The indentation of the line that the next word begins; nil within a line.
        private var nextLine: Int?
        private var gap = Gap.never
        private var isJoined = false
        /// Whether a list is being written on one line, and whether it turned out not to fit.
        private var isFlat = false
        private var needsLines = false
        private let folds: Bool

        init(_ bytes: [UInt8], folds: Bool = false) {
            self.folds = folds
            var end = 0
            for token in Lexer.tokens(of: bytes) {
                let text = String(decoding: bytes[token.range], as: UTF8.self)
                let lineEnds = Self.lineEnds(bytes[end..<token.range.lowerBound])
                end = token.range.upperBound
                guard token.kind == .comment else {
                    var word = Word(kind: token.kind, text: text, comments: comments, hasGap: lineEnds > 1)
                    if token.kind == .blockString {
                        let text = StringParser.block(bytes, token.range)
                        if StringWriter.canBeBlock(text) { word.block = text }
                    }
                    words.append(word)
                    comments = []
                    continue
                }
                var comment = text
                while let last = comment.last, last == " " || last == "\t" { comment.removeLast() }
                if lineEnds == 0, comments.isEmpty, !words.isEmpty {
                    words[words.count - 1].trailingComment = comment
                } else {
                    comments.append(Comment(text: comment, hasGap: lineEnds > 1))
                }
            }
        }

        private static func lineEnds(_ space: ArraySlice<UInt8>) -> Int {
            // CR LF is one line end.
            space.indices.count { place in
                space[place] == 0x0A || space[place] == 0x0D && !space[(place + 1)...].starts(with: [0x0A])
            }
        }

        mutating func document() -> String {
            while position < words.count {
                start = position
                nextLine = 0
                gap = start == 0 ? .first : .always
                while !isAt("{") { wordOrList() }
                selections()
            }
            for comment in comments {
                nextLine = 0
                write(comment.text, hasGap: comment.hasGap)
            }
            return String(decoding: out, as: UTF8.self)
        }

        private mutating func selections(isPlain: Bool = false) {
            let names = words[(position + 1)...].prefix { $0.kind == .name }
            let isShort = column + names.reduce(4) { $0 + $1.text.utf8.count + 1 } <= Self.widest
            if folds, isPlain, isShort, words[names.endIndex].text == "}" {
                for _ in 0..<names.count + 2 { word() }
                return
            }
            word()
            indent += 2
            var isFirst = true
            while !isAt("}") {
                nextLine = indent
                gap = isFirst ? .first : .asWritten
                isFirst = false
                let field = position
                repeat {
                    if isAt("{") {
                        selections(isPlain: position == field + 1 && words[field].kind == .name)
                    } else {
                        wordOrList()
                    }
                } while !isAt("}") && !beginsSelection
            }
            closing(isLines: true)
        }

        /// Whether the next word begins a selection, and not the name of a field behind its alias, of a directive or of a
        /// fragment.
        private var beginsSelection: Bool {
            let word = words[position], last = words[position - 1]
            guard word.kind == .name else { return word.kind == .spread }
            let isType = last.text == "on" && words[position - 2].kind == .spread
            return ![":", "@"].contains(last.text) && last.kind != .spread && !isType
        }

        private mutating func wordOrList() { if ["(", "[", "{"].contains(where: isAt) { list() } else { word() } }

        /// The items between two brackets, on one line if they fit and contain no comment.
        private mutating func list() {
            if !isFlat {
                let before = (position, column, indent, nextLine, gap), end = out.count
                (isFlat, needsLines) = (true, false)
                items()
                isFlat = false
                let following = position < words.count && isAt("{") ? 2 : 0
                if !needsLines, column + following <= Self.widest { return }
                (position, column, indent, nextLine, gap) = before
                out.removeLast(out.count - end)
            }
            items()
            // The rest of the line would be in the comment.
            if isFlat, words[position - 1].trailingComment != nil { needsLines = true }
        }

        private mutating func items() {
            let isArray = isAt("[")
            word()
            indent += 2
            var isFirst = true
            while !isAtEnd {
                if !isFlat { nextLine = indent } else if !isFirst { write(",") }
                isJoined = isFirst
                isFirst = false
                repeat { wordOrList() } while !isAtEnd && !beginsItem(ofArray: isArray)
            }
            closing(isLines: false, breaks: !isFlat)
        }

        private var isAtEnd: Bool { [")", "]", "}"].contains(where: isAt) }

        /// Whether the next word begins a value of an array, a variable, an argument or a field of an object.
        private func beginsItem(ofArray isArray: Bool) -> Bool {
            let word = words[position], last = words[position - 1].text
            if last == "$" { return false }
            if isArray { return word.text != "!" }
            return word.text == "$" ? last != ":" : word.kind == .name && words[position + 1].text == ":"
        }

        private func isAt(_ text: String) -> Bool { words[position].text == text }

        private mutating func word() {
            let word = words[position], isApart = isApart
            position += 1
            let isOneLine = word.block.map(StringWriter.isOneLine) ?? true
            if !isOneLine || !word.comments.isEmpty || word.trailingComment != nil { needsLines = true }
            for comment in word.comments {
                let line = nextLine ?? indent + 2
                nextLine = line
                write(comment.text, hasGap: allowsGap(comment.hasGap))
                if gap != .never { gap = .asWritten }
                nextLine = line
            }
            if isApart, nextLine == nil { write(" ") }
            let text = word.block.map { StringWriter.block($0, indent: indent) } ?? word.text
            write(text, hasGap: allowsGap(word.hasGap))
            (gap, isJoined) = (.never, false)
            writeTrailing(word)
        }

        /// Whether a blank precedes the next word within a line.
        private var isApart: Bool {
            guard position > 0, !isJoined else { return false }
            let word = words[position], last = words[position - 1]
            switch word.text {
            case ":", "!": return false
            case "(": return position == start + 1 && OperationKind(rawValue: last.text) != nil
            default:
                return !["$", "@"].contains(last.text) && (last.kind != .spread || word.kind != .name || isAt("on"))
            }
        }

        /// The closing bracket of a group, with the comments before it inside.
        private mutating func closing(isLines: Bool, breaks: Bool = true) {
            let word = words[position]
            position += 1
            for comment in word.comments {
                needsLines = true
                nextLine = indent
                write(comment.text, hasGap: comment.hasGap && isLines)
            }
            indent -= 2
            nextLine = breaks ? indent : nil
            isJoined = false
            write(word.text)
            writeTrailing(word)
        }

        private mutating func writeTrailing(_ word: Word) {
            guard let comment = word.trailingComment else { return }
            write(" " + comment)
            nextLine = indent + 2
        }

        private func allowsGap(_ hasGap: Bool) -> Bool {
            switch gap {
            case .never, .first: false
            case .always: true
            case .asWritten: hasGap
            }
        }

        private mutating func write(_ text: String, hasGap: Bool = false) {
            if let indent = nextLine {
                if !out.isEmpty { out += (hasGap ? "\n\n" : "\n").utf8 }
                out += String(repeating: " ", count: indent).utf8
                column = indent
                nextLine = nil
            }
            out += text.utf8
            let line = text.utf8.lastIndex(of: 0x0A).map { text[$0...].dropFirst() }
            column = (line == nil ? column : 0) + (line ?? text[...]).unicodeScalars.count
        }
    }
}
