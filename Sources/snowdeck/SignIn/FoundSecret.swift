import NowSDK

/// A secret, and how it was come by.
struct FoundSecret: Sendable {
    /// How it was come by.
    enum Origin: Sendable, Hashable {
        /// Somebody typed it.
        case person
        /// The keyring had it.
        case keyring
        /// A variable, a command or a descriptor gave it.
        case place
    }

    let secret: Secret
    let origin: Origin
}
