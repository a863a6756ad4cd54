import Database

/// What the rows of `sys_filter_option_dynamic` stand for: values of filters that depend on who asks.
///
/// An instance runs a row's script; here it is one of the calls that ask after the user, and a row with any other
/// script is none that is known.
struct DynamicFilters {
    /// "Me", by the sys_id that it has on every instance.
    static let me = "54635e965f510100a9ad2572f2b4774c"
    /// "One of My Groups", likewise.
    static let myGroups = "d6435e965f510100a9ad2572f2b47744"

    static let table = "sys_filter_option_dynamic"

    let store: RecordStore
    let account: Account

    /// The values of every active row that is known, by its sys_id. The rows are looked at only for a query that may
    /// name one.
    func values(for query: String?) throws -> [String: [String]] {
        guard let query, query.contains("DYNAMIC"), let table = store.schema[DynamicFilters.table] else { return [:] }
        try store.fill([table.name])
        let rows = try store.connection.rows(
            "SELECT \"sys_id\", \"script\" FROM \(table.storage) WHERE \"sys_class_name\" = ? AND \"active\" = 1",
            [.text(table.name)]
        ) { ($0.text(0), $0.text(1)) }
        var values: [String: [String]] = [:]
        for (identifier, script) in rows { values[identifier] = try self.values(of: script) }
        return values
    }

    private func values(of script: String) throws -> [String]? {
        var script = script[...]
        if script.hasPrefix("javascript:") { script = script.dropFirst("javascript:".count) }
        while let last = script.last, last == ";" || last.isWhitespace { script = script.dropLast() }
        while script.first?.isWhitespace == true { script = script.dropFirst() }
        switch script {
        case "gs.getUserID()", "gs.getUser().getID()": return [account.sysID]
        case "gs.getUserName()", "gs.getUser().getName()": return [account.userName]
        case "gs.getUser().getMyGroups()", "getMyGroups()": return account.groupIDs
        case "gs.getUser().getCompanyID()": return try user("company")
        case "gs.getUser().getDepartmentID()": return try user("department")
        case "gs.getUser().getManagerID()": return try user("manager")
        case "gs.getUser().getLocation()": return try user("location")
        default: return nil
        }
    }

    /// A reference of the user's own record; empty when it leads nowhere.
    private func user(_ column: String) throws -> [String] {
        let sql = "SELECT \"\(column)\" FROM \"sys_user\" WHERE \"sys_id\" = ?"
        let found = try store.connection.row(sql, [.text(account.sysID)]) { $0.text(0) }
        return [found].compactMap { $0 }.filter { !$0.isEmpty }
    }
}
