package import NowData

/// One task with everything its record says.
public struct TaskDetail: Sendable {
    /// The record as it came.
    package let row: TableRow
    /// Identifies the record, in the table `task` as well as in its own.
    public let sysID: String

    /// Nil for a record without a sys_id.
    package init?(_ row: TableRow) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.row = row
        self.sysID = sysID
    }

    /// The task's number, such as `INC0010021`; empty when it may not be read.
    public var number: String { value("number") ?? "" }
    /// The type as people read it: `Incident`, `Change Request`.
    public var type: String { shown("sys_class_name") ?? "" }
    /// What it is about; nil when the record says nothing.
    public var shortDescription: String? { value("short_description").flatMap { $0.isEmpty ? nil : $0 } }
    /// The columns that came, in their order.
    public var columns: [String] { row.columns }

    /// What a column holds; nil when it did not come, for want of rights or of the column.
    public func value(_ column: String) -> String? { row[column]?.value }

    /// What the instance shows for a column.
    public func shown(_ column: String) -> String? { row[column].map { $0.display ?? $0.value } }
}
