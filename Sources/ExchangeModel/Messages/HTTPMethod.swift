/// A request method. Names are case-sensitive (RFC 9110, 9.1).
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name as it travels.
    public let rawValue: String
    /// A method of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name as it travels.
    public var description: String { rawValue }

    /// Reads.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads without the body.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Asks what is allowed.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// Creates, or whatever the resource makes of it.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces; an instance treats it like PATCH.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes the named fields.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Deletes.
    public static let delete = HTTPMethod(rawValue: "DELETE")
}
