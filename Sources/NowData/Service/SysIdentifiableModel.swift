/// A model that knows which record it is.
public protocol SysIdentifiableModel: Codable, Sendable {
    /// Empty before the instance has given one.
    var sysId: SysID { get }
}
