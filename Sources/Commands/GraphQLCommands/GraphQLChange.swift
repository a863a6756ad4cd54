import Notation
import Workbench

/// One field of a mutation: the change of one record if it is a field of `GlideRecord_Mutation`.
struct GraphQLChange: Sendable {
    let record: (action: WritePlan.Action, table: String)?
    package let name: String
    let entry: Int
    let path: [String]
    let values: [(name: String, value: JSON)]
    let sysID: String?
    let identity: [[String]]
    let count: String?

    /// All changes of the operations that run, in order, without those that `@skip` and `@include` exclude.
    static func all(in run: GraphQLRun) -> [GraphQLChange] {
        let fragments = GraphQL.Fragments(run.document)
        var changes: [GraphQLChange] = []
        for (number, entry) in run.entries.enumerated() where entry.operation.kind == .mutation {
            let reading = Reading(entry: entry, number: number, fragments: fragments)
            for root in reading.fields(entry.operation.selections) where root.name.text != "__typename" {
                guard root.name.text == GraphQL.RecordNames.recordMutation else {
                    changes.append(reading.scripted(root, [root.responseName]))
                    continue
                }
                for field in reading.fields(root.selections ?? []) where field.name.text != "__typename" {
                    changes.append(reading.change(field, [root.responseName, field.responseName]))
                }
            }
        }
        return changes
    }

    /// The values as the Table API takes them: null empties a column.
    package var fields: [UndoStep.Field] {
        values.map { .init(name: $0.name, value: $0.value == .null ? "" : $0.value.scalarText ?? $0.value.compact) }
    }

    func sysID(in answer: JSONNode) -> String? {
        for path in identity {
            var node: JSONNode? = answer
            for name in path { node = node?[name] }
            if let text = node?.scalarText, !text.isEmpty { return text }
        }
        return nil
    }

    func changedNothing(_ answer: JSONNode) -> Bool {
        count.flatMap { answer[$0]?.scalarText } == "0"
    }
}

extension GraphQLChange {
    private struct Reading {
        let entry: GraphQLRun.Entry
        let number: Int
        let fragments: GraphQL.Fragments

        package func fields(_ selections: [GraphQL.Selection]) -> [GraphQL.Field] {
            fragments.merged(selections) { directives in directives.includesSelection { $0.json(entry.value) } }
        }

        func scripted(_ field: GraphQL.Field, _ path: [String]) -> GraphQLChange {
            GraphQLChange(
                record: nil, name: field.name.text, entry: number, path: path, values: [], sysID: nil, identity: [],
                count: nil)
        }

        func change(_ field: GraphQL.Field, _ path: [String]) -> GraphQLChange {
            let name = field.name.text
            guard let (write, table) = GraphQL.RecordWrite.read(name) else { return scripted(field, path) }
            let action: WritePlan.Action =
                switch write {
                case .insert: .create
                case .update: .update
                case .delete: .delete
                }
            // A variable without a value omits its argument.
            let given = field.arguments.compactMap { argument -> (name: String, value: JSON)? in
                if case .variable(let name) = argument.value.kind, entry.value(of: name) == nil { return nil }
                return (argument.name.text, argument.value.json(entry.value) ?? .null)
            }
            let sysID = given.first { $0.name == "sys_id" }?.value.scalarText
            return GraphQLChange(
                record: (action, table), name: name, entry: number, path: path,
                values: action == .create ? given : given.filter { $0.name != "sys_id" },
                sysID: sysID.flatMap { $0.isEmpty ? nil : $0 }, identity: identity(in: field),
                count: fields(field.selections ?? []).first { $0.name.text == "modified_count" }?.responseName)
        }

        private func identity(in field: GraphQL.Field) -> [[String]] {
            let telling = ["sys_id": ["value", "displayValue"], "_row_data": ["uniqueValue"]]
            return fields(field.selections ?? []).flatMap { outer in
                fields(outer.selections ?? []).filter { telling[outer.name.text]?.contains($0.name.text) ?? false }
                    .map { [outer.responseName, $0.responseName] }
            }
        }
    }
}
