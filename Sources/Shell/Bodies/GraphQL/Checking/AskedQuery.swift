import Notation

/// An encoded query that a document gives a table.
struct AskedQuery {
    let table: String
    let query: String
    /// The value as it stands in the document.
    let value: GraphQL.Value

    /// Every one of a document, `queryConditions` of tables and of aggregates, those in variables included; what is asked
    /// again under the same name counts once. Each selection is looked at once: fragments where they are defined, by the
    /// type they are for.
    ///
    /// - Parameter values: what the variables of the operations hold.
    static func all(in document: GraphQL.Document, _ values: (String) -> JSON?) -> [AskedQuery] {
        var found: [AskedQuery] = []
        var seen: Set<[String]> = []
        var ahead: [(selection: GraphQL.Selection, isTable: Bool)] = []
        for fragment in document.fragments.reversed() {
            let isTable = fragment.typeCondition.text == GraphQL.RecordNames.recordQueryType
            ahead += fragment.selections.reversed().map { ($0, isTable) }
        }
        for operation in document.operations.reversed() {
            ahead += operation.selections.reversed().map { ($0, false) }
        }
        while let next = ahead.popLast() {
            switch next.selection {
            case .spread: continue
            case .inline(let inline): ahead += inline.selections.reversed().map { ($0, next.isTable) }
            case .field(let field):
                let isAboveTables = field.name.text == GraphQL.RecordNames.recordQuery
                ahead += (field.selections ?? []).reversed().map { ($0, isAboveTables) }
                guard let table = table(field, isTable: next.isTable, values),
                    let asked = query(of: table, field.arguments, values),
                    seen.insert([field.responseName, table, asked.query]).inserted
                else { continue }
                found.append(asked)
            }
        }
        return found
    }

    /// The table that a field asks for; nil when it asks for none.
    private static func table(_ field: GraphQL.Field, isTable: Bool, _ values: (String) -> JSON?) -> String? {
        if isTable { return field.name.text }
        guard field.name.text == GraphQL.RecordNames.aggregateQuery,
            let name = field.arguments.first(where: { $0.name.text == "tableName" }),
            case .string(let table)? = name.value.json(values)
        else { return nil }
        return table
    }

    private static func query(
        of table: String, _ arguments: [GraphQL.Argument], _ values: (String) -> JSON?
    ) -> AskedQuery? {
        guard let value = arguments.first(where: { $0.name.text == "queryConditions" })?.value,
            case .string(let text)? = value.json(values), !text.isEmpty,
            // A value of the record around it stands there when the query is asked.
            !text.contains("$$")
        else { return nil }
        return AskedQuery(table: table, query: text, value: value)
    }
}
