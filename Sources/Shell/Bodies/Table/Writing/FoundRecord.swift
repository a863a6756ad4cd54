import NowData

/// A record that is to be changed, as it was when the plan was made.
struct FoundRecord: Sendable {
    let sysID: String
    /// What people call it, and the column that holds that; nil when nothing but its sys_id does.
    let name: (column: String, text: String)?
    /// What it is about; empty for most tables.
    let about: String
    /// How often it had been changed; nil where the table does not count.
    let modCount: String?
    /// The columns that are to be changed, as they were.
    let cells: [String: TableCell]

    /// - Parameter columns: those that are to be changed.
    init?(_ row: TableRow, columns: [String]) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.sysID = sysID
        name = Self.name(of: row)
        about = row["short_description"]?.value ?? ""
        modCount = Self.modCount(of: row)
        cells = Dictionary(columns.compactMap { name in row[name].map { (name, $0) } }) { first, _ in first }
    }

    /// The name, or else the sys_id.
    var title: String { name?.text ?? sysID }

    /// What a plan needs of each record.
    static func fields(for columns: [String]) -> [String] {
        let own = ["sys_id"] + naming + ["short_description", "sys_mod_count"]
        return own + columns.filter { !own.contains($0) }
    }

    /// What people call a record.
    static func name(of row: TableRow) -> (column: String, text: String)? {
        naming.lazy.compactMap { column in row[column].map { (column, $0.value) } }.first { !$0.1.isEmpty }
    }

    static func modCount(of row: TableRow) -> String? {
        row["sys_mod_count"].map(\.value).flatMap { $0.isEmpty ? nil : $0 }
    }

    static let naming = ["number", "user_name", "name"]
}
