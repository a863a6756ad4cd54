import Database
import ExchangeModel
import Notation

/// Answers one request at a time: authenticates, routes, and adds an instance's header fields.
final class SandboxEngine {
    private let options: SandboxOptions
    private var opened: RecordStore?
    private let authenticator: SandboxAuthenticator
    private var limiter: RateLimiter
    private var faults: FaultInjector

    init(_ options: SandboxOptions) throws(SandboxError) {
        self.options = options
        authenticator = SandboxAuthenticator(options)
        faults = FaultInjector(options.faults)
        limiter = RateLimiter(limit: faults.requestsAnHour)
        authenticator.sessions.maxUses = faults.maxSessionUses
        if options.file != nil || !options.rows.isEmpty { _ = try store() }
    }

    /// An API request of a user, before it is answered.
    struct Visit: Sendable {
        let request: HTTPRequest
        let route: RESTResource.Route?
        let account: Account
        var writer: ResponseHeaderWriter
        /// The response to any request of the user.
        var refusal: APIError?

        /// Whether it is answered without changing anything.
        var isRead: Bool { [.get, .head].contains(request.effectiveMethod) && route != nil && refusal == nil }
    }

    enum Step: Sendable {
        case answered(HTTPResponse)
        case reading(Visit, RecordReaders.Reader)
    }

    /// Signs a request in, and answers it unless a reader can do that.
    func begin(_ request: HTTPRequest, _ readers: RecordReaders?) -> Step {
        switch receive(request) {
        case .answered(let response): return .answered(response)
        case .visiting(let visit):
            if visit.isRead, let opened, let reader = readers?.take(of: opened) { return .reading(visit, reader) }
            return .answered(finish(visit))
        }
    }

    /// Answers a request that was signed in.
    func finish(_ visit: Visit) -> HTTPResponse {
        let answer = SandboxEngine.answer {
            if let refusal = visit.refusal { throw refusal }
            let store = try store(), request = visit.request
            // Every change makes the next request read its user again, which is quicker with the inherited rows.
            if ![.get, .head].contains(request.effectiveMethod) { try store.fill(RoleInheritance.tables) }
            if let route = visit.route, faults.lacks(route.resource) { throw APIError.unknownRoute }
            let answer = try SandboxEngine.perform(request, visit.route, store, visit.account) {
                self.part($0, of: request, store, userID: visit.account.sysID)
            }
            let isList =
                request.effectiveMethod == .get && visit.route?.resource.pattern == RESTResource.listPattern
            return isList ? faults.broken(answer) : answer
        }
        return visit.writer.response(answer, to: visit.request.effectiveMethod)
    }

    /// The same by a reader, in one state of the records; nil if `finish` must answer.
    static func answer(_ visit: Visit, with reader: RecordReaders.Reader, steps: Int) -> HTTPResponse? {
        let store = reader.store, request = visit.request
        var mustFinish = false
        let answer = answer {
            do {
                try store.connection.run("BEGIN")
                defer { _ = try? store.connection.run("ROLLBACK") }
                store.connection.limitWork(toSteps: try store.steps(atLeast: steps))
                return try perform(request, visit.route, store, visit.account)
            } catch {
                // Nobody sees this answer, so the error is not described.
                guard ReaderError.isReason(error) else { throw error }
                mustFinish = true
                return .empty(500)
            }
        }
        return mustFinish ? nil : visit.writer.response(answer, to: request.effectiveMethod)
    }

    private enum Reception {
        case answered(HTTPResponse)
        case visiting(Visit)
    }

    private func receive(_ request: HTTPRequest) -> Reception {
        let now = options.clock.now, method = request.effectiveMethod
        var writer = ResponseHeaderWriter(now: now, secure: request.isSecure)
        let segments = RESTPath.segments(of: request.url.path)
        let route = RESTResource.find(segments)
        if let route, route.path["table"].utf8.count > RESTPath.longestName {
            return .answered(writer.page(status: 400, title: "Bad Request"))
        }
        if request.url.path.utf8.count > SandboxEngine.longestPath {
            return .answered(writer.page(status: 414, title: "Request-URI Too Long"))
        }
        do {
            let store = try store()
            store.connection.limitWork(toSteps: try store.steps(atLeast: options.steps))
            let path = segments.joined(separator: "/")
            if let endpoint = OAuthRoutes.Endpoint(rawValue: path) {
                let routes = OAuthRoutes(request: request, store: store, authenticator: authenticator, now: now)
                return .answered(writer.response(try routes.answer(endpoint), to: method))
            }
            if segments.first != "api" {
                return .answered(try page("/" + path, request, store, &writer))
            }
            switch try signIn(request, store, now) {
            case .success((let account, let cookies)):
                writer.signedIn(cookies: cookies, transaction: authenticator.transaction())
                switch faults.next() {
                case .page: return .answered(writer.page(status: 503, title: "Service Unavailable"))
                case .failure: return .answered(writer.response(APIError.cancelled.answer, to: method))
                case nil: break
                }
                var refusal: APIError?
                if let verdict = limiter.count(by: account, path: request.url.path, at: now) {
                    writer.limits = verdict.fields
                    if verdict.isExceeded { refusal = .rateLimited(verdict) }
                }
                return .visiting(
                    Visit(request: request, route: route, account: account, writer: writer, refusal: refusal))
            case .failure(let error):
                let cookies = SessionCookies.refused(authenticator.sessionID(), secure: request.isSecure)
                writer.refused(error, cookies: cookies)
                return .answered(writer.response(APIError.notAuthenticated.answer, to: method))
            }
        } catch {
            return .answered(writer.response(SandboxEngine.apiError(error).answer, to: method))
        }
    }

