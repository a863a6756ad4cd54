extension GraphQL {
    /// What the tokens of a document tell while it is being typed: its operations with their variables, its fragments,
    /// and which brackets are open where. It exists for any text and takes linear time.
    package struct Outline: Sendable {
        /// Without selections.
        package private(set) var operations: [Operation] = []
        package private(set) var fragments: [(name: String, type: String)] = []

        private var frames = [Frame(.document)]
        private var uses: [(variable: String, key: String, frame: Int)] = []
        private var spreads: [(fragment: String, frame: Int)] = []
        /// What may come next, the innermost open frame, and what precedes in it.
        private var expected = Expectation.definition
        private var frame = 0
        private var head = Head.none
        private var directive: String?
        private var isAfterDollar = false
        private var type = ""
        private var isOver = false
        /// The state at the cursor.
        private(set) var cursor = Cursor()

        private static let deepest = 200

        package init(_ text: String) {
            let bytes = Array(text.utf8)
            self.init(bytes, Lexer.tokens(of: bytes))
        }

        /// - Parameter next: the index of the token at the cursor.
        init(_ bytes: [UInt8], _ tokens: [Token], cursor next: Int? = nil) {
            for (place, token) in tokens.enumerated() {
                if place == next { noteCursor() }
                guard !isOver else { continue }
                take(token, place, bytes)
            }
            if next == tokens.count { noteCursor() }
        }

        /// The first use of a variable.
        package func use(of variable: String) -> (path: Path, value: ValuePlace)? {
            uses.first { $0.variable == variable }.flatMap { use in
                value(use.key, in: use.frame).map { (path(of: use.frame), $0) }
            }
        }

        package func use(ofFragment name: String) -> Path? {
            spreads.first { $0.fragment == name }.map { path(of: $0.frame) }
        }

        /// The distinct variables used, in order of first use.
        package var usedVariables: [String] {
            var seen: Set<String> = []
            return uses.map(\.variable).filter { seen.insert($0).inserted }
        }
    }
}

extension GraphQL.Outline {
    /// What may follow the last token.
    enum Expectation {
        case nothing, definition, on, selection, aliasedField, spread, typeCondition, variable, type, directive
        /// The name of an argument or object field.
        case item
        case value
    }

    /// What a `(` or `{` would belong to.
    private enum Head {
        case none, operation, fragment
        case field(String, given: [GraphQL.Argument])
        case inline(type: String?)
    }

    /// The content of a bracket pair, or of the document.
    private struct Frame {
        enum Kind { case document, variables, selections, arguments, object, list }

        let kind: Kind
        var parent = 0
        var depth = 0
        /// Of an outermost bracket: what it belongs to.
        var root: GraphQL.Path.Root?
        /// Of selections: the way from the surrounding ones.
        var step: GraphQL.Path.Step?
        /// Of arguments.
        var callee: GraphQL.ValuePlace.Callee?
        var given: [GraphQL.Argument] = []
        /// The selected fields or given arguments, with their token indexes, and the last argument or object field.
        var names: [(text: String, token: Int)] = []
        var key = ""

        init(_ kind: Kind) { self.kind = kind }
    }

    struct Cursor {
        var expected = Expectation.definition
        var frame = 0
        var key = ""
        /// The variable whose definition contains the cursor.
        var variable: (operation: Int, place: Int)?
        /// The fragment whose definition contains the cursor before its braces.
        var fragment: String?
    }

    private mutating func noteCursor() {
        cursor = Cursor(expected: isOver ? .nothing : expected, frame: frame, key: frames[frame].key)
        let last = operations.count - 1
        if root(of: frame).kind == .variables, last >= 0, !operations[last].variables.isEmpty {
            cursor.variable = (last, operations[last].variables.count - 1)
        }
        if case .fragment = head, frame == 0 { cursor.fragment = fragments.last?.name }
    }

    // MARK: Places

    private func root(of frame: Int) -> Frame {
        var index = frame
        while frames[index].parent > 0 { index = frames[index].parent }
        return frames[index]
    }

    func operation(of frame: Int) -> Int? {
        if case .operation(_, let index)? = root(of: frame).root { index } else { nil }
    }

    func path(of frame: Int) -> GraphQL.Path {
        var steps: [GraphQL.Path.Step] = []
        var index = frame
        while index > 0 {
            if let step = frames[index].step { steps.append(step) }
            index = frames[index].parent
        }
        return GraphQL.Path(root(of: frame).root ?? lastOperation, steps.reversed())
    }

    private var lastOperation: GraphQL.Path.Root {
        .operation(operations.last?.kind ?? .query, index: max(0, operations.count - 1))
    }

