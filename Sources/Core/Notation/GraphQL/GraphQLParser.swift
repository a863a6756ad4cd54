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
    /// A recursive-descent parser (specification section 2.2 and following).
    ///
    /// Without recovery it stops at the first error. With recovery, missing parts are empty, unexpected tokens are
    /// skipped, and a bracket that closes an outer frame closes everything inside.
    struct Parser {
        let bytes: [UInt8]
        let tokens: [Token]
        private(set) var position = 0
        /// The end of the previous token.
        private(set) var end = 0
        private var depth = 0
        /// Nil if the first error ends parsing.
        var recovery: OutlineBuilder?

        /// The maximum nesting of brackets: each level takes a few stack frames.
        static let deepest = 200

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            tokens = Lexer.tokens(of: bytes).filter { $0.kind != .comment }
        }

        /// - Parameter tokens: the tokens without comments and invalid ones.
        init(_ bytes: [UInt8], _ tokens: [Token], recovery: OutlineBuilder) {
            self.bytes = bytes
            self.tokens = tokens
            self.recovery = recovery
        }

        // MARK: Tokens

        var token: Token? { position < tokens.count ? tokens[position] : nil }
        var start: Int { token?.range.lowerBound ?? bytes.count }
        func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

        func isAt(_ sign: Unicode.Scalar) -> Bool { token?.kind == .punctuator(UInt8(ascii: sign)) }

        func isAt(word: StaticString) -> Bool {
            guard let token, token.kind == .name else { return false }
            return word.withUTF8Buffer { $0.elementsEqual(bytes[token.range]) }
        }

        mutating func advance() throws(OffsetError) {
            end = token?.range.upperBound ?? end
            position += 1
            if recovery == nil, let fault = token?.fault { throw fault }
        }

        mutating func take(_ sign: Unicode.Scalar) throws(OffsetError) -> Bool {
            guard isAt(sign) else { return false }
            try advance()
            return true
        }

        mutating func need(_ sign: Unicode.Scalar) throws(OffsetError) {
            guard try take(sign) else { return try miss("\"\(sign)\"") }
        }

        /// Empty if it is missing and parsing continues.
        mutating func name(_ what: StaticString = "a name") throws(OffsetError) -> Name {
            guard let token, token.kind == .name, !beginsDefinition else {
                try miss("\(what)")
                return Name("", at: Place(start..<start))
            }
            try advance()
            return Name(text(token), at: Place(token.range))
        }

        func miss(_ what: String) throws(OffsetError) { if recovery == nil { throw expected(what) } }

        /// The error for an unexpected token.
        func expected(_ what: String) -> OffsetError {
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

        private var tooDeep: OffsetError {
            OffsetError(message: "nested deeper than \(Parser.deepest) levels", range: token?.range ?? end..<end)
        }

        /// Parses the content of a bracket pair, one level deeper.
        mutating func group(
            _ frame: Outline.Frame, _ open: Unicode.Scalar, _ close: Unicode.Scalar, mayBeEmpty: Bool = false,
            _ item: (inout Parser) throws(OffsetError) -> Void
        ) throws(OffsetError) {
            guard depth < Parser.deepest else {
                guard recovery != nil else { throw tooDeep }
                return giveUp()
            }
            depth += 1
            defer { depth -= 1 }
            try need(open)
            recovery?.open(frame)
            var isComplete = mayBeEmpty || recovery != nil
            while !isComplete || !isAt(close) && !endsGroup {
                expectItem()
                let before = position
                try item(&self)
                if position == before { try skip() }
                isComplete = true
            }
            expectItem()
            recovery?.close()
            try need(close)
            expectAfter(frame.kind)
        }

        private mutating func skip() throws(OffsetError) {
            try advance()
            repeatExpectation()
        }

        /// Skips unexpected tokens between the head of a definition and its braces.
        private mutating func skipToBraces() throws(OffsetError) {
            while recovery != nil, let token, !isAt("{"), !isAt(word: "fragment"),
                OperationKind(rawValue: text(token)) == nil
            {
                if isAt("@") { _ = try directives() } else { try skip() }
            }
        }

        private mutating func giveUp() {
            expect(.nothing)
            recovery?.isOver = true
            position = tokens.count
        }

        // MARK: Definitions

        mutating func document() throws(OffsetError) -> Document {
            if recovery == nil, let fault = token?.fault { throw fault }
            var definitions: [Definition] = []
            expect(.definition)
            while token != nil || recovery == nil && definitions.isEmpty {
                let before = position
                if let definition = try definition() { definitions.append(definition) }
                if position == before { try skip() }
            }
            return Document(definitions)
        }

        private mutating func definition() throws(OffsetError) -> Definition? {
            if isAt("{") { return .operation(try operation()) }
            if isAt(word: "fragment") { return .fragment(try fragment()) }
            if let token, token.kind == .name, OperationKind(rawValue: text(token)) != nil {
                return .operation(try operation())
            }
            try miss("a query, a mutation or a fragment")
            return nil
        }

        private mutating func operation() throws(OffsetError) -> Operation {
            let start = start
            let owner = recovery?.beginOperation() ?? .none
            var operation = Operation(selections: [])
            if let token, token.kind == .name, let kind = OperationKind(rawValue: text(token)) {
                operation.kind = kind
                try advance()
                expect(.nothing)
                if self.token?.kind == .name, !beginsDefinition {
                    operation.name = try name()
                    expect(.nothing)
                }
                if isAt("(") { operation.variables = try variables(of: owner) }
                operation.directives = try directives()
                try skipToBraces()
            }
            operation.selections = try selections(of: owner)
            operation.place = Place(start..<end)
            return operation
        }

        private mutating func fragment() throws(OffsetError) -> Fragment {
            let start = start
            try advance()
            expect(.nothing)
            if isAt(word: "on") { try miss("the fragment's name") }
            let name = isAt(word: "on") ? Name("") : try name("the fragment's name")
            let owner = recovery?.beginFragment(name.text) ?? .none
            expect(.on)
            var fragment = Fragment(name, on: "", selections: [])
            if isAt(word: "on") {
                try advance()
                expect(.typeCondition)
                fragment.typeCondition = try self.name("a type")
                expect(.nothing)
            } else {
                try miss("\"on\" and a type")
            }
            fragment.directives = try directives()
            try skipToBraces()
            fragment.selections = try selections(of: owner)
            fragment.place = Place(start..<end)
            return fragment
        }

        private mutating func variables(of owner: Outline.Frame.Owner) throws(OffsetError) -> [VariableDefinition] {
            var variables: [VariableDefinition] = []
            try group(Outline.Frame(.variables, of: owner), "(", ")") { (parser) throws(OffsetError) in
                guard let name = try parser.variable() else { return }
                parser.recovery?.declare(variables.count)
                parser.expect(.nothing)
                try parser.need(":")
                parser.expect(.type)
                variables.append(VariableDefinition(name, try parser.type()))
                let last = variables.count - 1
                if try parser.take("=") {
                    parser.expect(.value(of: ""))
                    variables[last].defaultValue = try parser.value(isConstant: true)
                    parser.expect(.nothing)
                }
                variables[last].directives = try parser.directives(isConstant: true)
            }
            return variables
        }

        private mutating func variable() throws(OffsetError) -> Name? {
            let start = start
            guard try take("$") else {
                try miss("a variable")
                return nil
            }
            expect(.variable)
            var name = try name("the variable's name")
            name.place = Place(start..<end)
            return name.text.isEmpty ? nil : name
        }

        private mutating func type() throws(OffsetError) -> TypeReference {
            var type: TypeReference
            if isAt("[") {
                guard depth < Parser.deepest else {
                    guard recovery != nil else { throw tooDeep }
                    giveUp()
                    return .named("")
                }
                depth += 1
                defer { depth -= 1 }
                try advance()
                expect(.type)
                type = .list(try self.type())
                try need("]")
            } else {
                type = .named(try name("a type"))
            }
            expect(.nothing)
            if try take("!") {
                type = .nonNull(type)
                expect(.nothing)
            }
            return type
        }
    }
}

