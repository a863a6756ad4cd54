public import ExchangeModel
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
                answer = try await APIClient(transport: transport).send(request)
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

/// Sends with the current session, or unauthenticated if signed out.
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

    /// A new session with a credential. `use` makes it current.
    func session(_ credential: Credential) -> AuthenticatingTransport {
        Self.makeSession(instance, network, credential)
    }

    /// Makes a session current and returns the previous one.
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
