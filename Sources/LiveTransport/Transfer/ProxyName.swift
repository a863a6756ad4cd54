/// Reads as much of a proxy's address as messages and the form of a target need; libcurl reads the rest.
enum ProxyName {
    /// Whether the proxy speaks SOCKS, so that it is told no target.
    static func isSocks(_ proxy: String) -> Bool { proxy.lowercased().hasPrefix("socks") }

    /// `host port 3128`: no scheme, and above all no user and password.
    static func place(of proxy: String) -> String {
        var rest = proxy[...]
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
            rest = rest[rest.index(colon, offsetBy: 3)...]
        }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        rest = rest.prefix { $0 != "/" }
        guard let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") else { return rest + " port 1080" }
        return rest[..<colon] + " port " + rest[rest.index(after: colon)...]
    }
}