    /// The response of `body`, or its error as one.
    private static func answer(_ body: () throws -> Answer) -> Answer {
        do { return try body() } catch { return apiError(error).answer }
    }

    private func page(
        _ path: String, _ request: HTTPRequest, _ store: RecordStore, _ writer: inout ResponseHeaderWriter
    ) throws -> HTTPResponse {
        if let asset = PageAssets(build: options.build, now: writer.now).answer(request, path: path) {
            return writer.asset(asset, to: request.effectiveMethod)
        }
        let call = PageCall(
            request, path: path, store: store, at: authenticator, now: writer.now, build: options.build)
        guard let page = try PageRoutes.answer(call) else {
            return writer.page(status: 404, title: "Page not found")
        }
        writer.cookies = call.cookies
        return writer.page(page, isLoggedIn: call.isLoggedIn, to: request.effectiveMethod)
    }

    /// In bytes. For longer paths the response is a page.
    private static let longestPath = 8192

    /// Authenticates an API request and loads its account. If the account of a session was deactivated, the session has
    /// ended.
    private func signIn(
        _ request: HTTPRequest, _ store: RecordStore, _ now: Timestamp
    ) throws -> Result<(account: Account, cookies: [String]), SandboxSignInError> {
        switch try authenticator.signIn(request, store, at: now) {
        case .failure(let error): return .failure(error)
        case .success((let session, let cookies)):
            guard let account = try AccountStore(store: store).account(session.userID) else {
                authenticator.sessions.close { $0.userID == session.userID }
                return .failure(.credentials)
            }
            return .success((account, cookies))
        }
    }

    /// Writes the tables that signing in reads. An error is that of the first request too.
    func prepare() { try? store().fillAccounts() }

    private func store() throws(SandboxError) -> RecordStore {
        if let opened { return opened }
        let made = try RecordStore(schema: faults.schema, options: options)
        made.invalidQueriesFindNothing = faults.invalidQueriesFindNothing
        opened = made
        return made
    }

    /// `serve` answers a part of a batch; nil for a request that is no batch.
    private static func perform(
        _ request: HTTPRequest, _ route: RESTResource.Route?, _ store: RecordStore, _ account: Account,
        serve: ((HTTPRequest) -> HTTPResponse)? = nil
    ) throws -> Answer {
        guard let (resource, path) = route else { throw APIError.unknownRoute }
        let method = request.effectiveMethod
        guard let handler = resource.handler(for: method) else {
            throw APIError.method(method, allowed: resource.methods)
        }
        if resource.format == .json, !ContentNegotiation.acceptsJSON(request.headers["Accept"]) {
            throw APIError.notAcceptable()
        }
        let version = path.version.map { "/v\($0)" } ?? ""
        var call = Call(
            request: request, parameters: Parameters(request.url), account: account, store: store,
            linkBase: request.url.origin + "/api/now" + version + "/table/", path: path)
        call.serve = serve
        return try handler(call)
    }

    /// One part of a batch, in the session of the batch.
    private func part(
        _ part: HTTPRequest, of batch: HTTPRequest, _ store: RecordStore, userID: String
    ) -> HTTPResponse {
        let route = RESTResource.find(RESTPath.segments(of: part.url.path))
        let answer = SandboxEngine.answer {
            guard route?.resource.pattern != BatchRoute.path else { throw APIError.nestedBatch }
            guard part.url.path.utf8.count <= SandboxEngine.longestPath else { throw APIError.unknownRoute }
            // Loaded again, because an earlier part may have changed it.
            guard let account = try AccountStore(store: store).account(userID) else { throw APIError.notAuthenticated }
            if let route, faults.lacks(route.resource) { throw APIError.unknownRoute }
            return try SandboxEngine.perform(part, route, store, account)
        }
        return ResponseHeaderWriter(now: options.clock.now, secure: batch.isSecure)
            .response(answer, to: part.effectiveMethod)
    }

    static func apiError(_ error: any Error) -> APIError {
        switch error {
        case let error as APIError: error
        case let complex as QueryComplexityError: .tooComplex(complex)
        case let database as DatabaseError where database.code == .interrupted: .cancelled
        case let database as DatabaseError: .internalError(database.message)
        default: .internalError(String(describing: error))
        }
    }
}
