import NowData
import Notation

extension TableQuestion {
    /// `{ GlideAggregateRecord_Query(tableName: "incident", …) { … } }`: one number, or a line for each group.
    func count(_ session: isolated ShellSession) async throws -> GraphQL.Document {
        var asked = try CountQuestion(arguments).aggregation
        asked.query = try await QueryCheck(flags: [], session, context).sent
        func list(_ texts: [String]) -> GraphQL.Value {
            GraphQL.Value(.list(texts.map { GraphQL.Value(.string($0)) }))
        }
        func text(_ parts: [String]) -> GraphQL.Value { GraphQL.Value(.string(parts.joined(separator: ","))) }
        var given = [GraphQL.Argument("tableName", GraphQL.Value(.string(table)))]
        if let query = asked.query, !query.isEmpty { given.append(TableDocument.conditions(query)) }
        if !asked.groups.isEmpty { given.append(GraphQL.Argument("groupBy", list(asked.groups))) }
        if !asked.bounds.isEmpty, let first = asked.groups.first {
            let bounds = asked.bounds.map { bound in
                [
                    bound.value?.function.rawValue ?? "count", bound.value?.column ?? first, bound.comparison,
                    bound.number,
                ]
                .joined(separator: "^")
            }
            given.append(GraphQL.Argument("having", text(bounds)))
        }
        let order = (arguments.ordering("order") ?? []).map { name, descending in
            Self.ordering(name, asked) + (descending ? "^DESC" : "")
        }
        if !order.isEmpty { given.append(GraphQL.Argument("orderBy", text(order))) }

        guard !asked.groups.isEmpty || !asked.values.isEmpty else {
            return document(given, [.field(GraphQL.Field("totalCount"))])
        }
        var sought: [GraphQL.Selection] = []
        if !asked.groups.isEmpty {
            let names: [GraphQL.Name] = ["field", "value", "displayValue"]
            sought.append(.field(GraphQL.Field("groupBy", selections: names.map { .field(GraphQL.Field($0)) })))
        }
        sought.append(.field(GraphQL.Field("count")))
        for value in asked.values {
            let field = GraphQL.Argument("field", GraphQL.Value(.string(value.column)))
            // A name has no dots; several functions of one kind need a name each.
            let alias = String(value.name.map { $0 == "." ? "_" : $0 })
            sought.append(
                .field(
                    GraphQL.Field(
                        alias: GraphQL.Name(alias), GraphQL.Name(value.function.rawValue), arguments: [field])))
        }
        return document(given, [.field(GraphQL.Field("aggregates", selections: sought))])
    }

    private func document(_ given: [GraphQL.Argument], _ selections: [GraphQL.Selection]) -> GraphQL.Document {
        TableDocument.document(.query, GraphQL.RecordNames.aggregateQuery, selections, arguments: given)
    }

    /// `COUNT`, `AVG^reassignment_count`, or a group's column.
    private static func ordering(_ name: String, _ asked: Aggregation) -> String {
        if let value = asked.values.first(where: { $0.name == name }) {
            return value.function.rawValue.uppercased() + "^" + value.column
        }
        return name == "count" && !asked.groups.contains(name) ? "COUNT" : name
    }
}