    /// What a value belongs to.
    ///
    /// - Parameter key: the argument or object field it is given to; empty for none.
    private func value(_ key: String, in frame: Int) -> GraphQL.ValuePlace? {
        var keys = key.isEmpty ? [] : [key]
        var index = frame
        while index > 0 {
            let frame = frames[index]
            switch frame.kind {
            case .object, .list: if !frames[frame.parent].key.isEmpty { keys.append(frames[frame.parent].key) }
            case .arguments:
                guard let callee = frame.callee, let argument = keys.last else { return nil }
                return .init(callee, argument, keys: keys.dropLast().reversed(), given: frame.given)
            case .variables:
                guard let place = cursor.variable else { return nil }
                let variable = operations[place.operation].variables[place.place]
                return .init(.variable(variable.name.text, type: variable.type.text), "", keys: keys.reversed())
            case .document, .selections: return nil
            }
            index = frame.parent
        }
        return nil
    }

    /// What may be typed at the cursor.
    ///
    /// - Parameter named: the token at the cursor, whose name is ignored.
    func place(except named: Int?) -> GraphQL.Cursor.Place {
        let frame = frames[cursor.frame]
        let names = frame.names.filter { $0.token != named }.map(\.text)
        switch cursor.expected {
        case .nothing: return .nothing
        case .definition: return .definition
        case .on: return .on
        case .selection: return .selection(selected: names)
        case .aliasedField: return .selection(selected: [])
        case .spread: return .spread
        case .typeCondition: return .typeCondition
        case .variable: return .variable
        case .type: return .type
        case .directive: return .directive(ofSelection: frame.kind == .selections)
        case .value: return valueAtCursor.map { .value(of: $0) } ?? .nothing
        case .item:
            if let callee = frame.callee { return .argument(of: callee, given: names) }
            return value("", in: cursor.frame).map { .objectField(of: $0, given: names) } ?? .nothing
        }
    }

    var valueAtCursor: GraphQL.ValuePlace? {
        value(frames[cursor.frame].kind == .list ? "" : cursor.key, in: cursor.frame)
    }
}

// MARK: Tokens

extension GraphQL.Outline {
    private mutating func take(_ token: GraphQL.Token, _ place: Int, _ bytes: [UInt8]) {
        let text = String(decoding: bytes[token.range], as: UTF8.self)
        switch token.kind {
        case .comment, .invalid: break
        case .name: take(name: text, place)
        case .int, .float: endValue(.int(text))
        case .string: endValue(.string((try? GraphQL.StringParser.string(bytes, token.range)) ?? ""))
        case .blockString: endValue(.string(token.isComplete ? GraphQL.StringParser.block(bytes, token.range) : ""))
        case .spread:
            guard frames[frame].kind == .selections else { break }
            (expected, head, directive) = (.spread, .inline(type: nil), nil)
        case .punctuator(let sign): take(sign: sign)
        }
    }

    private mutating func take(name: String, _ place: Int) {
        switch expected {
        case .definition:
            if let kind = GraphQL.OperationKind(rawValue: name) {
                begin(kind)
            } else if name == "fragment" {
                (expected, head) = (.nothing, .fragment)
            }
        case .on: if name == "on" { expected = .typeCondition }
        case .spread where name == "on": expected = .typeCondition
        case .spread:
            spreads.append((name, frame))
            (expected, head) = (.selection, .none)
        case .typeCondition:
            if frame == 0 { fragments[fragments.count - 1].type = name } else { head = .inline(type: name) }
            expected = .nothing
        case .directive: (directive, expected) = (name, frames[frame].kind == .selections ? .selection : .nothing)
        case .variable:
            operations[operations.count - 1].variables.append(.init(GraphQL.Name(name), .named("")))
            expected = .nothing
        case .type: take(type: name)
        case .item: take(item: name, place)
        case .value where isAfterDollar:
            uses.append((name, frames[frame].kind == .list ? "" : frames[frame].key, frame))
            endValue(.variable(name))
        case .value: endValue(.enumeration(name))
        case .selection, .aliasedField:
            if expected == .selection { frames[frame].names.append((name, place)) }
            (expected, head, directive) = (.selection, .field(name, given: []), nil)
        case .nothing:
            switch head {
            case _ where [.arguments, .object].contains(frames[frame].kind): take(item: name, place)
            case .operation where frame == 0: operations[operations.count - 1].name = GraphQL.Name(name)
            case .fragment where frame == 0:
                fragments.append((name, ""))
                expected = .on
            default: break
            }
        }
    }

    private mutating func take(item name: String, _ place: Int) {
        frames[frame].names.append((name, place))
        (frames[frame].key, expected) = (name, .nothing)
    }

    private mutating func begin(_ kind: GraphQL.OperationKind) {
        operations.append(GraphQL.Operation(kind, selections: []))
        (expected, head, directive) = (.nothing, .operation, nil)
    }

    /// Adds a token to the type of the variable that is declared last.
    private mutating func take(type token: String) {
        let last = operations.count - 1, variable = operations[last].variables.count - 1
        guard variable >= 0 else { return }
        type += token
        operations[last].variables[variable].type = GraphQL.TypeReference(begun: type)
        expected = token == "[" ? .type : .nothing
    }

