/// What a user's roles let him do with tables and columns. Which records of a table, `RecordAccess` says.
struct AccessRules {
    enum Operation: String, Sendable, CaseIterable {
        case read = "Read"
        case insert = "Insert"
        case update = "Update"
        case delete = "Delete"

        /// The operation of that name, written small.
        init?(word: String) {
            guard let found = Operation.allCases.first(where: { $0.rawValue.lowercased() == word }) else { return nil }
            self = found
        }
    }

    /// How reading a table goes.
    enum Reading: Sendable {
        /// Some rows at least may be read.
        case allowed
        /// Rows are left out of lists, though they count, and a single one is not found.
        case rowsHidden
        /// The table itself is refused.
        case refused
    }

    /// What the rules for an operation come to.
    enum Verdict: Hashable, Sendable {
        case everything
        case nothing
        /// Records that match one of some encoded queries on a table, that of the rules.
        case matching(table: String, conditions: [String])
    }

    let account: Account

    /// How reading a table goes.
    func reading(_ table: Table) -> Reading {
        if account.isAdmin { return .allowed }
        if let roles = table.definition.access.closedToAllBut, roles.isDisjoint(with: account.roles) { return .refused }
        return verdict(.read, in: table) == .nothing ? .rowsHidden : .allowed
    }

    /// Whether there may be records of a table that the user may do this with.
    func may(_ operation: Operation, in table: Table) -> Bool { verdict(operation, in: table) != .nothing }

    /// With which records of a table, and not of those below it, the user may do this.
    func verdict(_ operation: Operation, in table: Table) -> Verdict {
        if account.isAdmin { return operation == .read || table.name != "sys_glide_object" ? .everything : .nothing }
        for definition in table.chain {
            let rules = definition.access.rules.filter { $0.operation == operation }
            if rules.isEmpty { continue }
            let conditions = rules.filter { allows($0.roles) }.map(\.condition)
            if conditions.isEmpty { return .nothing }
            return conditions.contains("") ? .everything : .matching(table: definition.name, conditions: conditions)
        }
        return operation == .read ? .everything : .nothing
    }

    /// Whether the user may read a column, in records he may read.
    func mayRead(_ column: Column) -> Bool { may(.read, column) }

    /// Whether what the user gives for a column is taken; if not, it is ignored.
    func mayWrite(_ column: Column) -> Bool { may(.update, column) }

    private func may(_ operation: Operation, _ column: Column) -> Bool {
        account.isAdmin || column.rules.allSatisfy { $0.operation != operation || allows($0.roles) }
    }

    private func allows(_ roles: Set<String>) -> Bool { roles.isEmpty || !roles.isDisjoint(with: account.roles) }
}
