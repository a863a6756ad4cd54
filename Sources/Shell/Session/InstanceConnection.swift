import CassetteStore
import ExchangeModel
import MyWork
import NowData
import NowSDK
import Synchronization
import TapeDeck

/// An instance, how it is signed in to, and what was learnt on the way there.
struct InstanceConnection: Sendable {
    var instance: Instance
    var signIn: SignInChoice
    var profile: Profile?
    /// The stack to the instance, made when a command first needs it.
    var link: InstanceLink?
    var knowledge: SessionKnowledge?
    /// Whether records were written since completion learnt of them.
    var hasOldRecords = false
}

/// The way to the present instance: the whole stack above the deck.
struct InstanceLink: Sendable {
    let authenticating: AuthenticatingTransport
    let tables: TableClient
    let schema: SchemaCache
    let listedTasks = TaskMemory()
    let pages = BrowsingState()
    let transport: any Transport

    init(authenticating: AuthenticatingTransport, instance: Instance, transport: any Transport) {
        self.authenticating = authenticating
        self.transport = transport
        tables = TableClient(instance: instance, transport: transport)
        schema = SchemaCache(tables)
    }

    var attachments: AttachmentClient { AttachmentClient(instance: tables.instance, transport: transport) }
}

/// The tasks that this session's last list of them held, so that a work note on one of them needs no look at it first.
///
/// It lives as long as the way to the instance, like `SchemaCache` and for the same reason.
final class TaskMemory: Sendable {
    private let state = Mutex<[String: String]>([:])

    func note(_ groups: [TaskGroup]) {
        let numbers = groups.flatMap { $0.tasks.map { ($0.sysID, $0.number) } }
        state.withLock { $0 = Dictionary(numbers, uniquingKeysWith: { first, _ in first }) }
    }

    subscript(sysID: String) -> TaskName? {
        state.withLock { $0[sysID] }.map { TaskName(sysID: sysID, number: $0) }
    }

    /// Forgets the list: records were written, and a task that is gone must not be written to.
    func forget() { state.withLock { $0 = [:] } }
}

/// How often instances have rejected a sign-in since they last accepted one.
struct RefusalCounter {
    private var counts: [String: Int] = [:]

    subscript(instance: Instance, user: String?) -> Int {
        get { counts["\(instance) \(user ?? "")"] ?? 0 }
        set { counts["\(instance) \(user ?? "")"] = newValue == 0 ? nil : newValue }
    }
}

extension ShellSession {
    func connected() throws(Problem) -> InstanceLink {
        if let link = connection.link { return link }
        let deck = try openDeck()
        let source: any CredentialSource =
            slot.isPlaying
            ? PlayedSignIn(user: user, deck: deck)
            : RecordedSignIn(
                next: host.credentials.source(for: instance, signIn), user: user, deck: deck,
                isUserKnown: user == taped.user)
        let requests = requests
        let retrying = RetryingTransport(
            next: guarded(PendingTransport(next: deck.transport, context: requests)), clock: deck.clock,
            isSafe: Safety.isSafe, watch: { requests.retries })
        let authenticating = AuthenticatingTransport(
            instance: instance, next: retrying, credentials: source, secrets: host.secrets, clock: deck.clock)
        let transport = LimitingTransport(next: extended(authenticating), context: requests)
        let made = InstanceLink(authenticating: authenticating, instance: instance, transport: transport)
        connection.link = made
        return made
    }

    private func extended(_ authenticating: AuthenticatingTransport) -> any Transport {
        guard case .extending(let deck, _) = slot else { return authenticating }
        let origin = instance.origin.origin, user = user
        let extending = deck.transport(
            over: authenticating, as: { $0.url.origin == origin ? user : nil }, stands: Self.standsAlone)
        // A step sees what the tape answers as well.
        return options.step.map { WatchedTransport(next: extending, surroundings: $0) } ?? extending
    }

    /// What a read-only profile forbids is stopped below everything that commands send by.
    private func guarded(_ transport: any Transport) -> any Transport {
        var transport = options.step.map { GatedTransport(next: transport, surroundings: $0) } ?? transport
        if let origin = options.onlyOrigin { transport = OneOriginTransport(next: transport, origin: origin) }
        guard let profile, writeGuard == .readOnly else { return transport }
        return ReadOnlyTransport(next: transport, profile: profile.name)
    }

