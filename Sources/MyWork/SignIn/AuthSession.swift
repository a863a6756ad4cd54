public import NowSDK

/// Who is signed in to an instance, as far as an application has asked.
public struct AuthSession: Sendable, Hashable {
    /// A user of an instance.
    public struct User: Sendable, Hashable {
        /// What the user signs in with.
        public let userName: String
        /// The given name; may be empty.
        public let firstName: String
        /// The family name; may be empty.
        public let lastName: String
        /// Identifies the record in `sys_user`.
        public let sysID: String

        /// A user of these.
        public init(userName: String, firstName: String, lastName: String, sysID: String) {
            self.userName = userName
            self.firstName = firstName
            self.lastName = lastName
            self.sysID = sysID
        }
    }

    /// The instance.
    public let instance: Instance
    /// The user; nil while nobody is signed in.
    public let user: User?

    /// Nobody is signed in unless told.
    public init(instance: Instance, user: User? = nil) {
        self.instance = instance
        self.user = user
    }

    /// Whether somebody is signed in.
    public var isAuthenticated: Bool { user != nil }
}
