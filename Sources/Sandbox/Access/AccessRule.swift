/// One access rule of a table: who may do something with its records.
///
/// Of a table and those above it, the nearest that has rules for the operation decides, and any one of its rules is
/// enough. Where no table has a rule, everybody may read and administrators alone may write. Administrators need none.
struct AccessRule: Sendable {
    let operation: AccessRules.Operation
    /// Any of these roles is enough; none at all means everybody who is signed in.
    let roles: Set<String>
    /// The encoded query a record must match; empty for any record.
    let condition: String
}

/// Columns of a table that take a role.
struct ColumnRule: Sendable {
    let operation: AccessRules.Operation
    let roles: Set<String>
    let columns: Set<String>
}

/// The access rules of one table.
struct TableAccess: Sendable {
    var rules: [AccessRule] = []
    var columnRules: [ColumnRule] = []
    /// The roles that open a table which is closed to REST as a whole; nil for one that is open.
    var closedToAllBut: Set<String>?
}