    /// Which recorded answers a tape that is extended gives again: those that nothing followed. A redirect, a rejection and
    /// a 429 were the beginning of something that has to be repeated.
    @Sendable private static func standsAlone(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
        if [401, 429, 502, 503, 504].contains(response.status) { return false }
        if response.headers["X-Is-Logged-In"]?.lowercased() == "false" { return false }
        return !request.followsRedirects || ![301, 302, 303, 307, 308].contains(response.status)
    }

    func tables() throws(Problem) -> TableClient { try connected().tables }

    /// The columns of a table; none when the instance does not describe them. Throws when there is no such table.
    func columns(of table: String) async throws -> [ColumnDescription] {
        try await connected().schema.columns(of: table)
    }

    var pages: BrowsingState {
        get throws(Problem) { try connected().pages }
    }

    func use(_ instance: Instance, _ signIn: SignInChoice, profile: Profile?) {
        // Nothing on a tape decides where a secret comes from.
        connection = InstanceConnection(
            instance: instance, signIn: slot.isPlaying ? signIn.withoutPlaces : signIn, profile: profile)
    }

    func goBack(to earlier: InstanceConnection) {
        connection = earlier
        // A failed attempt may have replaced the client certificate that this link needs.
        if connection.link != nil, !slot.isPlaying { _ = host.credentials.source(for: instance, signIn) }
    }

    /// How often an instance has rejected a user so far, in a row. Each attempt has cookies and tokens of its own, so those
    /// from before are counted here.
    func countRefusals(of choice: SignInChoice, by instance: Instance) -> Int {
        refusals[instance, choice.user] += connection.link?.authenticating.status.refusals ?? 0
        return refusals[instance, choice.user]
    }

    func forgetRefusals(of choice: SignInChoice, by instance: Instance) { refusals[instance, choice.user] = 0 }
}

/// What the stack to the instance reads at each request, and notes of it: the session's own, or the running command's.
final class RequestContext: Sendable {
    private struct State {
        var limits: RequestLimits
        var retries: RetryWatch?
        var waiting: WaitingLine?
        var isWatched = false
        var asked = DocumentSecrets()
    }

    private let state: Mutex<State>

    init(_ limits: RequestLimits) { state = Mutex(State(limits: limits)) }

    /// The session's settings, or a command's own flags while it runs.
    var limits: RequestLimits {
        get { state.withLock { $0.limits } }
        set { state.withLock { $0.limits = newValue } }
    }

    var retries: RetryWatch? {
        get { state.withLock { $0.retries } }
        set { state.withLock { $0.retries = newValue } }
    }

    /// Whether `watch` repeats the command, which must then change nothing.
    var isWatched: Bool {
        get { state.withLock { $0.isWatched } }
        set { state.withLock { $0.isWatched = newValue } }
    }

    /// What shows that the running command waits.
    var waiting: WaitingLine? {
        get { state.withLock { $0.waiting } }
        set { state.withLock { $0.waiting = newValue } }
    }

    /// What the command's requests say of their answers: a record that is asked for by the name of a secret holds one,
    /// whether or not the answer repeats the name. The tape learns the same from the same requests.
    var asked: DocumentSecrets { state.withLock { $0.asked } }

    func beginCommand() { state.withLock { $0.asked = DocumentSecrets() } }

    /// Takes over what earlier requests said, for an answer of theirs.
    func know(_ secrets: DocumentSecrets) { state.withLock { $0.asked.merge(secrets) } }

    fileprivate func note(_ request: HTTPRequest) {
        let secrets = DocumentSecrets(of: request)
        state.withLock { $0.asked.merge(secrets) }
    }
}

/// Gives each request the limits of the command, and notes what it asks for.
struct LimitingTransport: Transport {
    let next: any Transport
    let context: RequestContext

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var request = request
        context.note(request)
        request.limits = context.limits
        return try await next.send(request)
    }
}
