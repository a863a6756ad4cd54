import Notation

/// Which records of a table a user may do something with, as SQL.
///
/// Records of one list may be of several classes, each with rules of its own; so the rules of every class stand in the
/// condition, each as a query for the one record.
struct RecordAccess {
    let rules: AccessRules
    let store: RecordStore
    let context: QueryContext

    /// What holds for the records, of those in a table, that the user may do this with. Nil when he may with all.
    ///
    /// - Parameter alias: how the statement around calls the table.
    func condition(
        _ operation: AccessRules.Operation, of table: Table, alias: String
    ) throws -> SQLFragment? {
        if table.name == "sys_attachment", operation == .read, !rules.account.isAdmin {
            return try attachments(alias: alias)
        }
        let classes = table.sharesStorage || table.classNames.count > 1 ? table.classNames : [table.name]
        var verdicts: [(verdict: AccessRules.Verdict, classes: [String])] = []
        for name in classes {
            guard let table = store.schema[name] else { continue }
            let verdict = rules.verdict(operation, in: table)
            if let known = verdicts.firstIndex(where: { $0.verdict == verdict }) {
                verdicts[known].classes.append(name)
            } else {
                verdicts.append((verdict, [name]))
            }
        }
        if verdicts.count == 1, let verdict = verdicts.first?.verdict {
            return try fragment(verdict, of: table, alias: alias)
        }
        var parts: [SQLFragment] = []
        for (verdict, classes) in verdicts where verdict != .nothing {
            let names = classes.map { "'" + $0 + "'" }.joined(separator: ", ")
            let those = SQLFragment(alias + ".\"sys_class_name\" IN (" + names + ")")
            let rows = try fragment(verdict, of: table, alias: alias)
            parts.append(SQLFragment.joined([those] + [rows].compactMap { $0 }, by: "AND") ?? .never)
        }
        return SQLFragment.joined(parts, by: "OR") ?? .never
    }

    private func fragment(_ verdict: AccessRules.Verdict, of table: Table, alias: String) throws -> SQLFragment? {
        switch verdict {
        case .everything: return nil
        case .nothing: return .never
        case .matching(let name, let conditions):
            guard let owner = store.schema[name] else { return .never }
            let plan = JoinPlan(owner, in: store.schema, alias: "acl")
            let compiler = QueryCompiler(plan: plan, context: context)
            var alternatives: [SQLFragment] = []
            for text in conditions { alternatives.append(try compiler.condition(of: EncodedQuery(text)) ?? .never) }
            try store.fill(plan.tables)
            guard let any = SQLFragment.joined(alternatives.map(RecordAccess.enclosed), by: "OR") else { return .never }
            // The rules' records stand with the others of their hierarchy nearly always, and a row's number is found
            // sooner than its sys_id.
            let key = owner.storage == table.storage ? "\"_row\"" : "\"sys_id\""
            return SQLFragment(
                "EXISTS (SELECT 1 FROM \(plan.source) WHERE \(plan.alias).\(key) = \(alias).\(key) AND "
                    + "(" + any.text + "))", any.values)
        }
    }

    private static func enclosed(_ fragment: SQLFragment) -> SQLFragment {
        SQLFragment("(" + fragment.text + ")", fragment.values)
    }

    /// Attachments follow the records they belong to.
    private func attachments(alias: String) throws -> SQLFragment? {
        var parts: [SQLFragment] = []
        var guarded: [String] = []
        for root in Set(store.schema.tables.map(\.root)).sorted() where root != "sys_attachment" {
            guard let owner = store.schema[root] else { continue }
            let access =
                rules.reading(owner) == .refused ? .never : try condition(.read, of: owner, alias: "owner")
            guard let access else { continue }
            let names = store.schema.hierarchy(of: root).map { "'" + $0.name + "'" }
            guarded += names
            if access == .never { continue }
            try store.fill([root])
            parts.append(
                SQLFragment(
                    "(\(alias).\"table_name\" IN (\(names.joined(separator: ", "))) AND EXISTS (SELECT 1 FROM "
                        + "\(owner.storage) AS owner WHERE owner.\"sys_id\" = \(alias).\"table_sys_id\" AND ("
                        + access.text + ")))", access.values))
        }
        if guarded.isEmpty { return nil }
        parts.append(SQLFragment(alias + ".\"table_name\" NOT IN (" + guarded.joined(separator: ", ") + ")"))
        return SQLFragment.joined(parts, by: "OR").map(RecordAccess.enclosed)
    }
}
