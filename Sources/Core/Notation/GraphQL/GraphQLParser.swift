extension GraphQL.Document {
    package init(_ text: String) throws(GraphQL.SyntaxError) {
        try self.init(bytes: Array(text.utf8))
    }

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
    /// A recursive-descent parser (specification section 2.2 and following) that stops at the first error.
    struct Parser {
        private let bytes: [UInt8]
        private let tokens: [Token]
        private var position = 0
        private var end = 0
        private var depth = 0

        /// The maximum nesting of brackets: each level takes a few stack frames.
        static let deepest = 200

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            tokens = Lexer.tokens(of: bytes).filter { $0.kind != .comment }
        }

        // MARK: Tokens

        private var token: Token? { position < tokens.count ? tokens[position] : nil }
        private var start: Int { token?.range.lowerBound ?? bytes.count }
        private func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

        private func isAt(_ sign: Unicode.Scalar) -> Bool { token?.kind == .punctuator(UInt8(ascii: sign)) }

        private func isAt(word: String) -> Bool {
            token.map { $0.kind == .name && word.utf8.elementsEqual(bytes[$0.range]) } ?? false
        }

        private mutating func advance() throws(OffsetError) {
            end = token?.range.upperBound ?? end
            position += 1
            if let fault = token?.fault { throw fault }
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

        private mutating func need(_ sign: Unicode.Scalar) throws(OffsetError) {
            guard try take(sign) else { throw expected("\"\(sign)\"") }
        }

        private mutating func name(_ what: String = "a name") throws(OffsetError) -> Name {
            guard let token, token.kind == .name else { throw expected(what) }
            try advance()
            return Name(text(token), at: Place(token.range))
        }

        /// The error for an unexpected token.
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
                try parser.need(open)
                var items: [Item] = []
                while items.isEmpty && !mayBeEmpty || !parser.isAt(close) { items.append(try item(&parser)) }
                try parser.need(close)
                return items
            }
        }

        // MARK: Definitions

        mutating func document() throws(OffsetError) -> Document {
            if let fault = token?.fault { throw fault }
            var definitions: [Definition] = []
            repeat { definitions.append(try definition()) } while token != nil
            return Document(definitions)
        }

        private mutating func definition() throws(OffsetError) -> Definition {
            let start = start
            if try take(word: "fragment") { return .fragment(try fragment(from: start)) }
            var operation = Operation(selections: [])
            if let token, token.kind == .name, let kind = OperationKind(rawValue: text(token)) {
                operation.kind = kind
                try advance()
                if self.token?.kind == .name { operation.name = try name() }
                if isAt("(") {
                    operation.variables = try group("(", ")") { (parser) throws(OffsetError) in try parser.variable() }
                }
                operation.directives = try directives()
            } else if !isAt("{") {
                throw expected("a query, a mutation or a fragment")
            }
            operation.selections = try selections()
            operation.place = Place(start..<end)
            return .operation(operation)
        }

        private mutating func fragment(from start: Int) throws(OffsetError) -> Fragment {
            if isAt(word: "on") { throw expected("the fragment's name") }
            let name = try name("the fragment's name")
            guard try take(word: "on") else { throw expected("\"on\" and a type") }
            let type = try self.name("a type")
            let directives = try directives()
            let selections = try selections()
            return Fragment(name, on: type, directives: directives, selections: selections, place: Place(start..<end))
        }

        private mutating func variable() throws(OffsetError) -> VariableDefinition {
            let start = start
            guard try take("$") else { throw expected("a variable") }
            var name = try name("the variable's name")
            name.place = Place(start..<end)
            try need(":")
            var variable = VariableDefinition(name, try type())
            if try take("=") { variable.defaultValue = try value(isConstant: true) }
            variable.directives = try directives(isConstant: true)
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
                type = .named(try name("a type"))
            }
            if try take("!") { type = .nonNull(type) }
            return type
        }

        // MARK: Selections

        private mutating func selections() throws(OffsetError) -> [Selection] {
            try group("{", "}") { (parser) throws(OffsetError) in try parser.selection() }
        }

        private mutating func selection() throws(OffsetError) -> Selection {
            let start = start
            guard token?.kind == .spread else { return .field(try field()) }
            try advance()
            if token?.kind == .name, !isAt(word: "on") {
                let name = try name()
                return .spread(FragmentSpread(name, directives: try directives(), place: Place(start..<end)))
            }
            let type = try take(word: "on") ? try name("a type") : nil
            let directives = try directives()
            let selections = try selections()
            return .inline(
                InlineFragment(on: type, directives: directives, selections: selections, place: Place(start..<end)))
        }

        private mutating func field() throws(OffsetError) -> Field {
            let start = start
            var field = Field(try name("a field"))
            if try take(":") {
                field.alias = field.name
                field.name = try name("the field behind its alias")
            }
            field.arguments = try arguments()
            field.directives = try directives()
            if isAt("{") { field.selections = try selections() }
            field.place = Place(start..<end)
            return field
        }

        private mutating func arguments(isConstant: Bool = false) throws(OffsetError) -> [Argument] {
            guard isAt("(") else { return [] }
            return try group("(", ")") { (parser) throws(OffsetError) in
                let name = try parser.name("an argument")
                try parser.need(":")
                return Argument(name, try parser.value(isConstant: isConstant))
            }
        }

        private mutating func directives(isConstant: Bool = false) throws(OffsetError) -> [Directive] {
            var directives: [Directive] = []
            while isAt("@") {
                let start = start
                try advance()
                let name = try name("a directive")
                let arguments = try arguments(isConstant: isConstant)
                directives.append(Directive(name, arguments: arguments, place: Place(start..<end)))
            }
            return directives
        }

        // MARK: Values

        /// - Parameter isConstant: whether variables are not allowed.
        private mutating func value(isConstant: Bool = false) throws(OffsetError) -> Value {
            let start = start
            let kind: Value.Kind
            switch token?.kind {
            case .punctuator(UInt8(ascii: "$")) where !isConstant:
                try advance()
                kind = .variable(try name("the variable's name").text)
            case .punctuator(UInt8(ascii: "[")):
                kind = .list(
                    try group("[", "]", mayBeEmpty: true) { (parser) throws(OffsetError) in
                        try parser.value(isConstant: isConstant)
                    })
            case .punctuator(UInt8(ascii: "{")):
                kind = .object(
                    try group("{", "}", mayBeEmpty: true) { (parser) throws(OffsetError) in
                        let name = try parser.name("a field of the object")
                        try parser.need(":")
                        return ObjectField(name, try parser.value(isConstant: isConstant))
                    })
            case .int, .float, .string, .blockString, .name: kind = try scalar()
            default: throw expected(isConstant ? "a value without variables" : "a value")
            }
            return Value(kind, at: Place(start..<end))
        }

        private mutating func scalar() throws(OffsetError) -> Value.Kind {
            guard let token else { throw expected("a value") }
            let kind: Value.Kind =
                switch token.kind {
                case .int: .int(text(token))
                case .float: .float(text(token))
                case .blockString: .string(StringParser.block(bytes, token.range))
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

// MARK: The schema language

extension GraphQL.TypeDefinition {
    /// The types in a text of the schema language (specification section 3). Their fields may have descriptions in
    /// front of them. The text is part of the program, so an error in it is one of the program.
    static func all(in text: String) -> [GraphQL.TypeDefinition] {
        var parser = GraphQL.Parser(Array(text.utf8))
        do throws(GraphQL.OffsetError) {
            return try parser.types()
        } catch {
            preconditionFailure("The schema is wrong at \(error.range): \(error.message)")
        }
    }
}

extension GraphQL.Parser {
    fileprivate mutating func types() throws(GraphQL.OffsetError) -> [GraphQL.TypeDefinition] {
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
