/// The columns that a view of the user interface shows, for `sysparm_view`.
enum ViewColumns {
    /// The columns of a table's view in their order. Nil for a view that does not exist: then all columns are shown.
    ///
    /// `mobile` shows what fits a narrow screen, `desktop` what a list shows, `both` one and the other.
    static func names(_ view: String, of table: Table) -> [String]? {
        let desktop = known(desktop, table) ?? general(table, most: 10)
        let mobile = known(mobile, table) ?? general(table, most: 4)
        switch view {
        case "desktop": return desktop
        case "mobile": return mobile
        case "both": return desktop + mobile.filter { !desktop.contains($0) }
        default: return nil
        }
    }

    private static let desktop = [
        "incident": """
        number opened_at short_description caller_id priority state category assignment_group assigned_to \
        sys_updated_on sys_updated_by
        """,
        "task": "number priority state assigned_to short_description sys_class_name",
        "sys_user": "user_name name email active sys_created_on sys_updated_on",
        "sys_user_group": "name description active manager parent sys_updated_on",
    ]
    private static let mobile = [
        "incident": "number short_description state priority caller_id", "task": "number short_description state",
        "sys_user": "name email title mobile_phone", "sys_user_group": "name manager",
    ]

    private static func known(_ views: [String: String], _ table: Table) -> [String]? {
        table.lineage.lazy.compactMap { views[$0] }.first?.split(separator: " ").map(String.init)
    }

    /// What stands for the record, and the first columns that are the table's own.
    private static func general(_ table: Table, most: Int) -> [String] {
        let own = table.columns.filter { !$0.name.hasPrefix("sys_") && $0 !== table.displayColumn }.map(\.name)
        return Array(([table.displayColumn?.name].compactMap { $0 } + own).prefix(most))
    }
}
