import Notation
import NowData
public import NowSDK
import Synchronization

/// The sign-in of an application at an instance.
public struct AuthSession: Sendable, Hashable {
    /// A user of an instance.
    public struct User: Sendable, Hashable {
        /// The user name.
        public let userName: String
        /// The first name; may be empty.
        public let firstName: String
        /// The last name; may be empty.
        public let lastName: String
        /// The sys_id of the `sys_user` record.
        public let sysID: String

        /// Creates a user.
        public init(userName: String, firstName: String, lastName: String, sysID: String) {
            self.userName = userName
            self.firstName = firstName
            self.lastName = lastName
            self.sysID = sysID
        }
    }

    /// The instance.
    public let instance: Instance
    /// The user; nil if signed out.
    public let user: User?

    /// Creates a session, by default signed out.
    public init(instance: Instance, user: User? = nil) {
        self.instance = instance
        self.user = user
    }

    /// Whether a user is signed in.
    public var isAuthenticated: Bool { user != nil }
}

/// How a user name and password are used.
public enum AuthenticationMethod: Sendable, Hashable {
    /// Sent with the first request (RFC 7617); later requests use the session.
    case basic
    /// Exchanged for an access token (RFC 6749, 4.3) by a registered application.
    case oauthPassword(OAuthClientID, scope: String? = nil)

    func credential(user: String, password: Secret) -> Credential {
        switch self {
        case .basic: .basic(user: user, password: password)
        case .oauthPassword(let client, let scope):
            .oauth(OAuthCredential(client, .password(password), user: user, scope: scope))
        }
    }
}

/// Sends every event to every listener.
final class LoginBroadcast: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<LoginEvent>.Continuation] = [:]
        /// The number of the last listener.
        var lastNumber = 0
    }
    private let state = Mutex(State())

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    /// A new stream: it receives later events and ends with the broadcast.
    func listener() -> AsyncStream<LoginEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LoginEvent.self)
        let number = state.withLock { state in
            state.lastNumber += 1
            state.listeners[state.lastNumber] = continuation
            return state.lastNumber
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

/// The result of a sign-in attempt.
public enum LoginEvent: Sendable, Hashable {
    /// With a given name and password: `login_event`.
    case login(Result<AuthSession, MyWorkError>)
    /// With credentials from the secret store: `ks_login_event`.
    case keychainLogin(Result<AuthSession, MyWorkError>)

    /// The event's name in the MyWork application.
    public var name: String {
        switch self {
        case .login: "login_event"
        case .keychainLogin: "ks_login_event"
        }
    }

    /// The result of the attempt.
    public var result: Result<AuthSession, MyWorkError> {
        switch self {
        case .login(let result), .keychainLogin(let result): result
        }
    }
}

/// Parses user records.
enum UserResponse {
    /// Checks that a name can be searched for: it becomes part of a query, in which `^` ends a condition, and a colon
    /// ends the name in Basic credentials (RFC 7617).
    static func check(_ name: String, for method: AuthenticationMethod) throws(MyWorkError) {
        guard !name.isEmpty else { throw MyWorkError(.unusable, "A user name is needed.") }
        guard EncodedQuery.isValidValue(name), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw MyWorkError(.unusable, "A user name cannot contain ^ or control characters.")
        }
        guard !name.lowercased().hasPrefix("javascript:") else {
            throw MyWorkError(
                .unusable, "A user name cannot begin with javascript:, which the instance would run as a script.")
        }
        if method == .basic, name.utf8.contains(UInt8(ascii: ":")) {
            throw MyWorkError(.unusable, "A user name with a colon cannot be used with Basic authentication.")
        }
    }

    /// The user with that name. An instance that ignores the condition returns other users.
    static func user(named name: String, in answer: APIResponse) throws(MyWorkError) -> AuthSession.User {
        let result: JSONNode?
        do {
            result = try answer.json()["result"]
        } catch {
            // The first version of the API responds with 404 to an empty list.
            if case .errorResponse(let errorResponse) = error, errorResponse.kind == .notFound {
                throw noUserError(name, error)
            }
            throw MyWorkError(error)
        }
        guard let result, result.kind == .array else {
            throw MyWorkError(.unexpectedAnswer, "The response contains no list of users.")
        }
        let rows = result.elements.map(TableRow.init)
        if rows.isEmpty { throw noUserError(name, nil) }
        let wanted = name.lowercased()
        guard let row = rows.first(where: { $0["user_name"]?.value.lowercased() == wanted }) else {
            throw MyWorkError(
                .otherUser, "The instance returned other users: it ignored the requested name.")
        }
        guard let sysID = row.sysID, !sysID.isEmpty else {
            throw MyWorkError(.unexpectedAnswer, "The returned user has no sys_id.")
        }
        func text(_ column: String) -> String { row[column]?.value ?? "" }
        return AuthSession.User(
            userName: text("user_name"), firstName: text("first_name"), lastName: text("last_name"), sysID: sysID)
    }

    private static func noUserError(_ name: String, _ failure: RequestFailure?) -> MyWorkError {
        MyWorkError(.noUser, "The instance returned no user with this name.", failure)
    }
}
