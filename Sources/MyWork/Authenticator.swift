public import ExchangeModel
import NowData
public import NowSDK
import Synchronization

/// Signs in to an instance and says who it is: the authentication module of the MyWork application.
///
/// Each attempt has a session of its own. One that fails leaves the earlier session as it was; of several that
/// succeed the last one counts.
public final class Authenticator: Sendable {
    /// The instance.
    public let instance: Instance
    /// What an authenticator does with a user name and a password.
    public let method: AuthenticationMethod
    private let store: any SecretStore
    private let current: CurrentTransport
    private let who: Mutex<AuthSession>
    private let broadcast = LoginBroadcast()

    /// No user is signed in, and nothing is sent yet.
    ///
    /// - Parameters:
    ///   - network: how the instance is reached.
    ///   - store: where names and passwords are kept, as the application used the keychain.
    public init(
        instance: Instance, network: NowNetwork, store: any SecretStore, method: AuthenticationMethod = .basic
    ) {
        self.instance = instance
        self.store = store
        self.method = method
        current = CurrentTransport(instance: instance, network: network)
        who = Mutex(AuthSession(instance: instance))
    }

    /// Who is signed in at the moment.
    public var session: AuthSession { who.withLock { $0 } }

    /// Sends as the signed-in user, or as a guest. Services are made with it.
    public var transport: any Transport { current }

    /// A new listener: it gets every attempt that ends from now on, until this authenticator is gone.
    public var events: AsyncStream<LoginEvent> { broadcast.listener() }

    /// Signs in with a name and a password, which gets the user's record (`GET …/sys_user?user_name=…`).
    ///
    /// - Parameter remembers: whether name and password are kept in the store for `authenticateFromKeychain()`. When only
    ///   that fails, the error is one of the class `keychain`, and the sign-in stands.
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

    /// Signs in as the remembered user.
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

    /// Signs out: forgets the session here in any case, and revokes its tokens at the instance. The remembered user
    /// stays so.
    ///
    /// Throws when the instance did not confirm that; then a token may be good there until it ends.
    public func signOut() async throws(MyWorkError) {
        let before = who.withLock { who in
            who = AuthSession(instance: instance)
            return current.use(current.session(.anonymous))
        }
        do throws(TransportFailure) {
            try await before.revoke()
        } catch {
            if error.kind == .signIn { throw MyWorkError(.refused, error.message, .transport(error)) }
            throw MyWorkError(.transport(error))
        }
    }

    /// Forgets the remembered user. The session stays.
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
            try UserAnswer.check(user, for: method)
            let transport = current.session(method.credential(user: user, password: password))
            let answer: APIAnswer
            do throws(RequestFailure) {
                let request = MyWorkRequests(instance: instance, purpose: .signIn).user(named: user)
                answer = try await APIClient(transport: transport).send(request)
            } catch {
                throw MyWorkError(error)
            }
            let session = AuthSession(instance: instance, user: try UserAnswer.user(named: user, in: answer))
            // Both at once: of two attempts that end together, one is in force and is the one that is shown.
            let before = who.withLock { who in
                who = session
                return current.use(transport)
            }
            // Its tokens are not revoked: an instance gives the same token to who asks twice.
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
            // One user is remembered: no one would find or forget the password of the one before.
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

/// Sends with the current session, as a guest when no user is signed in.
final class CurrentTransport: Transport {
    private let instance: Instance
    private let network: NowNetwork
    private let state: Mutex<AuthenticatingTransport>

    init(instance: Instance, network: NowNetwork) {
        self.instance = instance
        self.network = network
        state = Mutex(Self.made(instance, network, .anonymous))
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let current = state.withLock { $0 }
        return try await current.send(request)
    }

    /// A session of its own, signed in so. It becomes the current one when it is used.
    func session(_ credential: Credential) -> AuthenticatingTransport { Self.made(instance, network, credential) }

    /// Goes on with another session, and gives back the one before.
    func use(_ session: AuthenticatingTransport) -> AuthenticatingTransport {
        state.withLock { state in
            defer { state = session }
            return state
        }
    }

    private static func made(
        _ instance: Instance, _ network: NowNetwork, _ credential: Credential
    ) -> AuthenticatingTransport {
        AuthenticatingTransport(
            instance: instance, next: network.transport, credentials: FixedCredentials(credential),
            secrets: network.secrets, clock: network.clock)
    }
}
