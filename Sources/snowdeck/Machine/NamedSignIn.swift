import NowSDK

/// The instance and the user that were named when Snowdeck started: whom `SNOWDECK_PASSWORD` is for.
///
/// A sitting may connect anywhere, to an address from a tape or a ticket too; a password that was given for one instance
/// must not be shown to another.
struct NamedSignIn: Sendable {
    /// Of `--instance`; nil when it was not given, and then the password is for nobody.
    let instance: Instance?
    /// Of `--user`; nil when it was not given, and then it is for whoever signs in there.
    let user: String?

    /// Whether the password may be offered to an instance (its scheme, host and port count) in the name of a user.
    func covers(_ other: Instance, _ name: String?) -> Bool {
        other.description == instance?.description && (user == nil || user == name)
    }
}
