public import ExchangeModel
import Notation
import NowData
public import NowSDK
import Synchronization

/// Signs in to an instance and reports the user: the authentication module of the MyWork application.
///
/// Each attempt has its own session. A failed attempt leaves the current session unchanged; of several successful ones,
/// the last counts.
public final class Authenticator: Sendable {
    /// The instance.
    public let instance: Instance
    /// How user name and password are used.
    public let method: AuthenticationMethod
    private let store: any SecretStore
    private let current: CurrentTransport
    private let currentSession: Mutex<AuthSession>
    private let broadcast = LoginBroadcast()

    /// Creates an authenticator that is signed out. Nothing is sent.
    ///
    /// `network` is how the instance is reached, such as `NowLive.network()`; `store` keeps user names and passwords.
    public init(
        instance: Instance, network: NowNetwork, store: any SecretStore, method: AuthenticationMethod = .basic
    ) {
        self.instance = instance
        self.store = store
        self.method = method
        current = CurrentTransport(instance: instance, network: network)
        currentSession = Mutex(AuthSession(instance: instance))
    }

    /// The current session.
    public var session: AuthSession { currentSession.withLock { $0 } }

    /// Sends as the signed-in user, or unauthenticated. Pass it to services.
    public var transport: any Transport { current }

    /// A new stream of sign-in attempts that end from now on. It ends with this authenticator.
    public var events: AsyncStream<LoginEvent> { broadcast.listener() }

    /// Signs in with a name and password by requesting the user's record (`GET …/sys_user?user_name=…`).
    ///
    /// `remembers` saves name and password in the store for `authenticateFromKeychain()`. If only that fails, the error
    /// is of kind `keychain` and the user is signed in.
    @discardableResult
    public func authenticate(
        user: String, password: Secret, remembers: Bool = false
    ) async throws(MyWorkError) -> AuthSession {
        let result = await attempt(user, password)
        broadcast.send(.login(result))
        let session = try result.get()
        if remembers { try await keep(user, password) }
        return session
    }

    /// Signs in as the saved user.
    @discardableResult
    public func authenticateFromKeychain() async throws(MyWorkError) -> AuthSession {
        let result: Result<AuthSession, MyWorkError>
        do throws(MyWorkError) {
            let (user, password) = try await kept()
            result = await attempt(user, password)
        } catch {
            result = .failure(error)
        }
        broadcast.send(.keychainLogin(result))
        return try result.get()
    }

    /// Signs out: clears the session and revokes its tokens at the instance. The saved user is kept.
    ///
    /// Throws if the instance did not confirm the revocation; its tokens may then remain valid until they expire.
    public func signOut() async throws(MyWorkError) {
        let before = currentSession.withLock { currentSession in
            currentSession = AuthSession(instance: instance)
            return current.use(current.session(.anonymous))
        }
        do throws(TransportFailure) {
            try await before.revoke()
        } catch {
            if error.kind == .signIn { throw MyWorkError(.refused, error.message, .transport(error)) }
            throw MyWorkError(.transport(error))
        }
    }

    /// Deletes the saved user. The session is kept.
    public func forget() async throws(MyWorkError) {
        do {
            if let user = try await store.secret(for: lastUser) { try await store.forget(password(of: user.text)) }
            try await store.forget(lastUser)
        } catch {
            throw MyWorkError(.keychain, error.message)
        }
    }

    private func attempt(_ user: String, _ password: Secret) async -> Result<AuthSession, MyWorkError> {
        do throws(MyWorkError) {
            try UserResponse.check(user, for: method)
            let transport = current.session(method.credential(user: user, password: password))
            let answer: APIResponse
            do throws(RequestFailure) {
                let request = MyWorkRequests(instance: instance, purpose: .signIn).user(named: user)
                answer = try await transport.apiResponse(to: request)
            } catch {
                throw MyWorkError(error)
            }
            let session = AuthSession(instance: instance, user: try UserResponse.user(named: user, in: answer))
            // Both in one step, so that of two concurrent attempts the reported session is the active one.
            let before = currentSession.withLock { currentSession in
                currentSession = session
                return current.use(transport)
            }
            // Its tokens are not revoked, because an instance may issue the same token twice.
            before.signOut()
            return .success(session)
        } catch {
            return .failure(error)
        }
    }

    private func keep(_ user: String, _ password: Secret) async throws(MyWorkError) {
        do {
            let own = self.password(of: user)
            try await store.keep(password, for: own)
            // Only one user is saved; otherwise the previous password could not be found or deleted any more.
            if let before = try await store.secret(for: lastUser).map({ self.password(of: $0.text) }), before != own {
                try await store.forget(before)
            }
            try await store.keep(Secret(user), for: lastUser)
        } catch {
            throw MyWorkError(.keychain, error.message)
        }
    }

    private func kept() async throws(MyWorkError) -> (user: String, password: Secret) {
        do {
            if let user = try await store.secret(for: lastUser)?.text,
                let password = try await store.secret(for: password(of: user))
            {
                return (user, password)
            }
        } catch {
            throw MyWorkError(.keychain, error.message)
        }
        throw MyWorkError(.nothingKept, "No sign-in for \(instance.name) is stored.")
    }

    private func password(of user: String) -> SecretEntry { SecretEntry(.password, of: user, at: instance) }
    private var lastUser: SecretEntry { SecretEntry(.user, of: "MyWork", at: instance) }
}

final class CurrentTransport: Transport {
    private let instance: Instance
    private let network: NowNetwork
    private let state: Mutex<AuthenticatingTransport>

    init(instance: Instance, network: NowNetwork) {
        self.instance = instance
        self.network = network
        state = Mutex(Self.makeSession(instance, network, .anonymous))
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let current = state.withLock { $0 }
        return try await current.send(request)
    }

    func session(_ credential: Credential) -> AuthenticatingTransport {
        Self.makeSession(instance, network, credential)
    }

    func use(_ session: AuthenticatingTransport) -> AuthenticatingTransport {
        state.withLock { state in
            defer { state = session }
            return state
        }
    }

    private static func makeSession(
        _ instance: Instance, _ network: NowNetwork, _ credential: Credential
    ) -> AuthenticatingTransport {
        AuthenticatingTransport(
            instance: instance, next: network.transport, credentials: FixedCredentials(credential),
            secrets: network.secrets, clock: network.clock)
    }
}

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

final class LoginBroadcast: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<LoginEvent>.Continuation] = [:]
        var lastNumber = 0
    }
    private let state = Mutex(State())

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

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
            throw MyWorkError(.otherUser, "The instance returned other users: it ignored the requested name.")
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
