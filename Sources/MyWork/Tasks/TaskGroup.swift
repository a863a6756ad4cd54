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
