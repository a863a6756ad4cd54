import NowSDK
import Shell

/// The instance, the user and the places of secrets that were named when Snowdeck started: whom `SNOWDECK_PASSWORD`,
/// `--from` and `--client-from` are for.
///
/// A sitting may connect anywhere, to an address from a tape or a ticket too; a secret that was given for one instance
/// must not be shown to another.
struct NamedSignIn: Sendable {
    /// Of `--instance`; nil when it was not given, and then the password is for nobody.
    let instance: Instance?
    /// Of `--user`; nil when it was not given, and then it is for whoever signs in there.
    let user: String?
    /// The instance that the session starts with, by `--instance` or by the profile in use.
    var start: Instance?
    /// What `--from` and `--client-from` of the program name.
    var places: [SecretPlace] = []

    /// Whether the password may be offered to an instance (its scheme, host and port count) in the name of a user.
    func covers(_ other: Instance, _ name: String?) -> Bool {
        other.description == instance?.description && (user == nil || user == name)
    }

    /// Whether a place may be asked for a secret of an instance. The keyring keeps those of each apart, and so does a
    /// person.
    func covers(_ place: SecretPlace, _ other: Instance) -> Bool {
        switch place {
        case .ask, .keyring: true
        case .variable, .command, .descriptor:
            !places.contains(place) || other.description == start?.description
        }
    }
}
