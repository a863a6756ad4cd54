public import ExchangeModel

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
