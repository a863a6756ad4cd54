package import ExchangeModel

/// One cookie as the jar keeps it (RFC 6265, 5.3), without a domain: the jar serves one host only.
package struct Cookie: Sendable, Hashable {
    /// The name, whose letter case counts.
    package let name: String
    /// The value exactly as it came, quotation marks included, which is how it is sent back.
    package let value: String
    /// The path prefix it is sent to.
    package let path: String
    /// When it ends; nil lasts as long as the jar.
    package let expires: Timestamp?
    /// Whether it travels over `https` only.
    package let isSecure: Bool
    /// When it was set, by this machine's clock.
    package let set: Timestamp

    /// What instances keep a session by.
    static let session = "JSESSIONID"
    /// What says how long a session lasts, where an instance sets it.
    static let sliding = "glide_session_store"

    /// Whether a session hangs on it.
    var keepsSession: Bool { name == Cookie.session || name == Cookie.sliding }

    /// Whether its value is empty, with or without quotation marks: an instance clears a cookie that way.
    var isBlank: Bool { value.isEmpty || value == "\"\"" }

    /// The value without surrounding quotation marks: the secret itself.
    var bareValue: String {
        guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        return String(value.dropFirst().dropLast())
    }

    /// Whether it has ended.
    func isOver(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether it is sent to that path (RFC 6265, 5.1.4).
    func matches(path other: String) -> Bool {
        guard other.hasPrefix(path) else { return false }
        return path.hasSuffix("/") || other.utf8.count == path.utf8.count
            || other.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    }
}
