extension GraphQL.Document {
    /// The document in the standard layout. Parsing it gives an equal value.
    package var text: String {
        var formatter = GraphQL.Formatter(Array(definitions.map(\.source).joined(separator: " ").utf8))
        return formatter.document()
    }
}

extension GraphQL.Definition {
    fileprivate var source: String {
        switch self {
        case .operation(let operation):
            let variables = operation.variables.map { variable in
                "$\(variable.name.text): \(variable.type.text)"
                    + (variable.defaultValue.map { " = " + $0.text } ?? "") + variable.directives.source
            }
            let head = (operation.name?.text ?? "") + list(variables) + operation.directives.source
            let isBare = operation.kind == .query && head.isEmpty
            return (isBare ? "" : operation.kind.rawValue + " " + head) + operation.selections.source
        case .fragment(let fragment):
            return "fragment \(fragment.name.text) on \(fragment.typeCondition.text)" + fragment.directives.source
                + fragment.selections.source
        }
    }
}

extension [GraphQL.Selection] {
    fileprivate var source: String { " {" + map(\.source).joined(separator: " ") + "}" }
}

extension GraphQL.Selection {
    fileprivate var source: String {
        switch self {
        case .field(let field):
            (field.alias.map { $0.text + ": " } ?? "") + field.name.text + field.arguments.source
                + field.directives.source + (field.selections?.source ?? "")
        case .spread(let spread): "..." + spread.name.text + spread.directives.source
        case .inline(let fragment):
            "..." + (fragment.typeCondition.map { " on " + $0.text } ?? "") + fragment.directives.source
                + fragment.selections.source
        }
    }
}

extension [GraphQL.Argument] {
    fileprivate var source: String { list(map { $0.name.text + ": " + $0.value.text }) }
}

extension [GraphQL.Directive] {
    fileprivate var source: String { map { " @" + $0.name.text + $0.arguments.source }.joined() }
}

extension GraphQL.Value {
    package var text: String {
        switch kind {
        case .variable(let name): "$" + name
        case .int(let text), .float(let text), .enumeration(let text): text
        case .string(let text): "\"" + GraphQL.StringWriter.escaped(text) + "\""
        case .boolean(let flag): flag ? "true" : "false"
        case .null: "null"
        case .list(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .object(let fields):
            "{" + fields.map { $0.name.text + ": " + $0.value.text }.joined(separator: ", ") + "}"
        }
    }
}

private func list(_ items: [String]) -> String { items.isEmpty ? "" : "(" + items.joined(separator: ", ") + ")" }
