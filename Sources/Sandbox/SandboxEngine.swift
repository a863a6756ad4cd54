import Database
import ExchangeModel
import Notation

/// Answers one request at a time: signs in, routes, and dresses the answer in an instance's headers.
final class SandboxEngine {
    private let options: SandboxOptions
    private var opened: RecordStore?
    private var sessions = SessionBook()
    private var random: SeededRandom
    private var limiter: RateLimiter
    private var faults: FaultInjector

    init(_ options: SandboxOptions) throws(SandboxError) {
        self.options = options
        random = SeededRandom(seed: options.seed)
        faults = FaultInjector(options.faults)
        limiter = RateLimiter(options.rateLimits + faults.rateLimits)
        sessions.mostUses = faults.mostSessionUses
        if options.file != nil || !options.rows.isEmpty { _ = try store() }
    }

    /// The answer to a request.
    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let now = options.clock.now
        let secure = request.url.scheme == "https"
        var dress = ResponseDress(now: now, secure: secure)
        let route = Route(request.url.path)
        if route == .page { return dress.page(status: 404, title: "Page not found") }
        if let name = route.tableName, name.utf8.count > Route.longestName {
            return dress.page(status: 400, title: "Bad Request")
        }
        if request.url.path.utf8.count > SandboxEngine.longestPath {
            return dress.page(status: 414, title: "Request-URI Too Long")
        }
        var answer: Answer
        do {
            let store = try store()
            store.connection.limitWork(toSteps: try store.steps(atLeast: options.steps))
            if let (session, cookies) = try signIn(request, store, now, secure) {
                dress.signedIn(cookies: cookies, transaction: random.hex(12))
                switch faults.next() {
                case .page: return dress.page(status: 503, title: "Service Unavailable")
                case .failure: return dress.response(Refusal.cancelled.answer, to: request.effectiveMethod)
                case nil: break
                }
                do {
                    try count(request, store, userID: session.userID, &dress)
                    answer = try perform(request, route, store, userID: session.userID)
                    if SessionDebug.isWanted(request) { answer = SessionDebug.added(to: answer, request, now) }
                    if request.effectiveMethod == .get, case .records = route { answer = faults.broken(answer) }
                } catch {
                    answer = SandboxEngine.refusal(error).answer
                }
                if route.answersXML, MediaTypes.format(accepting: request.headers["Accept"]) == .xml {
                    answer = XMLAnswer.converted(answer)
                }
            } else {
                dress.refused(cookies: SessionCookies.refused(random.hex(32, upperCase: true), secure: secure))
                answer = Refusal.notAuthenticated.answer
            }
        } catch {
            answer = SandboxEngine.refusal(error).answer
        }
        return dress.response(answer, to: request.effectiveMethod)
    }

    /// The longest path that reaches an API; a longer one is answered with a page.
    private static let longestPath = 8192

    /// Counts a request for the rate limits, and refuses it when there were too many.
    private func count(
        _ request: HTTPRequest, _ store: RecordStore, userID: String, _ dress: inout ResponseDress
    ) throws {
        guard !limiter.rules.isEmpty, let account = try AccountBook(store: store).account(userID),
            let verdict = limiter.count(by: account, path: request.url.path, at: dress.now)
        else { return }
        dress.limits = verdict.fields
        if verdict.isExceeded { throw Refusal.rateLimited(verdict) }
    }

    private func store() throws(SandboxError) -> RecordStore {
        if let opened { return opened }
        let made = try RecordStore(schema: .standard, options: options)
        made.invalidQueriesFindNothing = faults.invalidQueriesFindNothing
        opened = made
        return made
    }

    /// The session of a request, opened or continued, with the cookies its answer sets. Nil when the request is not
    /// signed in: no credentials and no living session, or wrong credentials.
    private func signIn(
        _ request: HTTPRequest, _ store: RecordStore, _ now: Timestamp, _ secure: Bool
    ) throws -> (session: SessionBook.Session, cookies: [String])? {
        let cookies = SessionCookies.read(request.headers)
        let known = sessions.session(cookies: cookies, at: now)
        if let header = request.headers["Authorization"] {
            guard let (name, password) = SandboxEngine.basic(header),
                let userID = try AccountBook(store: store).account(userName: name, password: password)
            else { return nil }
            if known == nil || known?.userID != userID {
                let session = sessions.open(for: userID, at: now, random: &random)
                return (session, SessionCookies.opening(session, at: now, secure: secure))
            }
        }
        guard let known else { return nil }
        sessions.extend(known, at: now)
        let knowsUser = cookies["glide_user"].map { !$0.isEmpty } ?? false
        return (known, SessionCookies.continuing(known, at: now, knowsUser: knowsUser, secure: secure))
    }

    private func perform(_ request: HTTPRequest, _ route: Route, _ store: RecordStore, userID: String) throws -> Answer
    {
        guard let account = try AccountBook(store: store).account(userID) else { throw Refusal.notAuthenticated }
        guard route != .unknown, !faults.lacks(route) else { throw Refusal.unknownRoute }
        let method = request.effectiveMethod
        guard route.methods.contains(method) else { throw Refusal.method(method, allowed: route.methods) }
        let format = MediaTypes.format(accepting: request.headers["Accept"])
        if route.answersJSON, format == nil || (format == .xml && !route.answersXML) {
            throw Refusal(
                status: 406, message: "Requested response media type is not supported",
                detail: "Supported response media types for this service are: "
                    + (route.answersXML ? "[application/json, application/xml, text/xml]" : "[application/json]"))
        }
        let version = route.version.map { "/v\($0)" } ?? ""
        let call = Call(
            request: request, parameters: Parameters(request.url), account: account, store: store,
            linkBase: request.url.origin + "/api/now" + version + "/table/")
        switch route {
        case .records(let name, let version):
            let table = try call.table(name)
            if method == .post { return try TableWriting(call: call, table: table).create() }
            return try TableReading(call: call, table: table, version: version).list()
        case .record(let name, let sysID, let version):
            let table = try call.table(name)
            let writing = TableWriting(call: call, table: table)
            switch method {
            case .put, .patch: return try writing.update(sysID)
            case .delete: return try writing.delete(sysID)
            default: return try TableReading(call: call, table: table, version: version).record(sysID)
            }
        case .stats(let name): return try AggregateRoute(call: call, table: try call.table(name)).answer()
        case .attachments(let path, _): return try AttachmentRoutes(call: call).answer(to: path, method)
        case .batch: return try BatchRoute(call: call).answer { self.part($0, of: request, store, userID: userID) }
        case .graphQL: return try GraphQLRoute(call: call).answer()
        case .importRows(let name, _): return try ImportRoutes(call: call, staging: try call.table(name)).insert()
        case .importSeveral(let name, _):
            return try ImportRoutes(call: call, staging: try call.table(name)).insertSeveral()
        case .importedRow(let name, let sysID, _):
            return try ImportRoutes(call: call, staging: try call.table(name)).row(sysID)
        case .columns(let name): return try SchemaRoutes(call: call).columns(of: try call.table(name))
        case .tables: return SchemaRoutes(call: call).tables()
        case .currentUser: return SchemaRoutes(call: call).currentUser()
        case .impersonation: return SchemaRoutes(call: call).impersonation()
        case .openAPI: return try SchemaRoutes(call: call).openAPI()
        case .taskTracker(let path): return try TaskTrackerRoutes(call: call).answer(to: path)
        case .unknown, .page: throw Refusal.unknownRoute
        }
    }

    /// One part of a batch, in the session of the batch.
    private func part(
        _ part: HTTPRequest, of batch: HTTPRequest, _ store: RecordStore, userID: String
    ) -> HTTPResponse {
        let route = Route(part.url.path)
        var answer: Answer
        do {
            guard route != .batch else { throw Refusal.nestedBatch }
            guard part.url.path.utf8.count <= SandboxEngine.longestPath else { throw Refusal.unknownRoute }
            answer = try perform(part, route, store, userID: userID)
        } catch {
            answer = SandboxEngine.refusal(error).answer
        }
        if route.answersXML, MediaTypes.format(accepting: part.headers["Accept"]) == .xml {
            answer = XMLAnswer.converted(answer)
        }
        return ResponseDress(now: options.clock.now, secure: batch.url.scheme == "https")
            .response(answer, to: part.effectiveMethod)
    }

    private static func basic(_ header: String) -> (name: String, password: String)? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, HeaderFields.same(String(parts[0]), "Basic"), let bytes = Base64.decode(parts[1].utf8),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        )
    }

    private static func refusal(_ error: any Error) -> Refusal {
        switch error {
        case let refusal as Refusal: refusal
        case let complex as QueryTooComplex: .tooComplex(complex)
        case let database as DatabaseError where database.code == .interrupted: .cancelled
        case let database as DatabaseError: .internalError(database.message)
        default: .internalError(String(describing: error))
        }
    }
}
