import Notation

/// What a document counts: a table, and the columns it is grouped by and measured by.
struct AskedAggregate {
    /// A name that a document gives, and where it stands.
    struct Given {
        let name: String
        let value: GraphQL.Value
    }

    let table: Given
    private(set) var columns: [Given] = []

    /// Every one of a document.
    ///
    /// - Parameter values: what the variables of the operations hold.
    static func all(in document: GraphQL.Document, _ values: (String) -> JSON?) -> [AskedAggregate] {
        var found: [AskedAggregate] = []
        for field in document.operations.flatMap(\.selections).compactMap(\.asField)
        where field.name.text == GraphQL.RecordNames.aggregateQuery {
            guard let table = given(field, "tableName", values).first else { continue }
            var asked = AskedAggregate(table: table)
            asked.columns = given(field, "groupBy", values)
            for list in (field.selections ?? []).compactMap(\.asField) where list.name.text == "aggregates" {
                for measure in (list.selections ?? []).compactMap(\.asField) {
                    asked.columns += given(measure, "field", values)
                }
            }
            found.append(asked)
        }
        return found
    }

    /// The texts of an argument, one or a list of them.
    private static func given(
        _ field: GraphQL.Field, _ argument: String, _ values: (String) -> JSON?
    ) -> [Given] {
        guard let value = field.arguments.first(where: { $0.name.text == argument })?.value else { return [] }
        if case .list(let elements) = value.kind {
            return elements.compactMap { element in
                element.json(values)?.scalarText.map { Given(name: $0, value: element) }
            }
        }
        if case .string(let text)? = value.json(values) { return [Given(name: text, value: value)] }
        return []
    }
}

extension GraphQL.Selection {
    /// The field it is, where it is one.
    fileprivate var asField: GraphQL.Field? { if case .field(let field) = self { field } else { nil } }
}