extension GraphQL.Parser {
    mutating func selections(
        of owner: GraphQL.Outline.Frame.Owner, given: [GraphQL.Argument] = []
    ) throws(GraphQL.OffsetError) -> [GraphQL.Selection] {
        var selections: [GraphQL.Selection] = []
        guard isAt("{") || recovery == nil else { return selections }
        try group(.init(.selections, of: owner, given: given), "{", "}") { (parser) throws(GraphQL.OffsetError) in
            if let selection = try parser.selection() { selections.append(selection) }
        }
        return selections
    }

    private mutating func selection() throws(GraphQL.OffsetError) -> GraphQL.Selection? {
        let start = start
        var fragment = GraphQL.InlineFragment(selections: [])
        if token?.kind == .spread {
            try advance()
            expect(.spread)
            if token?.kind == .name, !isAt(word: "on"), !beginsDefinition {
                let name = try name()
                recovery?.noteSpread(of: name.text)
                expect(.selection)
                let directives = try directives()
                return .spread(.init(name, directives: directives, place: .init(start..<end)))
            }
            if isAt(word: "on") {
                try advance()
                expect(.typeCondition)
                fragment.typeCondition = try name("a type")
                expect(.nothing)
            }
            fragment.directives = try directives()
        } else if recovery == nil || token?.kind == .name {
            return .field(try field())
        } else if isAt("@") {
            fragment.directives = try directives()
        } else if !isAt("{") {
            return nil
        }
        fragment.selections = try selections(of: .inline(fragment.typeCondition?.text ?? ""))
        fragment.place = .init(start..<end)
        return .inline(fragment)
    }

    private mutating func field() throws(GraphQL.OffsetError) -> GraphQL.Field {
        let start = start, first = position
        var field = GraphQL.Field(try name("a field"))
        expect(.selection)
        if try take(":") {
            expect(.aliasedField)
            while recovery != nil, try take(":") { expect(.aliasedField) }
            field.alias = field.name
            field.name = try name("the field behind its alias")
            expect(.selection)
        } else {
            // A field with an alias may be selected again without one.
            recovery?.noteName(field.name.text, at: first)
        }
        field.arguments = try arguments(of: .field(field.name.text))
        field.directives = try directives()
        if isAt("{") { field.selections = try selections(of: .field(field.name.text), given: field.arguments) }
        field.place = .init(start..<end)
        return field
    }

