import Database
import ExchangeModel

/// Checks a name and a password, with the passcode of a second factor, and locks out who is wrong too often.
struct PasswordCheck {
    enum Verdict: Hashable {
        /// The user's sys_id. `byPasscode` tells whether a passcode was given and right.
        case right(userID: String, byPasscode: Bool)
        /// The password is right, and the passcode missing or wrong.
        case passcodeWanted(userID: String)
        /// There is no such user, or he may not sign in, or the password is wrong; the client does not learn which.
        case refused
    }

    let store: RecordStore

    /// The one passcode there is: it takes the place of those that an authenticator shows.
    static let passcode = "246810"

    /// Checks a password. A passcode comes beside it (`X-MFA_TOKEN`) or right behind it, as the documentation of earlier
    /// releases has it. Users for APIs alone are refused where `forPages` is set.
    func verdict(
        userName: String, password: String, passcode: String? = nil, forPages: Bool = false
    ) throws -> Verdict {
        let book = AccountStore(store: store)
        guard let entry = try book.entry(userName: userName), entry.isOpen, !(forPages && entry.isForAPIsAlone) else {
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
        guard given == PasswordCheck.passcode else { return .passcodeWanted(userID: entry.sysID) }
        try forget(entry, book)
        return .right(userID: entry.sysID, byPasscode: true)
    }

    private func forget(_ entry: AccountStore.Entry, _ book: AccountStore) throws {
        if entry.failures > 0 { try book.setFailures(0, of: entry.sysID) }
    }

    /// Counts a wrong password. An unlocked user starts from zero.
    private func countFailure(_ entry: AccountStore.Entry, _ book: AccountStore) throws {
        let text = try store.property(SignInProperty.maxAttempts)
        let most = text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? SignInProperty.usualAttempts
        let count = entry.failures >= most ? 1 : entry.failures + 1
        try book.setFailures(count, of: entry.sysID, locks: count >= most)
    }
}

/// Whether a user may use Basic authentication with an API. New instances refuse it unless the account is one for APIs
/// alone, gave the passcode of a second factor, or has a role for it; a sandbox accepts it by default.
struct BasicRestriction {
    let store: RecordStore

    func refuses(_ userID: String, userName: String, byPasscode: Bool) throws -> Bool {
        guard !byPasscode, try store.isTrue(SignInProperty.enforcesBasic),
            try store.isTrue(SignInProperty.restrictsBasic, shipped: true)
        else { return false }
        let book = AccountStore(store: store)
        guard try book.entry(userName: userName)?.isForAPIsAlone != true else { return false }
        let text = try store.property(SignInProperty.basicRoles) ?? SignInProperty.usualBasicRoles
        let roles = Set(text.split(separator: ",").map { String($0.filter { $0 != " " }) })
        return try book.account(userID)?.roles.isDisjoint(with: roles) ?? true
    }
}

/// Looks API keys up: records of `api_key`, each of which speaks for a user.
struct APIKeyStore {
    let store: RecordStore

    /// The header that carries a key, or the field of the query.
    static let name = "x-sn-apikey"

    func user(_ key: String, at now: Timestamp) throws -> String? {
        guard let table = store.schema["api_key"], !key.isEmpty else { return nil }
        try store.fill([table.name])
        let hidden = HiddenText.hidden(key)
        let sql = """
            SELECT "user", "token" FROM \(table.storage)
            WHERE "token" = ? AND "active" = 1 AND ("expires" IS NULL OR "expires" > ?)
            """
        // Columns compare without regard to case; keys must not.
        return try store.connection.rows(sql, [.text(hidden), .text(now.glideText)]) { ($0.text(0), $0.text(1)) }
            .first { $0.1 == hidden }?.0
    }
}

/// The properties that decide about signing in. Names and defaults are the vendor's where its documentation or a real
/// instance tells them.
enum SignInProperty {
    static let refusesPasswordGrant = "glide.oauth.inbound.ropc.grant_type.disabled"
    /// Whether the client credentials grant is allowed. Without a record it is not; the seeds have one that says yes.
    static let allowsClientGrant = "glide.oauth.inbound.client.credential.grant_type.enabled"
    static let endsWithToken = "glide.authenticate.oauth.post.token.expiration.cookie_auth.disabled"
    /// Whether a session that an API opened is none for pages.
    static let keepsPagesApart = "com.glide.processors.aprocessor.donot_reuse_api_session"
    /// Both must be `true` for Basic to be refused, as new instances refuse it.
    static let restrictsBasic = "glide.authenticate.basic_auth.restriction.active"
    static let enforcesBasic = "glide.authenticate.basic_auth.restriction.enforce"
    /// The roles, with commas between them, that may use Basic all the same.
    static let basicRoles = "glide.authenticate.basic_auth.allowed_roles"
    static let usualBasicRoles = "snc_basic_auth_api_access"
    /// How many wrong passwords in a row lock a user out.
    static let maxAttempts = "glide.user.max_unlock_attempts"
    static let usualAttempts = 5
}
