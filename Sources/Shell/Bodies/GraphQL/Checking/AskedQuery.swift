import Notation

/// An encoded query that a document gives a table.
struct AskedQuery {
    let table: String
    let query: String
    /// The value as it stands in the document.
    let value: GraphQL.Value

    /// Every one of a document, `queryConditions` of tables and of aggregates, those in variables included; the same
    /// fragment counts once.
    ///
    /// - Parameter values: what the variables of the operations hold.
    static func all(in document: GraphQL.Document, _ values: (String) -> JSON?) -> [AskedQuery] {
        let fragments = GraphQLFragments(document)
        var found: [AskedQuery] = []
        let definitions = document.operations.map(\.selections) + document.fragments.map(\.selections)
        var ahead: [GraphQL.Selection] = definitions.reversed().flatMap { $0.reversed() }
        while let next = ahead.popLast() {
            switch next {
            case .spread: continue
            case .inline(let inline): ahead += inline.selections.reversed()
            case .field(let field):
                ahead += (field.selections ?? []).reversed()
                if field.name.text == "GlideRecord_Query" {
                    for table in fragments.fields(field.selections ?? []) {
                        found += query(of: table.name.text, table.arguments, values)
                    }
                } else if field.name.text == "GlideAggregateRecord_Query",
                    let name = field.arguments.first(where: { $0.name.text == "tableName" }),
                    case .string(let table) = name.value.json(values)
                {
                    found += query(of: table, field.arguments, values)
                }
            }
        }
        return found
    }

    private static func query(
        of table: String, _ arguments: [GraphQL.Argument], _ values: (String) -> JSON?
    ) -> [AskedQuery] {
        guard let value = arguments.first(where: { $0.name.text == "queryConditions" })?.value,
            case .string(let text) = value.json(values), !text.isEmpty,
            // A value of the record around it stands there when the query is asked.
            !text.contains("$$")
        else { return [] }
        return [AskedQuery(table: table, query: text, value: value)]
    }
}
