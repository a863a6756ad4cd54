/// A record that a query found and that is to be changed.
struct FoundRecord: Sendable {
    let sysID: String
    /// What people call it, and the column that holds that; nil when nothing but its sys_id does.
    let name: (column: String, text: String)?

    /// The name, or else the sys_id.
    var title: String { name?.text ?? sysID }
}
