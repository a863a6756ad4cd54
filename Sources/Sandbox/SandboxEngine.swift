import Database
import ExchangeModel
import Notation

/// Answers one request at a time: signs in, routes, and dresses the answer in an instance's headers.
final class SandboxEngine {
    private let options: SandboxOptions
    private var opened: RecordStore?
    private var authenticator: SandboxAuthenticator
    private var limiter: RateLimiter
    private var faults: FaultInjector

    init(_ options: SandboxOptions) throws(SandboxError) {
        self.options = options
        authenticator = SandboxAuthenticator(options)
        faults = FaultInjector(options.faults)
        limiter = RateLimiter(options.rateLimits + faults.rateLimits)
        authenticator.sessions.mostUses = faults.mostSessionUses
        if options.file != nil || !options.rows.isEmpty { _ = try store() }
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let now = options.clock.now
        let secure = request.url.scheme == "https"
        var writer = ResponseHeaderWriter(now: now, secure: secure)
        let segments = RESTPath.segments(of: request.url.path)
        let route = segments.first == "api" ? RESTResource.find(segments.dropFirst()) : nil
        if let route, route.path["table"].utf8.count > RESTPath.longestName {
            return writer.page(status: 400, title: "Bad Request")
        }
        if request.url.path.utf8.count > SandboxEngine.longestPath {
            return writer.page(status: 414, title: "Request-URI Too Long")
        }
        var answer: Answer
        do {
            let store = try store()
            store.connection.limitWork(toSteps: try store.steps(atLeast: options.steps))
            let path = segments.joined(separator: "/")
            if let endpoint = OAuthRoutes.Endpoint(rawValue: path) {
                answer = try OAuthRoutes(request: request, store: store, now: now).answer(endpoint, at: &authenticator)
                return writer.response(answer, to: request.effectiveMethod)
            }
            if segments.first != "api" { return try page("/" + path, request, store, &writer) }
            switch try signIn(request, store, now, secure) {
            case .success(let visitor):
                writer.signedIn(cookies: visitor.cookies, transaction: authenticator.transaction())
                switch faults.next() {
                case .page: return writer.page(status: 503, title: "Service Unavailable")
                case .failure: return writer.response(APIError.cancelled.answer, to: request.effectiveMethod)
                case nil: break
                }
                do {
                    try count(request, visitor.account, &writer)
                    answer = try perform(request, route, store, visitor.account)
                    if SessionDebug.isWanted(request) { answer = SessionDebug.added(to: answer, request, now) }
                    if request.effectiveMethod == .get, route?.resource.pattern == RESTResource.listPattern {
                        answer = faults.broken(answer)
                    }
                } catch {
                    answer = SandboxEngine.refusal(error).answer
                }
                if route?.resource.format ?? .jsonOrXML == .jsonOrXML,
                    MediaTypes.format(accepting: request.headers["Accept"]) == .xml
                {
                    answer = XMLAnswer.converted(answer)
                }
            case .failure(let refusal):
                writer.refused(refusal, cookies: SessionCookies.refused(authenticator.sessionID(), secure: secure))
                answer = APIError.notAuthenticated.answer
            }
        } catch {
            answer = SandboxEngine.refusal(error).answer
        }
        return writer.response(answer, to: request.effectiveMethod)
    }

    private func page(
        _ path: String, _ request: HTTPRequest, _ store: RecordStore, _ writer: inout ResponseHeaderWriter
    ) throws -> HTTPResponse {
        let now = writer.now, secure = request.url.scheme == "https"
        if let asset = try PageAssets(build: options.build, store: store, now: now).answer(request, path: path) {
            return writer.asset(asset, to: request.effectiveMethod)
        }
        var call = PageCall(
            request: request, path: path, store: store, now: now, secure: secure, build: options.build)
        guard let page = try PageRoutes.answer(&call, at: &authenticator) else {
            return writer.page(status: 404, title: "Page not found")
        }
        writer.cookies = call.cookies
        writer.isLoggedIn = call.isLoggedIn
        return writer.page(page, to: request.effectiveMethod)
    }

    /// The longest path that reaches an API; a longer one is answered with a page.
    private static let longestPath = 8192

