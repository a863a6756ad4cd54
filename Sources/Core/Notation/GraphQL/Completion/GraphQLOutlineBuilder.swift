extension GraphQL {
    /// Collects the outline of an incomplete document during parsing, and what may be typed at the cursor.
    struct OutlineBuilder {
        /// What may follow the last token.
        enum Expectation {
            case nothing, definition, on, selection, aliasedField, spread, typeCondition, variable, type, directive
            /// The name of an argument or object field.
            case item
            /// The value of this argument; empty inside a list.
            case value(of: String)

            var argument: String { if case .value(let name) = self { name } else { "" } }
        }

        private(set) var outline = Outline()
        /// The index of the token at the cursor, without comments and invalid tokens.
        let cursor: Int
        /// What may be typed at the cursor, and in which frame.
        private(set) var expected = Expectation.definition
        private(set) var frame = 0
        /// The last fragment that begins before the cursor.
        private(set) var lastFragment: String?
        /// The index of the variable whose definition contains the cursor.
        private(set) var variable: Int?
        /// Whether the cursor has been reached.
        var isOver = false

        /// The open frames, outermost first.
        private var stack = [0]
        private var operations = 0
        private var fragments = 0

        /// Parses a document.
        ///
        /// - Parameter cursor: the index of the token at the cursor.
        init(_ bytes: [UInt8], _ tokens: [Token], cursor: Int? = nil) {
            self.init(cursor: cursor.map { tokens[..<$0].count(where: \.isReadable) })
            var parser = Parser(bytes, tokens.filter(\.isReadable), recovery: self)
            let document = (try? parser.document()) ?? Document([])
            if let recovery = parser.recovery { self = recovery }
            outline.operations = document.operations.map { operation in
                Outline.Operation(
                    kind: operation.kind, name: operation.name?.text,
                    variables: operation.variables.map { variable in
                        var text: String?
                        if case .string(let value)? = variable.defaultValue?.kind { text = value }
                        return Outline.Variable(
                            name: variable.name.text, type: variable.type.text, defaultText: text,
                            hasDefault: variable.defaultValue != nil)
                    })
            }
            outline.fragments = document.fragments.filter { !$0.name.text.isEmpty }
                .map { Outline.Fragment(name: $0.name.text, type: $0.typeCondition.text) }
        }

        private init(cursor: Int?) { self.cursor = cursor ?? -1 }

        var top: Outline.Frame { outline.frames[stack[stack.count - 1]] }

        // MARK: Noting

        mutating func open(_ frame: Outline.Frame) {
            var frame = frame
            frame.parent = stack[stack.count - 1]
            stack.append(outline.frames.count)
            outline.frames.append(frame)
        }

        mutating func close() {
            let closed = stack.removeLast()
            if outline.frames[closed].kind == .variables, !isOver { variable = nil }
        }

        mutating func beginOperation() -> Outline.Frame.Owner {
            operations += 1
            return .operation(operations - 1)
        }

        mutating func beginFragment(_ name: String) -> Outline.Frame.Owner {
            guard !name.isEmpty else { return .none }
            if !isOver { lastFragment = name }
            fragments += 1
            return .fragment(fragments - 1)
        }

        mutating func declare(_ number: Int) { if !isOver { variable = number } }

        mutating func noteName(_ name: String, at token: Int) {
            outline.frames[stack[stack.count - 1]].names.append((name, token))
        }

        mutating func noteUse(of variable: String, as argument: String) {
            outline.usages.append(.init(variable: variable, name: argument, frame: stack[stack.count - 1]))
        }

        mutating func noteSpread(of fragment: String) { outline.spreads.append((fragment, stack[stack.count - 1])) }

        mutating func note(_ given: [String: Outline.Given], in frame: Int) {
            if outline.frames.indices.contains(frame) { outline.frames[frame].given = given }
        }

        /// The first expectation after the token before the cursor applies to the cursor.
        mutating func expect(_ next: Expectation, at position: Int) {
            guard !isOver else { return }
            expected = next
            frame = stack[stack.count - 1]
            isOver = position == cursor
        }

        /// Whether a closing bracket matches one of the open frames.
        func closes(_ bracket: UInt8) -> Bool {
            for frame in stack.dropFirst().reversed() {
                switch (bracket, outline.frames[frame].kind) {
                case (UInt8(ascii: "}"), .object), (UInt8(ascii: "}"), .selections), (UInt8(ascii: ")"), .arguments),
                    (UInt8(ascii: ")"), .variables), (UInt8(ascii: "]"), .list):
                    return true
                case (UInt8(ascii: ")"), .selections), (UInt8(ascii: "]"), _): return false
                default: continue
                }
            }
            return false
        }

        var isInside: Bool { stack.count > 1 }
    }
}

extension GraphQL.Token {
    fileprivate var isReadable: Bool { kind != .comment && kind != .invalid }
}

// Error recovery.
extension GraphQL.Parser {
    mutating func expect(_ expectation: GraphQL.OutlineBuilder.Expectation) {
        recovery?.expect(expectation, at: position)
    }

    mutating func repeatExpectation() {
        guard let expected = recovery?.expected else { return }
        expect(expected)
    }

    /// The innermost frame may have another item.
    mutating func expectItem() {
        switch recovery?.top.kind {
        case .document: expect(.definition)
        case .selections: expect(.selection)
        case .variables: expect(.nothing)
        case .arguments, .object: expect(.item)
        case .list: expect(.value(of: ""))
        case nil: break
        }
    }

    mutating func expectAfter(_ closed: GraphQL.Outline.Frame.Kind) {
        if closed != .selections, recovery?.top.kind == .document { return expect(.nothing) }
        expectItem()
    }

    mutating func expectAfterDirective() { expect(recovery?.top.kind == .selections ? .selection : .nothing) }

    /// Whether the innermost frame ends here although its bracket is missing.
    var endsGroup: Bool {
        guard let recovery else { return false }
        guard let token else { return true }
        switch token.kind {
        case .punctuator(UInt8(ascii: "{")): return recovery.top.kind == .arguments || recovery.top.kind == .variables
        case .punctuator(let byte): return recovery.closes(byte)
        default: return beginsDefinition
        }
    }

    /// Whether a definition certainly begins here, so that all earlier brackets were left open.
    var beginsDefinition: Bool {
        guard let recovery, recovery.isInside, let token, token.kind == .name, token.range.count >= 5 else {
            return false
        }
        func isName(_ distance: Int, _ word: String? = nil) -> Bool {
            guard position + distance < tokens.count, tokens[position + distance].kind == .name else { return false }
            return word.map { $0 == text(tokens[position + distance]) } ?? true
        }
        func isSign(_ distance: Int, _ sign: Unicode.Scalar) -> Bool {
            position + distance < tokens.count
                && tokens[position + distance].kind == .punctuator(UInt8(ascii: sign))
        }
        let word = text(token)
        if word == "fragment" { return isName(1) && isName(2, "on") && isName(3) }
        guard GraphQL.OperationKind(rawValue: word) != nil else { return false }
        let head = isName(1) ? 2 : 1
        return isSign(head, "(") && isSign(head + 1, "$")
    }
}
