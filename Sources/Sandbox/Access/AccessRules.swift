/// What a user may do with the records of a table: a few plain access rules.
///
/// Administrators may do anything but write tables that follow from the schema. Those with the role `itil` write work,
/// knowledge and configuration items. Nobody but an administrator deletes anything, sees journal entries as rows, or
/// sees the dictionary.
struct AccessRules {
    enum Operation: String, Sendable {
        case insert = "Insert"
        case update = "Update"
        case delete = "Delete"
    }

    /// How reading a table goes.
    enum Reading: Sendable {
        case allowed
        /// Rows are left out of lists, though they count, and a single one is not found.
        case rowsHidden
        /// The table itself is refused.
        case refused
    }

    /// Roles that open the tables which describe tables.
    private static let schemaRoles: Set<String> = ["personalize_dictionary", "personalize_read_dictionary"]

    let account: Account

    func reading(_ table: Table) -> Reading {
        if account.isAdmin { return .allowed }
        switch table.name {
        case "sys_journal_field": return .rowsHidden
        case "sys_dictionary", "sys_db_object", "sys_documentation", "sys_glide_object":
            return account.roles.isDisjoint(with: AccessRules.schemaRoles) ? .refused : .allowed
        case "sys_user_has_role": return .refused
        default: return .allowed
        }
    }

    func may(_ operation: Operation, in table: Table) -> Bool {
        if TableDefinition.derived.contains(table.root) { return false }
        if account.isAdmin { return true }
        guard operation != .delete, account.roles.contains("itil") else { return false }
        return ["task", "kb_knowledge", "cmdb"].contains(table.root)
    }
}
