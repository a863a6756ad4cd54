public import ExchangeModel
package import NowData

/// A task assigned to the signed-in user, as the Task Tracker API lists it.
public struct AssignedTask: Sendable, Hashable {
    /// The task's number, such as `INC0010021`.
    public var number: String
    /// The short description; nil if empty.
    public var shortDescription: String?
    /// The sys_id, the same in `task` and in the table of its class.
    public var sysID: String
    /// The creation time; nil if missing.
    public var created: Timestamp?
    /// The address of the task's form, to open in a browser; nil if missing. The Task Tracker API makes it from the
    /// label of the task's class, so it may contain spaces (`…/Change Request.do?sys_id=…`) and lead nowhere.
    public var snowui: String?
    /// The address of the task's record in the Table API, made like `snowui`; nil if missing.
    public var link: String?

    /// Creates a task.
    public init(
        number: String, shortDescription: String?, sysID: String, created: Timestamp?, snowui: String? = nil,
        link: String? = nil
    ) {
        self.number = number
        self.shortDescription = shortDescription
        self.sysID = sysID
        self.created = created
        self.snowui = snowui
        self.link = link
    }
}

/// A task's record.
public struct TaskDetail: Sendable {
    package let row: TableRow
    /// The sys_id, the same in `task` and in the table of its class.
    public let sysID: String

    package init?(_ row: TableRow) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.row = row
        self.sysID = sysID
    }

    /// The task's number, such as `INC0010021`; empty if not readable.
    public var number: String { value("number") ?? "" }
    /// The label of the task's class: `Incident`, `Change Request`.
    public var type: String { shown("sys_class_name") ?? "" }
    /// The short description; nil if empty.
    public var shortDescription: String? { value("short_description").flatMap { $0.isEmpty ? nil : $0 } }
    /// The columns in response order.
    public var columns: [String] { row.columns }

    /// The stored value of a column; nil if it does not exist or is not readable.
    public func value(_ column: String) -> String? { row[column]?.value }

    /// The display value of a column.
    public func shown(_ column: String) -> String? { row[column].map { $0.display ?? $0.value } }
}

/// The tasks of one class.
public struct TaskGroup: Sendable, Hashable {
    /// The label of the class: `Incident`, `Change Request`.
    public var type: String
    /// In the instance's order.
    public var tasks: [AssignedTask]

    /// Creates a group.
    public init(type: String, tasks: [AssignedTask]) {
        self.type = type
        self.tasks = tasks
    }
}