    private mutating func arguments(
        of owner: GraphQL.Outline.Frame.Owner, isConstant: Bool = false
    ) throws(GraphQL.OffsetError) -> [GraphQL.Argument] {
        guard isAt("(") else { return [] }
        var arguments: [GraphQL.Argument] = []
        let frame = recovery?.outline.frames.count
        try group(.init(.arguments, of: owner), "(", ")") { (parser) throws(GraphQL.OffsetError) in
            let start = parser.position
            let name = try parser.name("an argument")
            if parser.position > start {
                parser.recovery?.noteName(name.text, at: start)
                parser.expect(.nothing)
            } else if !parser.isAt("$") {
                return
            }
            let hasColon = try parser.take(":")
            if !hasColon {
                try parser.miss("\":\"")
                guard parser.isAt("$") else { return }
            }
            parser.expect(.value(of: name.text))
            arguments.append(.init(name, try parser.value(isConstant: isConstant, of: hasColon ? name.text : "")))
        }
        if let frame { recovery?.note(arguments, in: frame) }
        return arguments
    }

    mutating func directives(isConstant: Bool = false) throws(GraphQL.OffsetError) -> [GraphQL.Directive] {
        var directives: [GraphQL.Directive] = []
        while isAt("@") {
            let start = start
            try advance()
            expect(.directive)
            let name = try name("a directive")
            expectAfterDirective()
            let arguments = try arguments(of: .directive(name.text), isConstant: isConstant)
            directives.append(.init(name, arguments: arguments, place: .init(start..<end)))
        }
        return directives
    }

    // MARK: Values

    /// - Parameters:
    ///   - isConstant: whether variables are not allowed.
    ///   - argument: the argument it belongs to; empty inside a list.
    mutating func value(isConstant: Bool = false, of argument: String = "") throws(GraphQL.OffsetError) -> GraphQL.Value
    {
        guard let token, !beginsDefinition else {
            try miss("a value")
            return .init(.enumeration(""))
        }
        let start = start
        let kind: GraphQL.Value.Kind
        switch token.kind {
        case .punctuator(UInt8(ascii: "$")) where !isConstant || recovery != nil:
            try advance()
            expect(.value(of: argument))
            kind = .variable(try name("the variable's name").text)
            if case .variable(let name) = kind, !name.isEmpty { recovery?.noteUse(of: name, as: argument) }
            expectItem()
        case .punctuator(UInt8(ascii: "[")):
            var values: [GraphQL.Value] = []
            try group(.init(.list, of: .value(argument)), "[", "]", mayBeEmpty: true) {
                (parser) throws(GraphQL.OffsetError) in
                values.append(try parser.value(isConstant: isConstant))
            }
            kind = .list(values)
        case .punctuator(UInt8(ascii: "{")):
            kind = .object(try object(isConstant: isConstant, of: argument))
        case .int, .float, .string, .blockString, .name:
            kind = try scalar(token)
            try advance()
            expectItem()
        default:
            try miss(isConstant ? "a value without variables" : "a value")
            kind = .enumeration("")
        }
        return .init(kind, at: .init(start..<max(start, end)))
    }

    private mutating func object(
        isConstant: Bool, of argument: String
    ) throws(GraphQL.OffsetError) -> [GraphQL.ObjectField] {
        var fields: [GraphQL.ObjectField] = []
        try group(.init(.object, of: .value(argument)), "{", "}", mayBeEmpty: true) {
            (parser) throws(GraphQL.OffsetError) in
            let start = parser.position
            let name = try parser.name("a field of the object")
            if parser.position > start {
                parser.recovery?.noteName(name.text, at: start)
                parser.expect(.nothing)
            }
            let hasColon = try parser.take(":")
            if !hasColon {
                try parser.miss("\":\"")
                guard parser.isAt("{") || parser.isAt("[") || parser.isAt("$") else { return }
            }
            parser.expect(.value(of: name.text))
            fields.append(.init(name, try parser.value(isConstant: isConstant, of: name.text)))
        }
        return fields
    }

    private func scalar(_ token: GraphQL.Token) throws(GraphQL.OffsetError) -> GraphQL.Value.Kind {
        switch token.kind {
        case .int: return .int(text(token))
        case .float: return .float(text(token))
        case .string, .blockString:
            do throws(GraphQL.OffsetError) {
                if let fault = token.fault { throw fault }
                if token.kind == .blockString { return .string(GraphQL.StringParser.block(bytes, token.range)) }
                return .string(try GraphQL.StringParser.string(bytes, token.range))
            } catch {
                guard recovery != nil else { throw error }
                return .enumeration("")
            }
        default: break
        }
        switch text(token) {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        case let word: return .enumeration(word)
        }
    }
}
