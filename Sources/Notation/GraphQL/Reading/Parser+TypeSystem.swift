// Definitions of a type system (specification section 3).
extension GraphQL.Parser {
    mutating func typeSystemDefinition() throws(GraphQL.Fault) -> GraphQL.Definition {
        let start = start
        let description = try description()
        // What follows a description is a type; an extension has none.
        let isExtension = description == nil && isAt(word: "extend")
        if isExtension { try advance() }
        if isAt(word: "schema") {
            var schema = try schema(isExtension: isExtension)
            schema.description = description
            schema.place = .init(start..<end)
            return .schema(schema)
        }
        if isAt(word: "directive"), !isExtension {
            var directive = try directiveDefinition()
            directive.description = description
            directive.place = .init(start..<end)
            return .directive(directive)
        }
        guard var type = try typeDefinition(isExtension: isExtension) else {
            throw expected(
                isExtension || description != nil
                    ? "a schema, a type\(isExtension ? "" : " or a directive")" : "a query, a mutation or a fragment")
        }
        type.description = description
        type.place = .init(start..<end)
        return .type(type)
    }

    /// The string in front of what it describes.
    private mutating func description() throws(GraphQL.Fault) -> GraphQL.Value? {
        guard token?.kind == .string || token?.kind == .blockString else { return nil }
        return try value(isConstant: true)
    }

    private mutating func schema(isExtension: Bool) throws(GraphQL.Fault) -> GraphQL.SchemaSyntax {
        try advance()
        var schema = GraphQL.SchemaSyntax([], isExtension: isExtension)
        schema.directives = try directives(isConstant: true)
        if !isExtension || schema.directives.isEmpty || isAt("{") {
            schema.operationTypes = try braces { (parser) throws(GraphQL.Fault) in
                guard let token = parser.token, token.kind == .name,
                    let kind = GraphQL.OperationKind(rawValue: parser.text(token))
                else { throw parser.expected("query, mutation or subscription") }
                try parser.advance()
                try parser.need(":")
                return .init(kind, try parser.name("a type"))
            }
        }
        return schema
    }

    private mutating func typeDefinition(isExtension: Bool) throws(GraphQL.Fault) -> GraphQL.TypeSyntax? {
        guard let token, token.kind == .name else { return nil }
        let keyword = text(token)
        guard ["scalar", "type", "interface", "union", "enum", "input"].contains(keyword) else { return nil }
        try advance()
        var type = GraphQL.TypeSyntax(try name("the type's name"), .scalar, isExtension: isExtension)
        let hasInterfaces = keyword == "type" || keyword == "interface"
        let interfaces = hasInterfaces ? try self.interfaces() : []
        type.directives = try directives(isConstant: true)
        switch keyword {
        case "type": type.body = .object(interfaces: interfaces, fields: try fields())
        case "interface": type.body = .interface(interfaces: interfaces, fields: try fields())
        case "union": type.body = .union(try take("=") ? try choice("|", "a type") : [])
        case "enum": type.body = .enumeration(try isAt("{") ? braces(Self.enumValue) : [])
        case "input": type.body = .input(try isAt("{") ? braces(Self.inputValue) : [])
        default: break
        }
        if isExtension, interfaces.isEmpty, type.directives.isEmpty, type.body.isEmpty {
            throw expected("what the type is extended by")
        }
        return type
    }

    private mutating func interfaces() throws(GraphQL.Fault) -> [GraphQL.Name] {
        guard isAt(word: "implements") else { return [] }
        try advance()
        return try choice("&", "an interface")
    }

    private mutating func fields() throws(GraphQL.Fault) -> [GraphQL.FieldSyntax] {
        guard isAt("{") else { return [] }
        return try braces { (parser) throws(GraphQL.Fault) in
            let description = try parser.description()
            let name = try parser.name("a field")
            let arguments = try parser.argumentDefinitions()
            try parser.need(":")
            let type = try parser.type()
            return .init(
                name, type, arguments: arguments, description: description,
                directives: try parser.directives(isConstant: true))
        }
    }

    private static func enumValue(_ parser: inout Self) throws(GraphQL.Fault) -> GraphQL.EnumValueSyntax {
        let description = try parser.description()
        if parser.isAt(word: "true") || parser.isAt(word: "false") || parser.isAt(word: "null") {
            throw parser.expected("a value of the enumeration")
        }
        let name = try parser.name("a value of the enumeration")
        return .init(name, description: description, directives: try parser.directives(isConstant: true))
    }

    private static func inputValue(_ parser: inout Self) throws(GraphQL.Fault) -> GraphQL.InputSyntax {
        let description = try parser.description()
        let name = try parser.name("a name")
        try parser.need(":")
        let type = try parser.type()
        let defaultValue = try parser.take("=") ? try parser.value(isConstant: true) : nil
        return .init(
            name, type, defaultValue: defaultValue, description: description,
            directives: try parser.directives(isConstant: true))
    }

    private mutating func argumentDefinitions() throws(GraphQL.Fault) -> [GraphQL.InputSyntax] {
        guard try take("(") else { return [] }
        var arguments: [GraphQL.InputSyntax] = []
        repeat { arguments.append(try Self.inputValue(&self)) } while !isAt(")")
        try need(")")
        return arguments
    }

    private mutating func directiveDefinition() throws(GraphQL.Fault) -> GraphQL.DirectiveSyntax {
        try advance()
        try need("@")
        var directive = GraphQL.DirectiveSyntax(try name("the directive's name"), on: [])
        directive.arguments = try argumentDefinitions()
        if isAt(word: "repeatable") {
            directive.isRepeatable = true
            try advance()
        }
        guard isAt(word: "on") else { throw expected("\"on\" and where the directive may stand") }
        try advance()
        directive.locations = try choice("|", "where the directive may stand") {
            GraphQL.DirectiveSyntax.allLocations.contains($0)
        }
        return directive
    }

    /// Names with a sign between them, and perhaps in front.
    private mutating func choice(
        _ sign: Unicode.Scalar, _ what: StaticString, where isOne: (String) -> Bool = { _ in true }
    ) throws(GraphQL.Fault) -> [GraphQL.Name] {
        _ = try take(sign)
        var names: [GraphQL.Name] = []
        repeat {
            if let token, token.kind == .name, !isOne(text(token)) { throw expected("\(what)") }
            names.append(try name(what))
        } while try take(sign)
        return names
    }

    private mutating func braces<Item>(
        _ item: (inout Self) throws(GraphQL.Fault) -> Item
    ) throws(GraphQL.Fault) -> [Item] {
        try nested { (parser) throws(GraphQL.Fault) in
            try parser.need("{")
            var items: [Item] = []
            repeat { items.append(try item(&parser)) } while !parser.isAt("}")
            try parser.need("}")
            return items
        }
    }
}

extension GraphQL.TypeSyntax.Body {
    /// Whether it says nothing but what kind of type it is.
    fileprivate var isEmpty: Bool {
        switch self {
        case .scalar: true
        case .object(let interfaces, let fields), .interface(let interfaces, let fields):
            interfaces.isEmpty && fields.isEmpty
        case .union(let members): members.isEmpty
        case .enumeration(let values): values.isEmpty
        case .input(let fields): fields.isEmpty
        }
    }
}
