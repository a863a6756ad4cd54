import Notation

/// One access rule of a table.
/// The nearest of a table and its ancestors with rules for the operation decides, and one matching rule is enough.
/// Without rules everyone may read and only administrators may write. Rules do not apply to administrators.
struct AccessRule: Sendable {
    let operation: AccessRules.Operation
    let roles: Set<String>
    let condition: String
}

struct ColumnRule: Sendable {
    let operation: AccessRules.Operation
    let roles: Set<String>
    let columns: Set<String>
}

struct TableAccess: Sendable {
    var rules: [AccessRule] = []
    var columnRules: [ColumnRule] = []
    /// The roles that may access a table which is otherwise closed to REST; nil for an open one. Without a role it is
    /// closed to administrators, too, like a table without access through web services.
    var requiredRoles: Set<String>?
}

/// What a user's roles allow for tables and columns. `RecordAccess` decides about records.
struct AccessRules {
    enum Operation: String, Sendable, CaseIterable {
        case read = "Read"
        case insert = "Insert"
        case update = "Update"
        case delete = "Delete"

        init?(word: String) {
            guard let found = Operation.allCases.first(where: { $0.rawValue.lowercased() == word }) else { return nil }
            self = found
        }
    }

    enum Reading: Sendable {
        /// At least some rows may be read.
        case allowed
        /// Rows are left out of lists, though they are counted, and a single one is not found.
        case rowsHidden
        case refused
    }

    enum Verdict: Hashable, Sendable {
        case everything
        case nothing
        /// Records that match one of the encoded queries on the table with the rules.
        case matching(table: String, conditions: [String])
    }

    let account: Account

    func reading(_ table: Table) -> Reading {
        let roles = table.definition.access.requiredRoles
        if account.isAdmin { return roles?.isEmpty ?? false ? .refused : .allowed }
        if let roles, roles.isDisjoint(with: account.roles) { return .refused }
        return verdict(.read, in: table) == .nothing ? .rowsHidden : .allowed
    }

    func may(_ operation: Operation, in table: Table) -> Bool { verdict(operation, in: table) != .nothing }

    func verdict(_ operation: Operation, in table: Table) -> Verdict {
        if account.isAdmin {
            return operation == .read || !TableDefinition.derived.contains(table.name) ? .everything : .nothing
        }
        for definition in table.chain {
            let rules = definition.access.rules.filter { $0.operation == operation }
            if rules.isEmpty { continue }
            let conditions = rules.filter { allows($0.roles) }.map(\.condition)
            if conditions.isEmpty { return .nothing }
            return conditions.contains("") ? .everything : .matching(table: definition.name, conditions: conditions)
        }
        return operation == .read ? .everything : .nothing
    }

    func mayRead(_ column: Column) -> Bool { may(.read, column) }

    /// Whether the user may write a column; otherwise its value is ignored.
    func mayWrite(_ column: Column) -> Bool { may(.update, column) }

    private func may(_ operation: Operation, _ column: Column) -> Bool {
        account.isAdmin || column.rules.allSatisfy { $0.operation != operation || allows($0.roles) }
    }

    private func allows(_ roles: Set<String>) -> Bool { roles.isEmpty || !roles.isDisjoint(with: account.roles) }
}

/// The records that a user may access, as SQL.
/// Records of one list may be of several classes, each with its own rules; so the condition contains the rules of every
/// class, as a query for the single record.
struct RecordAccess {
    let rules: AccessRules
    let store: RecordStore
    let context: QueryContext

    /// The condition for the records of a table for which the operation is allowed. Nil if it is allowed for all.
    func condition(_ operation: AccessRules.Operation, of table: Table, alias: String) throws -> SQLFragment? {
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
            let names = SQLFragment.list(classes)
            let those = SQLFragment(alias + ".\"sys_class_name\" IN (" + names + ")")
            let rows = try fragment(verdict, of: table, alias: alias)
            parts.append(.all([those, rows]) ?? .never)
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
            guard let any = SQLFragment.joined(alternatives.map(\.enclosed), by: "OR") else { return .never }
            // The rules' table is nearly always in the same hierarchy, and a row's number is faster to look up than its
            // sys_id.
            let key = owner.storage == table.storage ? "\"_row\"" : "\"sys_id\""
            return SQLFragment(
                "EXISTS (SELECT 1 FROM \(plan.source) WHERE \(plan.alias).\(key) = \(alias).\(key) AND "
                    + "(" + any.text + "))", any.values)
        }
    }

    private func attachments(alias: String) throws -> SQLFragment? {
        var parts: [SQLFragment] = []
        var guarded: [String] = []
        for root in Set(store.schema.tables.map(\.root)).sorted() where root != "sys_attachment" {
            guard let owner = store.schema[root] else { continue }
            let access = rules.reading(owner) == .refused ? .never : try condition(.read, of: owner, alias: "owner")
            guard let access else { continue }
            let names = store.schema.hierarchy(of: root).map(\.name)
            guarded += names
            if access == .never { continue }
            try store.fill([root])
            parts.append(
                SQLFragment(
                    "(\(alias).\"table_name\" IN (\(SQLFragment.list(names))) AND EXISTS (SELECT 1 FROM "
                        + "\(owner.storage) AS owner WHERE owner.\"sys_id\" = \(alias).\"table_sys_id\" AND ("
                        + access.text + ")))", access.values))
        }
        if guarded.isEmpty { return nil }
        parts.append(SQLFragment(alias + ".\"table_name\" NOT IN (" + SQLFragment.list(guarded) + ")"))
        return SQLFragment.joined(parts, by: "OR")?.enclosed
    }
}
