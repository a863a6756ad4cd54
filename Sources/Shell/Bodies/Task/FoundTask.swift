import NowData

/// A task that a command names, as it was read.
struct FoundTask: Sendable {
    let row: TableRow
    let name: NamedTask
    /// The table of its own type, such as `incident`; `task` where that is not known.
    let table: String
    /// What its type is called; empty where that is not known.
    let type: String

    var sysID: String { name.sysID }
    var title: String { name.title }

    init?(_ row: TableRow) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.row = row
        name = NamedTask(sysID: sysID, number: row["number"]?.value ?? "")
        let own = row["sys_class_name"]
        table = own.flatMap { FieldList.isName($0.value) ? $0.value : nil } ?? "task"
        type = own.map { $0.display ?? $0.value } ?? ""
    }
}
