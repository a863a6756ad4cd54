extension GraphQL.Document {
    package init(_ text: String) throws(GraphQL.SyntaxError) { try self.init(bytes: Array(text.utf8)) }

    package init(bytes: [UInt8]) throws(GraphQL.SyntaxError) {
        do throws(GraphQL.OffsetError) {
            var parser = GraphQL.Parser(bytes)
            self = try parser.document()
        } catch {
            throw GraphQL.SyntaxError(error, in: bytes)
        }
    }
}

extension GraphQL {
    /// A recursive-descent parser (specification section 2.2 and following). It stops at the first error, or reads on
    /// without what is missing or wrong while a document is being typed.
    struct Parser {
        private let bytes: [UInt8]
        private let tokens: [Token]
        private var position = 0
        private var end = 0
        private var depth = 0
        private let isTolerant: Bool
        /// The index of the token at the cursor, or -1.
        private var cursor = -1
        private var outline = Outline()
        /// The signs that close the open groups.
        private var closers: [Unicode.Scalar] = []
        private var root: Path.Root?
        private var steps: [Path.Step] = []
        private var valuePlace: ValuePlace?
        /// The variable or fragment that is being defined.
        private var newVariable: String?
        private var newFragment: String?

        /// The maximum nesting of brackets: each level takes a few stack frames.
        static let deepest = 200

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            tokens = Lexer.tokens(of: bytes).filter { $0.kind != .comment }
            isTolerant = false
        }

        /// Reads a document that is being typed. `tokens` are without comments.
        static func outline(of bytes: [UInt8], _ tokens: [Token], cursor: Int?) -> Outline {
            var parser = Parser(bytes, tokens, cursor: cursor ?? -1)
            return parser.readOutline()
        }

        private init(_ bytes: [UInt8], _ tokens: [Token], cursor: Int) {
            (self.bytes, self.tokens, self.cursor, isTolerant) = (bytes, tokens, cursor, true)
        }

        private var token: Token? { position < tokens.count ? tokens[position] : nil }
        private var start: Int { token?.range.lowerBound ?? bytes.count }
        private func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

        /// From there to the previous token; empty if nothing was read.
        private func place(from start: Int) -> Place { Place(start..<max(start, end)) }

        private func isAt(_ sign: Unicode.Scalar) -> Bool { token?.kind == .punctuator(UInt8(ascii: sign)) }

        private func isAt(word: String) -> Bool {
            token.map { $0.kind == .name && word.utf8.elementsEqual(bytes[$0.range]) } ?? false
        }

        private mutating func advance() throws(OffsetError) {
            guard let token else { return }
            end = token.range.upperBound
            position += 1
            // The fault of the next token is reported before what the parser would miss there.
            if !isTolerant, let fault = self.token?.fault { throw fault }
        }

        private mutating func take(_ sign: Unicode.Scalar) throws(OffsetError) -> Bool {
            guard isAt(sign) else { return false }
            try advance()
            return true
        }

        private mutating func take(word: String) throws(OffsetError) -> Bool {
            guard isAt(word: word) else { return false }
            try advance()
            return true
        }

        @discardableResult
        private mutating func need(_ sign: Unicode.Scalar) throws(OffsetError) -> Bool {
            if try take(sign) { return true }
            try miss("\"\(sign)\"")
            return false
        }

        /// Something is missing here. It is not what is typed at the cursor.
        private mutating func miss(_ what: String) throws(OffsetError) {
            guard isTolerant else { throw expected(what) }
            guard position == cursor else { return }
            note(.other(.nothing))
            position += 1
        }

        /// - Parameter context: what the name is, if it is at the cursor.
        private mutating func name(
            _ what: String = "a name", _ context: Outline.Context.Kind? = nil
        ) throws(OffsetError) -> Name {
            if let context { note(context) }
            guard let token, token.kind == .name else {
                guard isTolerant else { throw expected(what) }
                return Name("")
            }
            try advance()
            return Name(text(token), at: Place(token.range))
        }

