import NowData

/// A task that a command names.
struct FoundTask: Sendable {
    let row: TableRow
    let sysID: String
    /// Its number; the sys_id where that may not be read.
    let title: String
    /// The table of its own type, such as `incident`; `task` where that is not known.
    let table: String
    /// What its type is called; empty where that is not known.
    let type: String

    init?(_ row: TableRow) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.row = row
        self.sysID = sysID
        title = row["number"].flatMap { $0.value.isEmpty ? nil : $0.value } ?? sysID
        let own = row["sys_class_name"]
        table = own.flatMap { FieldList.isName($0.value) ? $0.value : nil } ?? "task"
        type = own.map { $0.display ?? $0.value } ?? ""
    }
}
