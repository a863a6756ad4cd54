// Definitions of a type system.
extension GraphQL.PieceList {
    mutating func schema(_ schema: GraphQL.SchemaSyntax) {
        description(schema.description)
        if schema.isExtension { word("extend") }
        word("schema")
        directives(schema.directives)
        braces(schema.operationTypes) { pieces, root in
            pieces.word(root.kind.rawValue)
            pieces.word(":", isApart: false)
            pieces.word(root.type.text)
        }
    }

    mutating func type(_ type: GraphQL.TypeSyntax) {
        description(type.description)
        if type.isExtension { word("extend") }
        switch type.body {
        case .scalar: head("scalar", type)
        case .object(let interfaces, let fields):
            head("type", type, interfaces)
            braces(fields) { $0.field($1) }
        case .interface(let interfaces, let fields):
            head("interface", type, interfaces)
            braces(fields) { $0.field($1) }
        case .union(let members):
            head("union", type)
            guard !members.isEmpty else { return }
            word("=")
            group(.choice("|"), members) { $0.word($1.text) }
        case .enumeration(let values):
            head("enum", type)
            braces(values) { pieces, value in
                pieces.description(value.description)
                pieces.word(value.name.text)
                pieces.directives(value.directives)
            }
        case .input(let fields):
            head("input", type)
            braces(fields) { $0.input($1) }
        }
    }

    mutating func directive(_ directive: GraphQL.DirectiveSyntax) {
        description(directive.description)
        word("directive")
        word("@")
        word(directive.name.text, isApart: false)
        arguments(directive.arguments)
        if directive.isRepeatable { word("repeatable") }
        word("on")
        group(.choice("|"), directive.locations) { $0.word($1.text) }
    }

    private mutating func head(
        _ keyword: String, _ type: GraphQL.TypeSyntax, _ interfaces: [GraphQL.Name] = []
    ) {
        word(keyword)
        word(type.name.text)
        if !interfaces.isEmpty {
            word("implements")
            group(.choice("&"), interfaces) { $0.word($1.text) }
        }
        directives(type.directives)
    }

    /// A description stands on lines of its own.
    private mutating func description(_ description: GraphQL.Value?) {
        guard let description else { return }
        if case .string(let text) = description.kind, GraphQL.StringWriting.canBeBlock(text),
            GraphQL.StringWriting.isVisible(text)
        {
            block(text)
        } else {
            value(description)
        }
        newline()
    }

    private mutating func field(_ field: GraphQL.FieldSyntax) {
        description(field.description)
        word(field.name.text)
        arguments(field.arguments)
        word(":", isApart: false)
        type(field.type)
        directives(field.directives)
    }

    private mutating func input(_ input: GraphQL.InputSyntax) {
        description(input.description)
        word(input.name.text)
        word(":", isApart: false)
        type(input.type)
        if let value = input.defaultValue {
            word("=")
            self.value(value)
        }
        directives(input.directives)
    }

    private mutating func arguments(_ arguments: [GraphQL.InputSyntax]) {
        guard !arguments.isEmpty else { return }
        word("(", isApart: false)
        group(.list, arguments) { $0.input($1) }
        word(")", isApart: false)
    }

    private mutating func braces<Item>(_ items: [Item], _ write: (inout Self, Item) -> Void) {
        guard !items.isEmpty else { return }
        word("{")
        group(.lines, items, write)
        word("}", isApart: false)
    }
}