    private mutating func endValue(_ value: GraphQL.Value.Kind? = nil) {
        isAfterDollar = false
        switch frames[frame].kind {
        case .arguments:
            if let value, expected == .value {
                frames[frame].given.append(.init(GraphQL.Name(frames[frame].key), .init(value)))
            }
            expected = .item
        case .object: expected = .item
        case .list: expected = .value
        case .variables:
            let last = operations.count - 1, variable = operations[last].variables.count - 1
            if let value, variable >= 0 { operations[last].variables[variable].defaultValue = .init(value) }
            expected = .nothing
        case .document, .selections: break
        }
    }

    private mutating func take(sign: UInt8) {
        let kind = frames[frame].kind
        switch sign {
        case UInt8(ascii: "{"):
            if expected == .value { open(.object, .item) } else { openSelections() }
        case UInt8(ascii: "("): openArguments()
        case UInt8(ascii: "["):
            if expected == .value { open(.list, .value) } else if expected == .type { take(type: "[") }
        case UInt8(ascii: "}"): close([.selections, .object])
        case UInt8(ascii: ")"): close([.arguments, .variables])
        case UInt8(ascii: "]"): if kind == .variables { take(type: "]") } else { close([.list]) }
        case UInt8(ascii: "!"): if kind == .variables { take(type: "!") }
        case UInt8(ascii: "@"): if expected != .value { expected = .directive }
        case UInt8(ascii: "="): if kind == .variables { expected = .value }
        case UInt8(ascii: "$"):
            if kind == .variables { expected = .variable } else { isAfterDollar = expected == .value }
        case UInt8(ascii: ":"):
            switch kind {
            case .arguments, .object: expected = .value
            case .variables: (expected, type) = (.type, "")
            case .selections:
                if case .field(let name, _) = head, expected == .selection, frames[frame].names.last?.text == name {
                    frames[frame].names.removeLast()
                }
                expected = .aliasedField
            case .document, .list: break
            }
        default: break
        }
    }

    private mutating func open(_ kind: Frame.Kind, _ next: Expectation, _ make: (inout Frame) -> Void = { _ in }) {
        guard frames[frame].depth < Self.deepest else { return isOver = true }
        var new = Frame(kind)
        (new.parent, new.depth) = (frame, frames[frame].depth + 1)
        make(&new)
        frame = frames.count
        frames.append(new)
        (expected, directive) = (next, nil)
    }

    /// Brackets that were left open before the braces are closed.
    private mutating func openSelections() {
        while ![.document, .selections].contains(frames[frame].kind) { leave() }
        let head = head, isOutermost = frame == 0
        if isOutermost, case .none = head { begin(.query) }
        let operation = lastOperation
        let last = fragments.last.map { GraphQL.Path.Root.fragment(type: $0.type, index: fragments.count - 1) }
        self.head = .none
        open(.selections, .selection) { frame in
            switch head {
            case .fragment where isOutermost: frame.root = last ?? operation
            case .field(let name, let given): frame.step = .field(name, given: given)
            case .inline(let type): frame.step = type.map { .type($0) }
            default: if isOutermost { frame.root = operation }
            }
        }
    }

    private mutating func openArguments() {
        if let directive { return open(.arguments, .item) { $0.callee = .directive(directive) } }
        switch (frames[frame].kind, head) {
        case (.document, .operation):
            let root = lastOperation
            open(.variables, .nothing) { $0.root = root }
        case (.selections, .field(let name, _)): open(.arguments, .item) { $0.callee = .field(name) }
        default: break
        }
    }

    /// Closes the innermost frame of these kinds and everything in it. A `)` or `]` closes no braces.
    private mutating func close(_ kinds: [Frame.Kind]) {
        var index = frame
        while index > 0, !kinds.contains(frames[index].kind) {
            if frames[index].kind == .selections { return }
            index = frames[index].parent
        }
        guard index > 0 else { return }
        while frame != index { leave() }
        leave()
    }

    private mutating func leave() {
        let left = frames[frame]
        frame = left.parent
        directive = nil
        switch left.kind {
        case .object, .list: endValue()
        case .selections: (expected, head) = (frame == 0 ? .definition : .selection, .none)
        case .arguments:
            if case .field(let name, _) = head, case .field? = left.callee { head = .field(name, given: left.given) }
            expected = frames[frame].kind == .selections ? .selection : .nothing
        case .variables: expected = .nothing
        case .document: break
        }
    }
}

extension GraphQL.TypeReference {
    /// A type whose text may break off.
    fileprivate init(begun text: String) {
        if text.hasSuffix("!") {
            self = .nonNull(Self(begun: String(text.dropLast())))
        } else if text.hasPrefix("[") {
            self = .list(Self(begun: String(text.dropFirst().dropLast(text.hasSuffix("]") ? 1 : 0))))
        } else {
            self = .type(text)
        }
    }
}