        private func expected(_ what: String) -> OffsetError {
            guard let token else {
                return OffsetError(
                    message: "expected \(what), found the end", range: bytes.count..<bytes.count, mayContinue: true)
            }
            let most = 30
            let found = text(token)
            let line = found.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }.prefix(most)
            let shown = String(line) + (line.endIndex < found.endIndex ? "…" : "")
            return OffsetError(message: "expected \(what), found \(shown)", range: token.range)
        }

        private mutating func nested<Result>(
            _ body: (inout Parser) throws(OffsetError) -> Result
        ) throws(OffsetError) -> Result {
            guard depth < Parser.deepest else {
                throw OffsetError(
                    message: "nested deeper than \(Parser.deepest) levels", range: token?.range ?? end..<end)
            }
            depth += 1
            defer { depth -= 1 }
            return try body(&self)
        }

        private mutating func group<Item>(
            _ open: Unicode.Scalar, _ close: Unicode.Scalar, mayBeEmpty: Bool = false,
            _ item: (inout Parser) throws(OffsetError) -> Item
        ) throws(OffsetError) -> [Item] {
            try nested { (parser) throws(OffsetError) in
                guard try parser.need(open) else { return [] }
                var items: [Item] = []
                if parser.isTolerant {
                    parser.closers.append(close)
                    while !parser.isAtEnd(of: close, isSelections: open == "{" && !mayBeEmpty) {
                        let start = parser.position
                        items.append(try item(&parser))
                        if parser.position == start { parser.position += 1 }
                    }
                    parser.closers.removeLast()
                    _ = try parser.take(close)
                    return items
                }
                while items.isEmpty && !mayBeEmpty || !parser.isAt(close) { items.append(try item(&parser)) }
                try parser.need(close)
                return items
            }
        }

        /// Whether a group ends here, also one that was left open: before the braces of a field, and before a sign that
        /// closes a group around it. A `)` or `]` closes no braces of selections.
        private func isAtEnd(of close: Unicode.Scalar, isSelections: Bool) -> Bool {
            guard token != nil, !isAt(close) else { return true }
            if isSelections { return false }
            return close == ")" && isAt("{") || closers.contains(where: isAt)
        }

        mutating func document() throws(OffsetError) -> Document {
            if let fault = token?.fault { throw fault }
            var definitions: [Definition] = []
            repeat { definitions.append(try definition()) } while token != nil
            return Document(definitions)
        }

        private mutating func readOutline() -> Outline {
            while let token {
                note(.other(.definition))
                (root, steps, valuePlace, closers) = (nil, [], nil, [])
                let isOperation = token.kind == .name && OperationKind(rawValue: text(token)) != nil
                if isOperation || isAt("{") || isAt(word: "fragment") {
                    // It ends at what is nested too deeply.
                    guard (try? definition()) != nil else { break }
                } else {
                    position += 1
                }
            }
            return outline
        }

        private mutating func definition() throws(OffsetError) -> Definition {
            let start = start
            if try take(word: "fragment") { return .fragment(try fragment()) }
            var operation = Operation()
            if let token, token.kind == .name, let kind = OperationKind(rawValue: text(token)) {
                operation.kind = kind
                begin(operation)
                try advance()
                if self.token?.kind == .name { operation.name = try name("a name", .other(.nothing)) }
                if isAt("(") {
                    operation.variables = try group("(", ")") { (parser) throws(OffsetError) in try parser.variable() }
                }
                (newVariable, valuePlace) = (nil, nil)
                operation.directives = try directives(ofSelection: false)
            } else if isAt("{") {
                begin(operation)
            } else {
                throw expected("a query, a mutation or a fragment")
            }
            if isTolerant { outline.operations[outline.operations.count - 1] = operation }
            operation.selections = try selections()
            operation.place = place(from: start)
            return .operation(operation)
        }

        private mutating func begin(_ operation: Operation) {
            guard isTolerant else { return }
            root = .operation(operation.kind, index: outline.operations.count)
            outline.operations.append(operation)
        }

        private mutating func fragment() throws(OffsetError) -> Fragment {
            if isAt(word: "on") { try miss("the fragment's name") }
            let name = try name("the fragment's name", .other(.nothing))
            newFragment = name.text
            note(.other(.on))
            if try !take(word: "on") { try miss("\"on\" and a type") }
            let type = try self.name("a type", .other(.typeCondition))
            newFragment = nil
            if isTolerant {
                root = .fragment(type: type.text, index: outline.fragments.count)
                outline.fragments.append((name.text, type.text))
            }
            let directives = try directives(ofSelection: false)
            let selections = try selections()
            return Fragment(name: name, typeCondition: type, directives: directives, selections: selections)
        }

        private mutating func variable() throws(OffsetError) -> VariableDefinition {
            let start = start
            var variable = VariableDefinition(name: "", type: .named(""))
            guard try take("$") else {
                try miss("a variable")
                return variable
            }
            variable.name = try name("the variable's name", .other(.variable))
            variable.name.place = place(from: start)
            newVariable = variable.name.text
            guard try need(":") else { return variable }
            variable.type = try type()
            if try take("=") {
                if isTolerant { valuePlace = .init(.variable(variable.name.text, type: variable.type.text), "") }
                variable.defaultValue = try value(isConstant: true)
            }
            variable.directives = try directives(ofSelection: false, isConstant: true)
            return variable
        }

        private mutating func type() throws(OffsetError) -> TypeReference {
            var type: TypeReference
            if isAt("[") {
                type = try nested { (parser) throws(OffsetError) in
                    try parser.advance()
                    let inner = try parser.type()
                    try parser.need("]")
                    return .list(inner)
                }
            } else {
                type = .named(try name("a type", .other(.type)))
            }
            if try take("!") { type = .nonNull(type) }
            return type
        }

        private mutating func selections() throws(OffsetError) -> [Selection] {
            let selections = try group("{", "}") { (parser) throws(OffsetError) in try parser.selection() }
            finish(
                selections.compactMap {
                    if case .field(let field) = $0, field.alias == nil { field.name } else { nil }
                })
            return selections
        }

        private mutating func selections(behind step: Path.Step?) throws(OffsetError) -> [Selection] {
            guard let step, isAt("{") else { return try selections() }
            steps.append(step)
            let selections = try selections()
            steps.removeLast()
            return selections
        }

        private mutating func selection() throws(OffsetError) -> Selection {
            guard token?.kind == .spread else { return .field(try field()) }
            try advance()
            note(.other(.spread))
            if token?.kind == .name, !isAt(word: "on") {
                let name = try name()
                if isTolerant { outline.spreads.append((name.text, path)) }
                return .spread(FragmentSpread(name: name, directives: try directives()))
            }
            let type = try take(word: "on") ? try name("a type", .other(.typeCondition)) : nil
            let directives = try directives()
            let selections = try selections(behind: isTolerant ? type.map { .type($0.text) } : nil)
            return .inline(InlineFragment(on: type, directives: directives, selections: selections))
        }

        private mutating func field() throws(OffsetError) -> Field {
            var field = Field(try name("a field", .selection))
            if try take(":") {
                field.alias = field.name
                field.name = try name("the field after its alias", .other(.selection(selected: [])))
            }
            field.arguments = try arguments(of: .field(field.name.text))
            field.directives = try directives()
            if isAt("{") {
                let step = isTolerant ? Path.Step.field(field.name.text, given: field.arguments) : nil
                field.selections = try selections(behind: step)
            }
            return field
        }

        private mutating func arguments(
            of callee: @autoclosure () -> ValuePlace.Callee, isConstant: Bool = false
        ) throws(OffsetError) -> [Argument] {
            guard isAt("(") else { return [] }
            let outer = valuePlace, firstUse = outline.uses.count
            if isTolerant { valuePlace = ValuePlace(callee(), "") }
            let arguments = try group("(", ")") { (parser) throws(OffsetError) in
                let name = try parser.name("an argument", .argument)
                parser.valuePlace?.argument = name.text
                guard try parser.need(":") else { return Argument(name, Value(.null)) }
                return Argument(name, try parser.value(isConstant: isConstant))
            }
            guard isTolerant else { return arguments }
            valuePlace = outer
            for use in firstUse..<outline.uses.count { outline.uses[use].value.given = arguments }
            if outline.context?.isInArguments ?? false {
                outline.context?.value?.given = arguments
                outline.context?.isInArguments = false
            }
            finish(arguments.map(\.name))
            return arguments
        }

        private mutating func directives(
            ofSelection: Bool = true, isConstant: Bool = false
        ) throws(OffsetError) -> [Directive] {
            var directives: [Directive] = []
            while isAt("@") {
                try advance()
                let name = try name("a directive", .other(.directive(ofSelection: ofSelection)))
                let arguments = try arguments(of: .directive(name.text), isConstant: isConstant)
                directives.append(Directive(name, arguments: arguments))
            }
            return directives
        }

        /// - Parameter isConstant: whether variables are not allowed.
        private mutating func value(isConstant: Bool = false) throws(OffsetError) -> Value {
            let start = start
            let kind: Value.Kind
            note(.value)
            switch token?.kind {
            case .punctuator(UInt8(ascii: "$")) where !isConstant:
                try advance()
                let name = try name("the variable's name", .value)
                if let valuePlace { outline.uses.append((name.text, path, valuePlace)) }
                kind = .variable(name.text)
            case .punctuator(UInt8(ascii: "[")):
                kind = .list(
                    try group("[", "]", mayBeEmpty: true) { (parser) throws(OffsetError) in
                        try parser.value(isConstant: isConstant)
                    })
            case .punctuator(UInt8(ascii: "{")):
                let fields = try group("{", "}", mayBeEmpty: true) { (parser) throws(OffsetError) in
                    let name = try parser.name("a field of the object", .objectField)
                    guard try parser.need(":") else { return Argument(name, Value(.null)) }
                    parser.valuePlace?.keys.append(name.text)
                    let value = try parser.value(isConstant: isConstant)
                    parser.valuePlace?.keys.removeLast()
                    return Argument(name, value)
                }
                finish(fields.map(\.name))
                kind = .object(fields)
            case .int, .float, .string, .blockString, .name: kind = try scalar()
            default:
                guard isTolerant else { throw expected(isConstant ? "a value without variables" : "a value") }
                kind = .null
            }
            return Value(kind, at: place(from: start))
        }

        private mutating func scalar() throws(OffsetError) -> Value.Kind {
            guard let token else { throw expected("a value") }
            let kind: Value.Kind =
                switch token.kind {
                case .int: .int(text(token))
                case .float: .float(text(token))
                case _ where isTolerant && !token.isComplete: .string("")
                case .blockString: .string(StringParser.block(bytes, token.range))
                case .string where isTolerant: .string((try? StringParser.string(bytes, token.range)) ?? "")
                case .string: .string(try StringParser.string(bytes, token.range))
                default:
                    switch text(token) {
                    case "true": .boolean(true)
                    case "false": .boolean(false)
                    case "null": .null
                    case let word: .enumeration(word)
                    }
                }
            try advance()
            return kind
        }
    }
}

