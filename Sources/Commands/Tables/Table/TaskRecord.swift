package import NowData
package import Workbench

/// A task named by a command, as it was read.
package struct TaskRecord: Sendable {
    package let row: TableRow
    package let name: TaskName
    /// The table of its class, such as `incident`; `task` if unknown.
    package let table: String
    /// The label of its class; empty if unknown.
    package let type: String

    package var sysID: String { name.sysID }
    package var title: String { name.title }

    package init?(_ row: TableRow) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.row = row
        name = TaskName(sysID: sysID, number: row["number"]?.value ?? "")
        let own = row["sys_class_name"]
        table = own.flatMap { FieldList.isName($0.value) ? $0.value : nil } ?? "task"
        type = own.map { $0.display ?? $0.value } ?? ""
    }
}
