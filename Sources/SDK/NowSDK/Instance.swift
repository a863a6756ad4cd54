public import ExchangeModel

/// A ServiceNow instance: the origin that credentials and cookies belong to.
public struct Instance: Sendable, Hashable, CustomStringConvertible {
    /// The instance's URL, with the path `/` and no query.
    public let origin: HTTPURL

    /// Parses a URL (only scheme, host and port are used), a host name with a dot or port, or a bare name under
    /// `service-now.com`, as on MyWork's sign-in screen.
    ///
    /// The default scheme is `https`, and `http` for this machine. `http` to any other machine is rejected because it
    /// would expose credentials.
    public init(_ text: String) throws(InstanceError) {
        let bytes = text.utf8
        guard !bytes.isEmpty else { throw InstanceError(.unreadable, "An instance needs a name or an address.") }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw InstanceError(
                .unreadable,
                "The instance is not written in plain ASCII characters without spaces; a host name with "
                    + "other letters has an ASCII form that begins with xn--.")
        }
        guard !text.hasPrefix("-") else {
            throw InstanceError(.unreadable, "An instance's name does not begin with a hyphen.")
        }
        if let scheme = Instance.scheme(of: text) {
            guard scheme == "http" || scheme == "https" else {
                throw InstanceError(.unsupportedScheme, "An instance is reached over https, not over \(scheme).")
            }
            try self.init(address: text)
        } else if bytes.allSatisfy(Instance.mayStandInName), text.lowercased() != "localhost" {
            try self.init(address: "https://\(text.lowercased()).service-now.com")
        } else {
            let secure = "https://" + text
            let isLocal = HTTPURL(secure)?.isLoopback ?? false
            try self.init(address: isLocal ? "http://" + text : secure)
        }
    }

    /// The instance of a URL. `http` is rejected as in `init(_:)`.
    public init(at url: HTTPURL) throws(InstanceError) {
        guard url.scheme == "https" || url.isLoopback else {
            throw InstanceError(.insecure, "\(url.host) must be reached over https: http would expose its credentials.")
        }
        // A dot after it makes a name absolute, not another one.
        var host = url.host
        while host.count > 1, host.hasSuffix(".") { host.removeLast() }
        origin = HTTPURL(scheme: url.scheme, host: host, port: url.port)
    }

    /// The origin without a trailing slash, such as `https://myinstance.service-now.com`.
    public var description: String { origin.origin }

    /// The host, with the port unless it is the default, for use in messages.
    public var name: String { origin.host + (origin.port.map { ":\($0)" } ?? "") }

    /// The shortest text that `Instance.init` parses as this instance: a bare name under `service-now.com`.
    package var shortName: String {
        let suffix = ".service-now.com"
        let bare = name.hasSuffix(suffix) ? [String(name.dropLast(suffix.count))] : []
        // A bare name implies the default scheme; a name with a dot is a complete host name.
        return (bare + [name]).first { (try? Instance($0)) == self } ?? description
    }

    /// A URL of this instance. `path` is used unchanged; the fields are percent-encoded, in order.
    public func url(_ path: String, query fields: [(name: String, value: String)] = []) -> HTTPURL {
        var url = origin
        url.path = path
        if !fields.isEmpty { url.query = PercentCoding.query(fields) }
        return url
    }

    private init(address: String) throws(InstanceError) {
        guard let url = HTTPURL(address) else {
            // The text is not repeated because it may contain a user name and a password.
            throw InstanceError(
                .unreadable,
                "Invalid instance URL: give a host name, optionally with a port, without user name and password.")
        }
        try self.init(at: url)
    }

    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        let scheme = text[..<colon]
        guard scheme.utf8.allSatisfy({ mayStandInName($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".") })
        else { return nil }
        return scheme.lowercased()
    }

    private static func mayStandInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// Why a text does not name a usable instance.
public typealias InstanceError = KindError<InstanceErrorKind>

/// The kinds of `InstanceError`.
public enum InstanceErrorKind: String, Sendable, Hashable, CaseIterable {
    /// It is neither a name nor a URL.
    case unreadable
    /// The scheme is neither `http` nor `https`.
    case unsupportedScheme
    /// The scheme is `http` and the host is another machine.
    case insecure
}
