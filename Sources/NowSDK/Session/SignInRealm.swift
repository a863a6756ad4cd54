import ExchangeModel

/// The two halves of an instance, which have sessions and cookies of their own: a session that has seen a page wants a
/// token with every request that comes by cookies alone, one that knows the REST interfaces only does not.
enum SignInRealm: Sendable, Hashable {
    /// Paths below `/api/`.
    case api
    /// Everything else.
    case pages

    /// The half that a path belongs to.
    init(path: String) { self = path.utf8.starts(with: "/api/".utf8) ? .api : .pages }
}
