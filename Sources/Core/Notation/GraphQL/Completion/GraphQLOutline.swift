extension GraphQL {
    /// The recoverable structure of an incomplete or invalid document: operations with variables, fragments, and
    /// brackets with the names in them. It exists for any text and takes linear time.
    package struct Outline: Sendable {
        /// What was parsed. Missing names and types are empty; fragments without a name are left out.
        package internal(set) var document = Document([])

        package var operations: [Operation] { document.operations }
        package var fragments: [Fragment] { document.fragments }

        var frames: [Frame] = [Frame(.document)]
        var usages: [Usage] = []
        var spreads: [(fragment: String, frame: Int)] = []

        package init(_ text: String) {
            let bytes = Array(text.utf8)
            self = OutlineBuilder(bytes, Lexer.tokens(of: bytes)).outline
        }

        init() {}

        package func use(of variable: String) -> (path: Path, value: ValuePlace)? {
            guard let usage = usages.first(where: { $0.variable == variable }) else { return nil }
            return valuePlace(usage.name, in: usage.frame).map { (path(of: usage.frame), $0) }
        }

        package func use(ofFragment name: String) -> Path? {
            spreads.first { $0.fragment == name }.map { path(of: $0.frame) }
        }

        /// The distinct variables used, in order of first use.
        package var usedVariables: [String] {
            var seen: Set<String> = []
            return usages.map(\.variable).filter { seen.insert($0).inserted }
        }
    }
}

extension GraphQL.Outline {
    /// The content of a bracket pair.
    struct Frame: Sendable {
        enum Kind: Sendable, Hashable {
            case document, variables, selections, arguments, object, list
        }

        /// What a selection set or argument list belongs to.
        enum Owner: Sendable, Hashable {
            case none
            case operation(Int)
            case fragment(Int)
            case field(String)
            case inline(String)
            case directive(String)
            case value(String)
        }

        var kind: Kind
        var owner: Owner
        var parent = 0
        /// The selected fields or given arguments, with their token indexes.
        var names: [(text: String, token: Int)] = []
        /// The field's arguments, valid inside its braces too.
        var given: [GraphQL.Argument]

        init(_ kind: Kind, of owner: Owner = .none, given: [GraphQL.Argument] = []) {
            self.kind = kind
            self.owner = owner
            self.given = given
        }
    }

    struct Usage: Sendable {
        var variable: String
        var name: String
        var frame: Int
    }

    /// What may be typed in a frame.
    ///
    /// - Parameter named: the token at the cursor, whose name is ignored.
    func place(
        _ expected: GraphQL.OutlineBuilder.Expectation, in frame: Int, except named: Int?
    ) -> GraphQL.Cursor.Place {
        let kind = frames[frame].kind, owner = frames[frame].owner
        let names = frames[frame].names.filter { $0.token != named }.map(\.text)
        switch expected {
        case .nothing: return .nothing
        case .definition: return .definition
        case .on: return .on
        case .selection: return .selection(selected: names)
        case .aliasedField: return .selection(selected: [])
        case .spread: return .spread
        case .typeCondition: return .typeCondition
        case .variable: return .variable
        case .type: return .type
        case .directive: return .directive(ofSelection: kind == .selections)
        case .value(let name): return valuePlace(name, in: frame).map { .value(of: $0) } ?? .nothing
        case .item: break
        }
        switch (kind, owner) {
        case (.arguments, .field(let name)): return .argument(of: .field(name), given: names)
        case (.arguments, .directive(let name)): return .argument(of: .directive(name), given: names)
        case (.object, _): return valuePlace("", in: frame).map { .objectField(of: $0, given: names) } ?? .nothing
        default: return .nothing
        }
    }

    func operation(of frame: Int) -> Int? {
        var index = frame
        while index > 0 {
            if case .operation(let operation) = frames[index].owner { return operation }
            index = frames[index].parent
        }
        return nil
    }

    func path(of frame: Int) -> GraphQL.Path {
        var steps: [GraphQL.Path.Step] = []
        var index = frame
        while index > 0 {
            let frame = frames[index]
            index = frame.parent
            guard frame.kind == .selections else { continue }
            switch frame.owner {
            case .operation(let index): return .init(.operation(operations[index].kind, index: index), steps.reversed())
            case .fragment(let index):
                return .init(.fragment(type: fragments[index].typeCondition.text, index: index), steps.reversed())
            case .field(let name): steps.append(.field(name, given: frame.given))
            case .inline(let type): if !type.isEmpty { steps.append(.type(type)) }
            case .none, .directive, .value: break
            }
        }
        return .init(.operation(operations.last?.kind ?? .query, index: max(0, operations.count - 1)), steps.reversed())
    }

    func valuePlace(_ name: String, in frame: Int) -> GraphQL.ValuePlace? {
        var keys = name.isEmpty ? [] : [name]
        var index = frame
        while index > 0 {
            let frame = frames[index]
            switch (frame.kind, frame.owner) {
            case (.object, .value(let name)), (.list, .value(let name)): if !name.isEmpty { keys.append(name) }
            case (.arguments, .field(let field)): return place(.field(field), keys, given: frame.given)
            case (.arguments, .directive(let directive)): return place(.directive(directive), keys)
            case (.variables, .operation(let operation)):
                // The default of the last declared variable.
                let variable = operations[operation].variables.last
                let name = variable?.name.text ?? "", type = variable?.type.text ?? ""
                return .init(.variable(name, type: type), "", keys: keys.reversed())
            default: return nil
            }
            index = frame.parent
        }
        return nil
    }

    private func place(
        _ callee: GraphQL.ValuePlace.Callee, _ keys: [String], given: [GraphQL.Argument] = []
    ) -> GraphQL.ValuePlace? {
        guard let argument = keys.last else { return nil }
        return .init(callee, argument, keys: keys.dropLast().reversed(), given: given)
    }
}

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
            var document = (try? parser.document()) ?? Document([])
            if let recovery = parser.recovery { self = recovery }
            document.definitions.removeAll {
                if case .fragment(let fragment) = $0 { fragment.name.text.isEmpty } else { false }
            }
            outline.document = document
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

        mutating func note(_ given: [Argument], in frame: Int) {
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
