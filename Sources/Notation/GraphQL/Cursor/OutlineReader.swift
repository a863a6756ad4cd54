extension GraphQL {
    /// Reads loose tokens into an outline, in one pass and without recursion: what does not fit is passed over, and a
    /// bracket that closes another than the one before it closes what is between them as well.
    struct OutlineReader {
        /// What was read last in a frame, which says what may follow.
        enum State: Hashable {
            /// Something new may begin.
            case ready
            /// Behind `query`, behind `fragment`, behind a fragment's name, and where only braces may follow.
            case operation, fragment, fragmentName, head
            /// Behind a field's name; behind `alias:` and behind the name that follows it; behind `...`; behind `on`.
            case field, alias, aliased, spread, on
            /// Behind `@`, and behind a directive's name.
            case at, directive(String)
            /// Behind the name of an argument, a colon, a `$`.
            case name(String), colon(String), dollar(String)
            /// Behind a variable's type, or a part of it.
            case type
        }

        let bytes: [UInt8]
        let tokens: [LooseToken]
        var outline = Outline()
        /// The frames that are open, outermost first, each with its state.
        private(set) var stack: [(frame: Int, state: State)] = [(0, .ready)]
        /// What the next brace belongs to, by frame.
        private var pending: [Int: Outline.Frame.Owner] = [:]

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            tokens = Lexer.looseTokens(of: bytes).filter { !$0.range.isEmpty }
        }

        mutating func run() {
            for index in tokens.indices { read(index) }
        }

        var top: (frame: Int, state: State) { stack[stack.count - 1] }

        var frame: Outline.Frame { outline.frames[top.frame] }

        /// What the next brace in the innermost frame belongs to.
        var owner: Outline.Frame.Owner? { pending[top.frame] }

        mutating func enter(_ state: State) { stack[stack.count - 1].state = state }

        mutating func expectBraces(of owner: Outline.Frame.Owner?) { pending[top.frame] = owner }

        mutating func open(_ kind: Outline.Frame.Kind, of owner: Outline.Frame.Owner) {
            outline.frames.append(.init(kind, of: owner, in: top.frame))
            stack.append((outline.frames.count - 1, .ready))
        }

        /// Closes the innermost frame that `fits`, with all inside it; nothing when a frame `bars` the way to it.
        mutating func close(_ fits: Set<Outline.Frame.Kind>, barredBy bars: Set<Outline.Frame.Kind> = []) {
            for place in stack.indices.reversed() where place > 0 {
                let kind = outline.frames[stack[place].frame].kind
                if fits.contains(kind) { return stack.removeSubrange(place...) }
                if bars.contains(kind) { return }
            }
        }

        func text(_ token: LooseToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

        /// Reads one token in the state that the tokens before it left.
        mutating func read(_ index: Int) {
            let token = tokens[index]
            guard let kind = token.kind, kind != .comment else { return }
            if kind == .name, stack.count > 1, beginsDefinition(index) {
                stack.removeSubrange(1...)
                enter(.ready)
                expectBraces(of: nil)
            }
            switch kind {
            case .punctuator(UInt8(ascii: "}")): return close([.object, .selections])
            case .punctuator(UInt8(ascii: ")")): return close([.arguments, .variables], barredBy: [.selections])
            case .punctuator(UInt8(ascii: "]")) where frame.kind != .variables:
                return close([.list], barredBy: [.selections, .arguments, .variables, .object])
            case .punctuator(UInt8(ascii: "{")): while lacksBracket { stack.removeLast() }
            default: break
            }
            switch frame.kind {
            case .document: readInDocument(index, kind)
            case .selections: readInSelections(index, kind)
            case .variables: readInVariables(index, kind)
            case .arguments, .object, .list: readInValues(index, kind)
            }
        }

        /// Whether a brace here shows that a bracket before it was never closed.
        private var lacksBracket: Bool {
            switch (frame.kind, top.state) {
            case (.arguments, .colon), (.variables, .colon("=")): false
            case (.arguments, _), (.variables, _): true
            default: false
            }
        }

        /// Whether a definition begins at a name for certain, so that all braces before it were left open.
        private func beginsDefinition(_ index: Int) -> Bool {
            func isName(_ distance: Int, _ word: String? = nil) -> Bool {
                guard index + distance < tokens.count, tokens[index + distance].kind == .name else { return false }
                return word.map { $0 == text(tokens[index + distance]) } ?? true
            }
            func isSign(_ distance: Int, _ sign: Unicode.Scalar) -> Bool {
                index + distance < tokens.count && tokens[index + distance].kind == .punctuator(UInt8(ascii: sign))
            }
            // Both words have at least this length; most names are told by it.
            guard tokens[index].range.count >= 5 else { return false }
            let word = text(tokens[index])
            if word == "fragment" { return isName(1) && isName(2, "on") && isName(3) }
            guard OperationKind(rawValue: word) != nil else { return false }
            let head = isName(1) ? 2 : 1
            return isSign(head, "(") && isSign(head + 1, "$")
        }
    }
}
