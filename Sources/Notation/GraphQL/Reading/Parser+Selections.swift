extension GraphQL.Parser {
    mutating func selections() throws(GraphQL.Fault) -> [GraphQL.Selection] {
        try nested { (parser) throws(GraphQL.Fault) in
            try parser.need("{")
            var selections: [GraphQL.Selection] = []
            repeat { selections.append(try parser.selection()) } while !parser.isAt("}")
            try parser.need("}")
            return selections
        }
    }

    private mutating func selection() throws(GraphQL.Fault) -> GraphQL.Selection {
        guard token?.kind == .spread else { return .field(try field()) }
        let start = start
        try advance()
        if token?.kind == .name, !isAt(word: "on") {
            let name = try name()
            let directives = try directives()
            return .spread(.init(name, directives: directives, place: .init(start..<end)))
        }
        var type: GraphQL.Name?
        if isAt(word: "on") {
            try advance()
            type = try name("a type")
        }
        let directives = try directives()
        let selections = try selections()
        return .inline(.init(on: type, directives: directives, selections: selections, place: .init(start..<end)))
    }

    private mutating func field() throws(GraphQL.Fault) -> GraphQL.Field {
        let start = start
        var field = GraphQL.Field(try name("a field"))
        if try take(":") {
            field.alias = field.name
            field.name = try name("the field behind its alias")
        }
        field.arguments = try arguments()
        field.directives = try directives()
        if isAt("{") { field.selections = try selections() }
        field.place = .init(start..<end)
        return field
    }

    mutating func arguments(isConstant: Bool = false) throws(GraphQL.Fault) -> [GraphQL.Argument] {
        guard try take("(") else { return [] }
        var arguments: [GraphQL.Argument] = []
        repeat {
            let name = try name("an argument")
            try need(":")
            arguments.append(.init(name, try value(isConstant: isConstant)))
        } while !isAt(")")
        try need(")")
        return arguments
    }

    mutating func directives(isConstant: Bool = false) throws(GraphQL.Fault) -> [GraphQL.Directive] {
        var directives: [GraphQL.Directive] = []
        while isAt("@") {
            let start = start
            try advance()
            let name = try name("a directive")
            let arguments = try arguments(isConstant: isConstant)
            directives.append(.init(name, arguments: arguments, place: .init(start..<end)))
        }
        return directives
    }

    /// A value; a constant one holds no variable.
    mutating func value(isConstant: Bool = false) throws(GraphQL.Fault) -> GraphQL.Value {
        guard let token else { throw expected("a value") }
        let place = GraphQL.Place(token.range)
        switch token.kind {
        case .punctuator(UInt8(ascii: "$")) where !isConstant:
            let start = start
            try advance()
            let name = try name("the variable's name")
            return .init(.variable(name.text), at: .init(start..<end))
        case .punctuator(UInt8(ascii: "[")):
            return try bracketed("[", "]") { (parser) throws(GraphQL.Fault) in
                var values: [GraphQL.Value] = []
                while !parser.isAt("]") { values.append(try parser.value(isConstant: isConstant)) }
                return .list(values)
            }
        case .punctuator(UInt8(ascii: "{")):
            return try bracketed("{", "}") { (parser) throws(GraphQL.Fault) in
                var fields: [GraphQL.ObjectField] = []
                while !parser.isAt("}") {
                    let name = try parser.name("a field of the object")
                    try parser.need(":")
                    fields.append(.init(name, try parser.value(isConstant: isConstant)))
                }
                return .object(fields)
            }
        case .int, .float, .string, .blockString, .name:
            let kind = try scalar(token)
            try advance()
            return .init(kind, at: place)
        default: throw expected(isConstant ? "a value without variables" : "a value")
        }
    }

    private func scalar(_ token: GraphQL.Token) throws(GraphQL.Fault) -> GraphQL.Value.Kind {
        switch token.kind {
        case .int: return .int(text(token))
        case .float: return .float(text(token))
        case .string: return .string(try GraphQL.StringReading.string(bytes, token.range))
        case .blockString: return .string(GraphQL.StringReading.block(bytes, token.range))
        default: break
        }
        switch text(token) {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        case let word: return .enumeration(word)
        }
    }

    private mutating func bracketed(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar,
        _ body: (inout GraphQL.Parser) throws(GraphQL.Fault) -> GraphQL.Value.Kind
    ) throws(GraphQL.Fault) -> GraphQL.Value {
        try nested { (parser) throws(GraphQL.Fault) in
            let start = parser.start
            try parser.need(open)
            let kind = try body(&parser)
            try parser.need(close)
            return GraphQL.Value(kind, at: .init(start..<parser.end))
        }
    }
}
