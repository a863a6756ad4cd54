/// One access rule: who may do something with the records of a table.
///
/// Of a table and those above it, the nearest that has rules for the operation decides, and any one of its rules is
/// enough. Where no table has a rule, everybody may read and administrators alone may write.
struct AccessRule: Sendable {
    let operation: AccessRules.Operation
    let table: String
    /// Any of these roles is enough; none at all means everybody who is signed in.
    let roles: Set<String>
    /// The encoded query a record must match; empty for any record.
    let condition: String

    init(_ operation: AccessRules.Operation, _ table: String, roles: Set<String> = [], where condition: String = "") {
        self.operation = operation
        self.table = table
        self.roles = roles
        self.condition = condition
    }
}

/// Columns that take a role.
struct ColumnRule: Sendable {
    let operation: AccessRules.Operation
    /// The table that declares the columns.
    let table: String
    let roles: Set<String>
    let columns: Set<String>

    init(_ operation: AccessRules.Operation, _ table: String, roles: Set<String>, _ columns: Set<String>) {
        self.operation = operation
        self.table = table
        self.roles = roles
        self.columns = columns
    }
}
