import Notation
import NowData
public import NowSDK
import Synchronization

/// Who is signed in to an instance, as far as an application has asked.
public struct AuthSession: Sendable, Hashable {
    /// A user of an instance.
    public struct User: Sendable, Hashable {
        /// What the user signs in with.
        public let userName: String
        /// The given name; may be empty.
        public let firstName: String
        /// The family name; may be empty.
        public let lastName: String
        /// Identifies the record in `sys_user`.
        public let sysID: String

        /// A user of these.
        public init(userName: String, firstName: String, lastName: String, sysID: String) {
            self.userName = userName
            self.firstName = firstName
            self.lastName = lastName
            self.sysID = sysID
        }
    }

    /// The instance.
    public let instance: Instance
    /// The user; nil while no user is signed in.
    public let user: User?

    /// No user is signed in by default.
    public init(instance: Instance, user: User? = nil) {
        self.instance = instance
        self.user = user
    }

    /// Whether a user is signed in.
    public var isAuthenticated: Bool { user != nil }
}

/// What an authenticator does with a user name and a password.
public enum AuthenticationMethod: Sendable, Hashable {
    /// Sends them with the first request (RFC 7617); a session serves from then on.
    case basic
    /// Gets a token for them (RFC 6749, 4.3), in the name of an application that the instance knows.
    case oauthPassword(OAuthClientID, scope: String? = nil)

    func credential(user: String, password: Secret) -> Credential {
        switch self {
        case .basic: .basic(user: user, password: password)
        case .oauthPassword(let client, let scope):
            .oauth(OAuthCredential(client, .password(password), user: user, scope: scope))
        }
    }
}

/// Gives every event to every listener there is.
final class LoginBroadcast: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<LoginEvent>.Continuation] = [:]
        var made = 0
    }
    private let state = Mutex(State())

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    /// A listener of its own: it gets what happens from now on, and ends with the broadcast.
    func listener() -> AsyncStream<LoginEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LoginEvent.self)
        let number = state.withLock { state in
            state.made += 1
            state.listeners[state.made] = continuation
            return state.made
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ event: LoginEvent) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
    }
}

/// An attempt to sign in is over.
public enum LoginEvent: Sendable, Hashable {
    /// With a name and a password that were given: `login_event`.
    case login(Result<AuthSession, MyWorkError>)
    /// With what the secret store holds: `ks_login_event`.
    case keychainLogin(Result<AuthSession, MyWorkError>)

    /// The name that the MyWork application gives the event.
    public var name: String {
        switch self {
        case .login: "login_event"
        case .keychainLogin: "ks_login_event"
        }
    }

    /// How it ended.
    public var result: Result<AuthSession, MyWorkError> {
        switch self {
        case .login(let result), .keychainLogin(let result): result
        }
    }
}

/// Reads who a user is.
enum UserAnswer {
    /// A name that can be looked for. The instance makes a query of it, in which `^` ends a condition; a colon ends the
    /// name in a Basic credential (RFC 7617).
    static func check(_ name: String, for method: AuthenticationMethod) throws(MyWorkError) {
        guard !name.isEmpty else { throw MyWorkError(.unusable, "A user name is needed.") }
        guard EncodedQuery.mayStandAsValue(name), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw MyWorkError(.unusable, "A user name with ^ or a control character cannot be looked for.")
        }
        guard !name.lowercased().hasPrefix("javascript:") else {
            throw MyWorkError(.unusable, "A user name that begins with javascript: would be run, not looked for.")
        }
        if method == .basic, name.utf8.contains(UInt8(ascii: ":")) {
            throw MyWorkError(.unusable, "A user name with a colon cannot be sent with a password.")
        }
    }

    /// The user of that name among the rows that came. An instance that ignores the condition answers with any users.
    static func user(named name: String, in answer: APIAnswer) throws(MyWorkError) -> AuthSession.User {
        let result: JSONNode?
        do {
            result = try answer.json()["result"]
        } catch {
            // A list without rows is 404 in the first version of the API.
            if case .refused(let refusal) = error, refusal.kind == .notFound { throw nobody(name, error) }
            throw MyWorkError(error)
        }
        guard let result, result.kind == .array else {
            throw MyWorkError(.unexpectedAnswer, "The answer holds no list of users.")
        }
        let rows = result.elements.map(TableRow.init)
        if rows.isEmpty { throw nobody(name, nil) }
        let wanted = name.lowercased()
        guard let row = rows.first(where: { $0["user_name"]?.value.lowercased() == wanted }) else {
            throw MyWorkError(
                .otherUser, "The instance answered with other users: it ignored the requested name.")
        }
        guard let sysID = row.sysID, !sysID.isEmpty else {
            throw MyWorkError(.unexpectedAnswer, "The user came without a sys_id.")
        }
        func text(_ column: String) -> String { row[column]?.value ?? "" }
        return AuthSession.User(
            userName: text("user_name"), firstName: text("first_name"), lastName: text("last_name"), sysID: sysID)
    }

    private static func nobody(_ name: String, _ failure: RequestFailure?) -> MyWorkError {
        MyWorkError(.noUser, "The instance shows no user of this name.", failure)
    }
}
