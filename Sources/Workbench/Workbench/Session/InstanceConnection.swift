package import ExchangeModel
package import MyWork
package import NowData
package import NowSDK
package import NowWeb
package import Redactors
import Synchronization
import TapeDeck

/// An instance, how to sign in to it, and what was learned from it.
package struct InstanceConnection: Sendable {
    var instance: Instance
    var signIn: SignInChoice
    var profile: Profile?
    /// The transport stack to the instance, made when a command first needs it.
    package var link: InstanceLink?
    var completionSource: SessionCompletionSource?
    /// Whether records were written since completion last read them.
    package var hasStaleRecords = false
}

/// The transport stack to the current instance, above the deck.
package struct InstanceLink: Sendable {
    package let authenticating: AuthenticatingTransport
    package let tables: TableClient
    package let schema: SchemaCache
    package let listedTasks = TaskListCache()
    package let pages = BrowsingState()
    package let transport: any Transport

    init(authenticating: AuthenticatingTransport, instance: Instance, transport: any Transport) {
        self.authenticating = authenticating
        self.transport = transport
        let client = TableClient(instance: instance, transport: transport)
        let schema = SchemaCache(client)
        self.schema = schema
        tables = client.knowing { (table) async throws(RequestFailure) in
            try await schema.columnsIfDescribed(of: table).map(\.name)
        }
    }

    package var attachments: AttachmentClient { AttachmentClient(instance: tables.instance, transport: transport) }

    /// Returns responses before they are on the tape: the next page of a list is fetched while the last one is
    /// recorded. Nothing of them may be shown before the deck has settled.
    package var readingAhead: any Transport { ReadingAhead(next: transport) }

    private struct ReadingAhead: Transport {
        let next: any Transport

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            var request = request
            request.awaitsRecording = false
            return try await next.send(request)
        }
    }
}

/// The tasks of the last task list, so that adding a work note to one needs no request for its table.
///
/// It belongs to the connection, like `SchemaCache`.
package final class TaskListCache: Sendable {
    private let state = Mutex<[String: String]>([:])

    package func note(_ groups: [TaskGroup]) {
        let numbers = groups.flatMap { $0.tasks.map { ($0.sysID, $0.number) } }
        state.withLock { $0 = Dictionary(numbers, uniquingKeysWith: { first, _ in first }) }
    }

    package subscript(sysID: String) -> TaskName? {
        state.withLock { $0[sysID] }.map { TaskName(sysID: sysID, number: $0) }
    }

    /// Forgets the list after a write: a task may have been deleted.
    func forget() { state.withLock { $0 = [:] } }
}

/// Counts how often instances rejected a sign-in since the last success.
struct RejectionCounter {
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
            ? CredentialPlayer(user: user, deck: deck)
            : CredentialRecorder(
                next: host.credentials.source(for: instance, signIn), user: user, deck: deck,
                isUserKnown: user == taped.user)
        let requests = requests
        let retrying = RetryingTransport(
            next: guarded(PendingTransport(next: deck.transport, context: requests)), clock: deck.clock,
            isSafe: Safety.isSafe, watch: { requests.retries })
        let authenticating = AuthenticatingTransport(
            instance: instance, next: retrying, credentials: source, secrets: host.secrets, clock: deck.clock)
        return connect(through: authenticating)
    }

    private func connect(through authenticating: AuthenticatingTransport) -> InstanceLink {
        let transport = NotingTransport(next: extended(authenticating), context: requests)
        let made = InstanceLink(authenticating: authenticating, instance: instance, transport: transport)
        connection.link = made
        return made
    }

    /// Runs a command as the user that `--as` names: in a session of its own, which can change nothing.
    func acting(as arguments: BoundArguments, _ body: () async throws -> Void) async throws {
        guard arguments.command.takesUser, let name = arguments[.asUser] else { return try await body() }
        guard !Command.changes(arguments.line, files: false) else {
            throw arguments.problem(.usage, "--as only reads, and this line may change records.", at: .asUser)
        }
        guard user != nil, signIn.kind == .basic else {
            throw arguments.problem(
                .refused, "Only a user who signed in with a password can act as another user.", at: .asUser,
                hints: ["With a profile that signs in as \(name): diff --on \(placeName) --on PROFILE COMMAND"])
        }
        let tables = try tables().asking(for: .signIn).knowing { _ in ["user_name", "name"] }
        let read = TableRead("sys_user", fields: ["user_name", "sys_id"], display: .value)
        let found: TableRow
        do throws(RequestFailure) { found = try await tables.record(named: name, read) } catch {
            switch error {
            case .transport, .errorResponse, .stalled: throw error
            default: throw arguments.problem(.refused, error.description, at: .asUser)
            }
        }
        let sysID = found.sysID ?? "", userName = found["user_name"]?.value ?? name
        let earlier = connection
        use(instance, signIn, profile: Profile("", instance, signIn: signIn, writeGuard: .readOnly))
        defer { goBack(to: earlier) }
        try await connected().authenticating.impersonating(userName, sysID: sysID) { other in
            connection.signIn.user = userName
            let now = try await connect(through: other).tables.asking(for: .signIn).currentUser()
            guard now.sysID == sysID else {
                throw Problem(.refused, "\(shortName) still answers as \(now.name), not as \(userName).")
            }
            try await body()
        }
    }

    private func extended(_ authenticating: AuthenticatingTransport) -> any Transport {
        guard case .extending(let deck, _) = slot else { return authenticating }
        let origin = instance.origin.origin, user = user
        let extending = deck.transport(
            over: authenticating, as: { $0.url.origin == origin ? user : nil }, isReusable: Self.isFinalResponse)
        // A step also sees requests that the tape answers.
        return options.step.map { WatchedTransport(next: extending, watch: $0.watch) } ?? extending
    }

    /// A read-only profile is enforced below every layer that commands send through.
    private func guarded(_ transport: any Transport) -> any Transport {
        var transport = options.step.map { $0.gated(transport) } ?? transport
        if let origin = options.onlyOrigin { transport = OneOriginTransport(next: transport, origin: origin) }
        guard let profile, writeGuard == .readOnly else { return transport }
        return ReadOnlyTransport(next: transport, profile: profile.name)
    }

    /// Whether the tape may answer a request again in extend mode. Redirects, rejections and 429 are parts of a longer
    /// dialog, which has to be repeated.
    @Sendable private static func isFinalResponse(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
        if [401, 429, 502, 503, 504].contains(response.status) { return false }
        if response.headers["X-Is-Logged-In"]?.lowercased() == "false" { return false }
        return !request.followsRedirects || ![301, 302, 303, 307, 308].contains(response.status)
    }

    func tables() throws(Problem) -> TableClient { try connected().tables }

    /// The columns of a table; empty if the instance does not describe them. Throws if the table does not exist.
    func columns(of table: String) async throws -> [ColumnDescription] {
        try await connected().schema.columns(of: table)
    }

    func use(_ instance: Instance, _ signIn: SignInChoice, profile: Profile?) {
        // A tape must not decide where secrets come from.
        connection = InstanceConnection(
            instance: instance, signIn: slot.isPlaying ? signIn.withoutSources : signIn, profile: profile)
    }

    func goBack(to earlier: InstanceConnection) {
        connection = earlier
        // A failed attempt may have replaced the client certificate that this link needs.
        if connection.link != nil, !slot.isPlaying { _ = host.credentials.source(for: instance, signIn) }
    }

    /// How often in a row an instance has rejected a user. Each attempt has its own cookies and tokens, so earlier
    /// rejections are counted here.
    func countRejections(of choice: SignInChoice, by instance: Instance) -> Int {
        rejections[instance, choice.user] += connection.link?.authenticating.status.rejections ?? 0
        return rejections[instance, choice.user]
    }

    func resetRejections(of choice: SignInChoice, by instance: Instance) { rejections[instance, choice.user] = 0 }
}