    /// Who asks an API, with everything a request needs to know of him. The account of a session may have been closed
    /// since: then the session is over.
    private func signIn(
        _ request: HTTPRequest, _ store: RecordStore, _ now: Timestamp, _ secure: Bool
    ) throws -> Result<(account: Account, cookies: [String]), SandboxSignInError> {
        switch try authenticator.signIn(request, store, at: now, secure: secure) {
        case .refused(let refusal): return .failure(refusal)
        case .signedIn(let session, let cookies):
            guard let account = try AccountStore(store: store).account(session.userID) else {
                authenticator.sessions.close { $0.userID == session.userID }
                return .failure(.credentials)
            }
            return .success((account, cookies))
        }
    }

    /// Counts a request for the rate limits, and refuses it when there were too many.
    private func count(_ request: HTTPRequest, _ account: Account, _ writer: inout ResponseHeaderWriter) throws {
        guard !limiter.rules.isEmpty, let verdict = limiter.count(by: account, path: request.url.path, at: writer.now)
        else { return }
        writer.limits = verdict.fields
        if verdict.isExceeded { throw APIError.rateLimited(verdict) }
    }

    private func store() throws(SandboxError) -> RecordStore {
        if let opened { return opened }
        let made = try RecordStore(schema: .standard, options: options)
        made.invalidQueriesFindNothing = faults.invalidQueriesFindNothing
        opened = made
        return made
    }

    private func perform(
        _ request: HTTPRequest, _ route: (resource: RESTResource, path: RESTPath)?, _ store: RecordStore,
        _ account: Account
    ) throws -> Answer {
        guard let (resource, path) = route, !faults.lacks(resource) else { throw APIError.unknownRoute }
        let method = request.effectiveMethod
        guard let handler = resource.handler(for: method) else {
            throw APIError.method(method, allowed: resource.methods)
        }
        let format = MediaTypes.format(accepting: request.headers["Accept"])
        let takesXML = resource.format == .jsonOrXML
        if resource.format != .any, format == nil || (format == .xml && !takesXML) {
            throw APIError(
                status: 406, message: "Requested response media type is not supported",
                detail: "Supported response media types for this service are: "
                    + (takesXML ? "[application/json, application/xml, text/xml]" : "[application/json]"))
        }
        let version = path.version.map { "/v\($0)" } ?? ""
        var call = Call(
            request: request, parameters: Parameters(request.url), account: account, store: store,
            linkBase: request.url.origin + "/api/now" + version + "/table/", path: path)
        if resource.pattern == BatchRoute.path {
            call.serve = { self.part($0, of: request, store, userID: account.sysID) }
        }
        return try handler(call)
    }

    /// One part of a batch, in the session of the batch.
    private func part(
        _ part: HTTPRequest, of batch: HTTPRequest, _ store: RecordStore, userID: String
    ) -> HTTPResponse {
        let segments = RESTPath.segments(of: part.url.path)
        let route = segments.first == "api" ? RESTResource.find(segments.dropFirst()) : nil
        var answer: Answer
        do {
            guard route?.resource.pattern != BatchRoute.path else { throw APIError.nestedBatch }
            guard part.url.path.utf8.count <= SandboxEngine.longestPath else { throw APIError.unknownRoute }
            // Again: an earlier part may have changed it.
            guard let account = try AccountStore(store: store).account(userID) else { throw APIError.notAuthenticated }
            answer = try perform(part, route, store, account)
        } catch {
            answer = SandboxEngine.refusal(error).answer
        }
        if route?.resource.format ?? .jsonOrXML == .jsonOrXML,
            MediaTypes.format(accepting: part.headers["Accept"]) == .xml
        {
            answer = XMLAnswer.converted(answer)
        }
        return ResponseHeaderWriter(now: options.clock.now, secure: batch.url.scheme == "https")
            .response(answer, to: part.effectiveMethod)
    }

    static func refusal(_ error: any Error) -> APIError {
        switch error {
        case let refusal as APIError: refusal
        case let complex as QueryComplexityError: .tooComplex(complex)
        case let database as DatabaseError where database.code == .interrupted: .cancelled
        case let database as DatabaseError: .internalError(database.message)
        default: .internalError(String(describing: error))
        }
    }
}
