import Database
import ExchangeModel

/// Verifies a user name and password, with the passcode of multi-factor authentication, and locks users out after too
/// many failures.
struct PasswordCheck {
    enum Verdict: Hashable {
        /// With the user's sys_id. `byPasscode` says whether a correct passcode was given.
        case right(userID: String, byPasscode: Bool)
        /// The password is correct, and the passcode missing or wrong.
        case passcodeRequired(userID: String)
        /// Unknown user, not allowed to sign in, or wrong password; the client is not told which.
        case refused
    }

    let store: RecordStore

    /// The only passcode, in place of those of an authenticator app.
    static let passcode = "246810"

    /// Verifies a password. A passcode is in `X-MFA_TOKEN`, or appended to the password as in earlier releases.
    /// `forPages` rejects users that may only use APIs.
    func verdict(
        userName: String, password: String, passcode: String? = nil, forPages: Bool = false
    ) throws -> Verdict {
        let book = AccountStore(store: store)
        guard let entry = try book.entry(userName: userName), entry.isOpen, !(forPages && entry.isAPIOnly) else {
            return .refused
        }
        var given = passcode
        var isRight = entry.hasPassword(password)
        if !isRight, entry.hasSecondFactor, passcode == nil {
            let cut = PasswordCheck.passcode.count
            given = String(password.suffix(cut))
            isRight = entry.hasPassword(String(password.dropLast(cut)))
        }
        guard isRight else {
            try countFailure(entry, book)
            return .refused
        }
        guard entry.hasSecondFactor else {
            try forget(entry, book)
            return .right(userID: entry.sysID, byPasscode: false)
        }
        guard given == PasswordCheck.passcode else { return .passcodeRequired(userID: entry.sysID) }
        try forget(entry, book)
        return .right(userID: entry.sysID, byPasscode: true)
    }

    private func forget(_ entry: AccountStore.Entry, _ book: AccountStore) throws {
        if entry.failures > 0 { try book.setFailures(0, of: entry.sysID) }
    }

    /// Counts a failed attempt. A user who was unlocked starts at zero.
    private func countFailure(_ entry: AccountStore.Entry, _ book: AccountStore) throws {
        let text = try store.property(SignInProperty.maxAttempts)
        let most = text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? SignInProperty.defaultMaxAttempts
        let count = entry.failures >= most ? 1 : entry.failures + 1
        try book.setFailures(count, of: entry.sysID, locks: count >= most)
    }
}

/// Whether a user may use Basic authentication with APIs. New instances reject it unless the account is for APIs only,
/// a passcode was given, or a role allows it; the sandbox accepts it by default.
struct BasicRestriction {
    let store: RecordStore

    func refuses(_ userID: String, userName: String, byPasscode: Bool) throws -> Bool {
        guard !byPasscode, try store.isTrue(SignInProperty.enforcesBasic),
            try store.isTrue(SignInProperty.restrictsBasic, shipped: true)
        else { return false }
        let book = AccountStore(store: store)
        guard try book.entry(userName: userName)?.isAPIOnly != true else { return false }
        let text = try store.property(SignInProperty.basicRoles) ?? SignInProperty.defaultBasicRoles
        let roles = Set(text.split(separator: ",").map { String($0.filter { $0 != " " }) })
        return try book.account(userID)?.roles.isDisjoint(with: roles) ?? true
    }
}

/// Finds API keys: records of `api_key`, each of which belongs to a user.
struct APIKeyStore {
    let store: RecordStore

    /// The header or query parameter with the key.
    static let name = "x-sn-apikey"

    func user(_ key: String, at now: Timestamp) throws -> String? {
        guard let table = store.schema["api_key"], !key.isEmpty else { return nil }
        try store.fill([table.name])
        let hidden = ObfuscatedText.hidden(key)
        let sql = """
            SELECT "user", "token" FROM \(table.storage)
            WHERE "token" = ? AND "active" = 1 AND ("expires" IS NULL OR "expires" > ?)
            """
        // Columns compare case-insensitively; keys must not.
        return try store.connection.rows(sql, [.text(hidden), .text(now.glideText)]) { ($0.text(0), $0.text(1)) }
            .first { $0.1 == hidden }?.0
    }
}

/// Properties for sign-in. Names and defaults are the vendor's where documentation or a real instance shows them.
enum SignInProperty {
    static let refusesPasswordGrant = "glide.oauth.inbound.ropc.grant_type.disabled"
    /// Whether the client credentials grant is allowed: not without a record, but the seed data has one.
    static let allowsClientGrant = "glide.oauth.inbound.client.credential.grant_type.enabled"
    static let endsWithToken = "glide.authenticate.oauth.post.token.expiration.cookie_auth.disabled"
    /// Whether sessions opened by APIs are not valid for pages.
    static let separatesPageSessions = "com.glide.processors.aprocessor.donot_reuse_api_session"
    /// Both must be `true` for Basic to be rejected, as on new instances.
    static let restrictsBasic = "glide.authenticate.basic_auth.restriction.active"
    static let enforcesBasic = "glide.authenticate.basic_auth.restriction.enforce"
    /// The comma-separated roles that may use Basic anyway.
    static let basicRoles = "glide.authenticate.basic_auth.allowed_roles"
    static let defaultBasicRoles = "snc_basic_auth_api_access"
    /// How many failed attempts in a row lock a user out.
    static let maxAttempts = "glide.user.max_unlock_attempts"
    static let defaultMaxAttempts = 5
}