/// The settings that the transport stack reads for each request, and what it notes about requests.
package final class RequestContext: Sendable {
    private struct State {
        var limits: RequestLimits
        var retries: RetryWatch?
        var waiting: StatusLine?
        var isWatched = false
        var asked = DocumentSecrets()
    }

    private let state: Mutex<State>

    init(_ limits: RequestLimits) { state = Mutex(State(limits: limits)) }

    /// The session's settings, or a running command's own flags.
    package var limits: RequestLimits {
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

    /// The status line of the running command.
    var waiting: StatusLine? {
        get { state.withLock { $0.waiting } }
        set { state.withLock { $0.waiting = newValue } }
    }

    /// What the command's requests reveal about secrets in their responses: a record requested by the name of a secret
    /// holds one, even if the response does not repeat the name. Redaction learns the same from the same requests.
    var asked: DocumentSecrets { state.withLock { $0.asked } }

    func beginCommand() { state.withLock { $0.asked = DocumentSecrets() } }

    /// Adds what earlier requests revealed, for their answer.
    package func know(_ secrets: DocumentSecrets) { state.withLock { $0.asked.merge(secrets) } }

    fileprivate func note(_ request: HTTPRequest) {
        let secrets = DocumentSecrets(of: request)
        state.withLock { $0.asked.merge(secrets) }
    }
}

/// Notes the secrets of each request.
struct NotingTransport: Transport {
    let next: any Transport
    let context: RequestContext

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        context.note(request)
        return try await next.send(request)
    }
}

package struct TaskName: Sendable {
    package let sysID: String
    /// Empty if not readable.
    package let number: String

    package init(sysID: String, number: String) {
        self.sysID = sysID
        self.number = number
    }

    /// Its name in messages.
    package var title: String { number.isEmpty ? sysID : number }
}

/// Allows requests to one origin only, since a tape must not decide where requests go.
struct OneOriginTransport: Transport {
    let next: any Transport
    let origin: String

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard request.url.origin == origin else {
            let problem = Problem(
                .guardRefused, "\(request.url.origin) is not the instance of this run; \(request.method) was not sent.")
            throw TransportFailure(.invalidRequest, problem.message, cause: problem)
        }
        return try await next.send(request)
    }
}

/// The page that is open, its navigation history, and addresses for completion.
///
/// It belongs to the connection, like `SchemaCache`: a page from another tape or another user must not be used.
package final class BrowsingState: Sendable {
    private static let rememberedAddresses = 50

    private struct State {
        var history = NavigationHistory()
        var page: WebPage?
        var addresses: [String] = []
    }

    private let state = Mutex(State())
    package let cache = WebCache()

    package var page: WebPage? { state.withLock { $0.page } }
    package var history: NavigationHistory { state.withLock { $0.history } }
    var addresses: [String] { state.withLock { $0.addresses } }

    /// Remembers the page that is open, and how it was reached.
    package func open(_ page: WebPage, by history: NavigationHistory) {
        let address = page.address.target
        state.withLock { state in
            state.history = history
            state.page = page
            state.addresses.removeAll { $0 == address }
            state.addresses.insert(address, at: 0)
            if state.addresses.count > Self.rememberedAddresses { state.addresses.removeLast() }
        }
    }
}
