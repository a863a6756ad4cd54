import Database

/// An application that may ask for tokens: a record of `oauth_entity`, or of `oauth_jwt` below it.
struct OAuthApplication: Sendable, Hashable {
    let sysID: String
    let name: String
    let clientID: String
    /// Nil in a public application, which has none.
    let secret: String?
    /// Where codes may be sent, as the record lists them.
    let redirects: [String]
    /// Whether its secret is wanted; a public application proves itself by PKCE.
    let isPublic: Bool
    /// How long its tokens live, in seconds.
    let accessLifetime: Int64
    let refreshLifetime: Int64
    /// The sys_id of the user it is itself, for the client credentials grant; empty without one.
    let userID: String
    /// What it takes of signed assertions; nil when it takes none.
    let assertions: Assertions?

    /// How `oauth_jwt` has signed assertions checked.
    struct Assertions: Sendable, Hashable {
        /// The column of `sys_user` that `sub` names a user by.
        let userColumn: String
        /// Whether an assertion is taken once.
        let onceOnly: Bool
        /// How far clocks may differ, in seconds.
        let skew: Int64
    }

    /// Access tokens live half an hour and refresh tokens a hundred days unless an application says otherwise.
    static let usualAccessLifetime: Int64 = 1800
    static let usualRefreshLifetime: Int64 = 8_640_000

    /// Whether a code may be sent to an address. On this machine's own the port is the client's choice (RFC 8252, 7.3).
    func mayRedirect(to address: String) -> Bool { redirects.contains { RedirectAddress.matches(address, $0) } }

    /// The active application of a client id. Nil when there is none.
    static func named(_ clientID: String, in store: RecordStore) throws -> OAuthApplication? {
        guard let table = store.schema["oauth_entity"], !clientID.isEmpty else { return nil }
        try store.fill([table.name])
        let classes = table.classNames.map { "'" + $0 + "'" }.joined(separator: ", ")
        let sql = """
            SELECT "sys_id", "name", "client_id", "client_secret", "redirect_url", "public_client",
                "access_token_lifespan", "refresh_token_lifespan", "user", "sys_class_name", "user_field",
                "enable_jti_verification", "clock_skew"
            FROM \(table.storage) WHERE "sys_class_name" IN (\(classes)) AND "client_id" = ? AND "active" = 1
            """
        return try store.connection.rows(sql, [.text(clientID)]) { row in
            func seconds(_ column: Int, _ usual: Int64) -> Int64 {
                Int64(row.text(column)).flatMap { $0 > 0 ? $0 : nil } ?? usual
            }
            let isPublic = row.integer(5) == 1
            return OAuthApplication(
                sysID: row.text(0), name: row.text(1), clientID: row.text(2),
                secret: isPublic ? nil : HiddenText.text(of: row.text(3)).flatMap { $0.isEmpty ? nil : $0 },
                redirects: row.text(4).split { $0 == "," || $0 == " " || $0 == "\n" }.map(String.init),
                isPublic: isPublic, accessLifetime: seconds(6, usualAccessLifetime),
                refreshLifetime: seconds(7, usualRefreshLifetime), userID: row.text(8),
                assertions: row.text(9) == "oauth_jwt"
                    ? Assertions(
                        userColumn: row.text(10).isEmpty ? "user_name" : row.text(10), onceOnly: row.integer(11) == 1,
                        skew: Int64(row.text(12)) ?? 300) : nil)
        }.first { $0.clientID == clientID }
    }
}
