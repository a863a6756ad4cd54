import Database
import ExchangeModel

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
        limiter = RateLimiter(limit: faults[.rateLimit])
        authenticator.sessions.maxUses = faults[.expireSession]
        authenticator.restrictsBasic = faults.has(.basicRestricted)
        authenticator.requiresSecondFactor = faults.has(.secondFactor)
        if options.file != nil || !options.rows.isEmpty { _ = try store() }
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let now = options.clock.now, method = request.effectiveMethod
        var writer = ResponseHeaderWriter(now: now, secure: request.isSecure)
        if faults.has(.hibernating) {
            return writer.page(.html(PageTemplate.fill("hibernating") + "\n"), isLoggedIn: nil, to: method)
        }
        let segments = RESTPath.segments(of: request.url.path)
        let route = RESTResource.find(segments)
        if let route, route.path["table"].utf8.count > RESTPath.longestName {
            return writer.page(status: 400, title: "Bad Request")
        }
        if request.url.path.utf8.count > SandboxEngine.longestPath {
            return writer.page(status: 414, title: "Request-URI Too Long")
        }
        do {
            let store = try store()
            store.connection.limitWork(toSteps: try store.steps(atLeast: options.steps))
            let path = segments.joined(separator: "/")
            if let endpoint = OAuthRoutes.Endpoint(rawValue: path) {
                let routes = OAuthRoutes(request: request, store: store, authenticator: authenticator, now: now)
                return writer.response(try routes.answer(endpoint), to: method)
            }
            if segments.first != "api" { return try page("/" + path, request, store, &writer) }
            switch try signIn(request, store, now) {
            case .success((let account, let cookies)):
                writer.signedIn(cookies: cookies, transaction: authenticator.transaction())
                return answer(request, route, store, account, &writer)
            case .failure(.credentials) where faults.has(.singleSignOn):
                let answer = SingleSignOn(request, as: authenticator.pageSignIn).answer(wanting: "/", token: "")
                return writer.page(answer, isLoggedIn: nil, to: method)
            case .failure(let error):
                let cookies = SessionCookies.refused(authenticator.sessionID(), secure: request.isSecure)
                writer.refused(error, cookies: cookies)
                return writer.response(APIError.notAuthenticated.answer, to: method)
            }
        } catch {
            return writer.response(SandboxEngine.apiError(error).answer, to: method)
        }
    }

    private func answer(
        _ request: HTTPRequest, _ route: RESTResource.Route?, _ store: RecordStore, _ account: Account,
        _ writer: inout ResponseHeaderWriter
    ) -> HTTPResponse {
        let method = request.effectiveMethod
        switch faults.next() {
        case .page: return writer.page(status: 503, title: "Service Unavailable")
        case .failure: return writer.response(APIError.cancelled.answer, to: method)
        case nil: break
        }
        let verdict = limiter.count(by: account, path: request.url.path, at: writer.now)
        writer.limits = verdict?.fields ?? []
        let answer = SandboxEngine.answer {
            if let verdict, verdict.isExceeded { throw APIError.rateLimited(verdict) }
            if let route, faults.lacks(route.resource) { throw APIError.unknownRoute }
            let impersonate = authenticator.impersonating(request, at: writer.now).map { session in
                { self.authenticator.sessions.impersonate($0, in: session) }
            }
            return try SandboxEngine.perform(
                request, route, store, account, serve: { self.part($0, of: request, store, userID: account.sysID) },
                impersonate: impersonate)
        }
        let isList = method == .get && route?.resource.pattern == RESTResource.listPattern
        return writer.response(isList ? faults.broken(answer) : answer, to: method)
    }

    private static func answer(_ body: () throws -> Answer) -> Answer {
        do { return try body() } catch { return apiError(error).answer }
    }

    private func page(
        _ path: String, _ request: HTTPRequest, _ store: RecordStore, _ writer: inout ResponseHeaderWriter
    ) throws -> HTTPResponse {
        if let asset = PageAssets(now: writer.now).answer(request, path: path) {
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
        made.invalidQueriesFindNothing = faults.has(.invalidQueryReturnsNoRows)
        opened = made
        return made
    }

    /// `serve` answers a part of a batch; nil for a request that is no batch.
    private static func perform(
        _ request: HTTPRequest, _ route: RESTResource.Route?, _ store: RecordStore, _ account: Account,
        serve: ((HTTPRequest) -> HTTPResponse)? = nil, impersonate: ((String) -> Void)? = nil
    ) throws -> Answer {
        guard let (resource, path) = route else { throw APIError.unknownRoute }
        let method = request.effectiveMethod
        guard let handler = resource.handler(for: method) else {
            throw APIError.method(method, allowed: resource.methods)
        }
        if resource.format == .json, !ContentNegotiation.acceptsJSON(request.headers["Accept"]) {
            throw APIError.notAcceptable
        }
        let version = path.version.map { "/v\($0)" } ?? ""
        var call = Call(
            request: request, parameters: Parameters(request.url), account: account, store: store,
            linkBase: request.url.origin + "/api/now" + version + "/table/", path: path)
        (call.serve, call.impersonate) = (serve, impersonate)
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
