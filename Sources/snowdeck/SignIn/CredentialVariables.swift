/// Environment variables that hold credentials: read here, and never handed to a child program.
enum CredentialVariables {
    /// The password of `--user` at the instance of `--instance`, and at no other.
    static let password = "SNOWDECK_PASSWORD"

    /// Whether a variable may hold a credential: ours, whatever calls itself one, and an address with a password in it
    /// (`https_proxy`, `DATABASE_URL`).
    static func mayHold(_ name: String, _ value: String) -> Bool {
        let upper = name.uppercased()
        return upper == password || words.contains { upper.contains($0) } || addressHoldsUser(value)
    }

    private static let words = [
        "PASSWORD", "PASSWD", "PASSPHRASE", "SECRET", "TOKEN", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY",
        "CREDENTIAL",
    ]

    /// `scheme://user:password@host`.
    private static func addressHoldsUser(_ value: String) -> Bool {
        let bytes = Array(value.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return false
        }
        return bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: "@"))
    }
}
