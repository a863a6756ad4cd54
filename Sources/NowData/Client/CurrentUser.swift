/// The user an instance takes the sender of a request for.
package struct CurrentUser: Sendable, Hashable {
    /// The name signed in with.
    package let name: String
    /// The sys_id of the user's record; empty when the instance does not say.
    package let sysID: String
    /// What people call the user.
    package let displayName: String
}