extension GraphQL.Parser {
    private var path: GraphQL.Path { GraphQL.Path(root ?? .operation(.query, index: 0), steps) }

    /// Notes what may be typed here, if this is the cursor and nothing else is known of it.
    private mutating func note(_ kind: GraphQL.Outline.Context.Kind) {
        guard position == cursor, outline.context == nil else { return }
        var operation: Int?
        if case .operation(_, let index)? = root { operation = index }
        outline.context = .init(
            kind: kind, path: path, value: valuePlace, isInArguments: valuePlace != nil, depth: depth,
            operation: operation, variable: newVariable, fragment: newFragment)
    }

    /// Notes what else is in the group that holds the cursor, after the group was read.
    private mutating func finish(_ names: @autoclosure () -> [GraphQL.Name]) {
        guard let context = outline.context, context.depth == depth + 1 else { return }
        outline.context?.depth = -1
        let start = tokens[cursor].range.lowerBound
        outline.context?.names = names().filter { $0.place.range.lowerBound != start && !$0.text.isEmpty }.map(\.text)
    }

    mutating func types() throws(GraphQL.OffsetError) -> [GraphQL.TypeDefinition] {
        var types: [GraphQL.TypeDefinition] = []
        while token != nil {
            let description = try description(), kind = try name(), name = try name().text
            switch kind.text {
            case "scalar": types.append(.init(scalar: name, description: description))
            case "enum":
                let values = try group("{", "}") { (parser) throws(GraphQL.OffsetError) in try parser.name().text }
                types.append(.init(enumeration: name, description: description, values: values))
            case "input":
                types.append(.init(inputObject: name, description: description, fields: try inputs("{", "}")))
            default:
                let fields = try group("{", "}") { (parser) throws(GraphQL.OffsetError) in
                    let description = try parser.description(), name = try parser.name().text
                    let arguments = parser.isAt("(") ? try parser.inputs("(", ")") : []
                    try parser.need(":")
                    return GraphQL.FieldDefinition(
                        name, try parser.type(), arguments: arguments, description: description)
                }
                types.append(.init(object: name, description: description, fields: fields))
            }
        }
        return types
    }

    private mutating func inputs(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar
    ) throws(GraphQL.OffsetError) -> [GraphQL.InputDefinition] {
        try group(open, close) { (parser) throws(GraphQL.OffsetError) in
            let description = try parser.description(), name = try parser.name().text
            try parser.need(":")
            var input = GraphQL.InputDefinition(name, try parser.type(), description: description)
            if try parser.take("=") { input.defaultValue = try parser.value(isConstant: true) }
            return input
        }
    }

    private mutating func description() throws(GraphQL.OffsetError) -> String? {
        guard token?.kind == .string, case .string(let text) = try scalar() else { return nil }
        return text
    }
}
