public import ExchangeModel
package import NowData

/// A task that is assigned to the signed-in user, as the Task Tracker API lists it.
public struct AssignedTask: Sendable, Hashable {
    /// The task's number, such as `INC0010021`.
    public var number: String
    /// What it is about; nil when the record says nothing.
    public var shortDescription: String?
    /// Identifies the record, in the table `task` as well as in its own.
    public var sysID: String
    /// When it was made; nil when the instance gives no time.
    public var created: Timestamp?

    /// A task of these.
    public init(number: String, shortDescription: String?, sysID: String, created: Timestamp?) {
        self.number = number
        self.shortDescription = shortDescription
        self.sysID = sysID
        self.created = created
    }
}

/// One task with everything its record says.
public struct TaskDetail: Sendable {
    package let row: TableRow
    /// Identifies the record, in the table `task` as well as in its own.
    public let sysID: String

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

/// The tasks of one type.
public struct TaskGroup: Sendable, Hashable {
    /// The type as people read it: `Incident`, `Change Request`.
    public var type: String
    /// In the instance's order.
    public var tasks: [AssignedTask]

    /// A group of these.
    public init(type: String, tasks: [AssignedTask]) {
        self.type = type
        self.tasks = tasks
    }
}
