import Notation
import TapeDeck

/// What a document would change, in words.
struct GraphQLPlan {
    /// One field of a mutation.
    struct Change: Sendable {
        /// The table, and what is done to it; nil for a mutation that is none of records.
        let record: (action: WritePlan.Action, table: String)?
        /// What is done, with the values of variables: `update incident 9c57…, setting state=2`.
        let words: String
    }

    /// In the order they run.
    let changes: [Change]

    init(_ run: GraphQLRun) {
        let fragments = GraphQL.Fragments(run.document)
        changes = run.entries.filter { $0.operation.kind == .mutation }.flatMap { entry in
            fragments.merged(entry.operation.selections).flatMap { root in
                guard root.name.text == GraphQL.RecordNames.recordMutation else {
                    return [Change(record: nil, words: "run the mutation \(root.name.text)")]
                }
                return fragments.merged(root.selections ?? []).map { GraphQLPlan.change($0, entry) }
            }
        }
    }

    /// The whole of it.
    var plan: WritePlan {
        let table = changes.first?.record?.table ?? ""
        guard changes.count != 1 else { return WritePlan(doing: changes[0].words, table: table) }
        var plan = WritePlan(doing: "make \(changes.count) changes by GraphQL", table: table)
        plan.lines = changes.map(\.words)
        return plan
    }

    private static func change(_ field: GraphQL.Field, _ entry: GraphQLRun.Entry) -> Change {
        let values = field.arguments.map { ($0.name.text, $0.value.json(entry.value) ?? .null) }
        let name = field.name.text
        guard let (write, table) = GraphQL.RecordWrite.read(name) else {
            return Change(record: nil, words: "run the mutation \(name)")
        }
        let record = values.first { $0.0 == "sys_id" }.map { text($0.1) } ?? "an unnamed record"
        switch write {
        case .insert:
            return Change(record: (.create, table), words: "insert into \(table)" + setting(values, " with "))
        case .update:
            let set = values.filter { $0.0 != "sys_id" }
            return Change(record: (.update, table), words: "update \(table) \(record)" + setting(set, ", setting "))
        case .delete: return Change(record: (.delete, table), words: "delete \(table) \(record)")
        }
    }

    private static func setting(_ values: [(String, JSON)], _ joint: String) -> String {
        guard !values.isEmpty else { return "" }
        return joint
            + values.map { "\($0.0)=\(Redaction.isSecret($0.0) ? Redaction.mask : text($0.1))" }.joined(separator: " ")
    }

    /// A value as people recognise it, cut where it is long.
    private static func text(_ value: JSON) -> String {
        if value == .null { return "null" }
        let text = value.scalarText ?? value.compact
        return Quoting.word(text.count > 40 ? String(text.prefix(40)) + "…" : text)
    }
}
