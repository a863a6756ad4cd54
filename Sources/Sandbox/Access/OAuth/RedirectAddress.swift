import ExchangeModel

/// Compares the redirect address of a request with one that an application registered.
enum RedirectAddress {
    /// The same text, or the same address of this machine with another port.
    static func matches(_ given: String, _ registered: String) -> Bool {
        if given == registered { return true }
        guard let one = HTTPURL(given), let other = HTTPURL(registered) else { return false }
        return one.scheme == "http" && other.scheme == "http" && one.host == other.host && loopback.contains(one.host)
            && one.path == other.path && one.query == other.query
    }

    private static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1", "[::1]"]
}
