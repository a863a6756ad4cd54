import ExchangeModel
import Foundation
import FoundationEssentials
public import FoundationNetworking
import NowSDK
import Synchronization

extension URLSessionConfiguration {
    /// A configuration whose sessions send everything to the current tape, and nothing to the network.
    ///
    /// Each configuration has its own tape, so parallel tests do not interfere. Requests are matched by method, URL,
    /// body and the headers that select a response. The user is the one named by the `Authorization` header, else the
    /// one signed in on the tape. Cookies, caches and stored credentials are disabled. Redirects are followed on the
    /// tape.
    ///
    /// Limits of FoundationNetworking on Linux: delegates are not called for redirects or for a 401, which is returned
    /// like any response (without `WWW-Authenticate`, which would cause a network request); data arrives in one piece;
    /// repeated headers are joined with commas; download tasks, streams, web sockets and uploads whose body is not the
    /// request's `httpBody` or `httpBodyStream` fail with `URLError.unsupportedURL`.
    public static func cassette() throws(CassetteTestingError) -> URLSessionConfiguration {
        cassette(try TestTape.required())
    }

    /// A configuration whose sessions send everything to the given tape.
    public static func cassette(_ tape: TestTape) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [CassetteProtocol.self]
        configuration.urlCache = TapeReference(TapeAddress(head: tape.head, user: tape.user))
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        return configuration
    }

    /// A configuration with its own strict replay of the named cassette, independent of any current tape. The
    /// parameters are those of the trait `.cassette(_:)`.
    public static func cassette(
        _ name: String, in folder: String? = nil, stubs: [Stub] = [], filePath: String = #filePath
    ) throws(CassetteTestingError) -> URLSessionConfiguration {
        let setup = CassetteSetup(name: name, folder: folder, filePath: filePath, mode: .replay, stubs: stubs)
        guard let path = try setup.path() else { throw CassetteTestingError(.misuse, "A cassette needs a name.") }
        return cassette(try TapeRun.replay(setup, path, nil).tape)
    }
}

private struct TapeAddress: Sendable {
    let head: TestTransport
    let user: String?
}

/// Says which tape a configuration's sessions use. It caches nothing: a session creates its protocol objects with the
/// task and the cached response, and with nothing else that is the configuration's.
private final class TapeReference: URLCache, @unchecked Sendable {
    private static let key = "tape"
    private let address: TapeAddress

    init(_ address: TapeAddress) {
        self.address = address
        super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
    }

    override func getCachedResponse(
        for dataTask: URLSessionDataTask, completionHandler: @escaping (CachedURLResponse?) -> Void
    ) {
        let nothing = (dataTask.currentRequest?.url).map {
            URLResponse(url: $0, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        }
        completionHandler(
            nothing.map {
                CachedURLResponse(response: $0, data: Data(), userInfo: [Self.key: address], storagePolicy: .notAllowed)
            })
    }

    static func address(in response: CachedURLResponse?) -> TapeAddress? { response?.userInfo?[key] as? TapeAddress }
}

/// Answers the requests of a configuration's sessions from its tape.
private final class CassetteProtocol: URLProtocol {
    private var loading: TapeLoading?

    /// Always true: a rejected request would go to the network.
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        loading = TapeLoading(self)
        loading?.start()
    }

    override func stopLoading() { loading?.stop() }
}

/// The loading of one request from a tape. Foundation calls it on its own queues and a task calls back, so all mutable
/// state, and the protocol object itself, is locked.
private final class TapeLoading: @unchecked Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isOver = false
    }

    // Its session retains it while it is loading.
    private weak var loader: URLProtocol?
    private let state = Mutex(State())

    init(_ loader: URLProtocol) { self.loader = loader }

    /// Starts loading. The session is notified on another thread.
    func start() {
        guard let loader else { return }
        let request: Result<(HTTPRequest, TapeAddress), URLError>
        do throws(URLError) {
            guard let address = TapeReference.address(in: loader.cachedResponse) else {
                throw FoundationFailure.error(.unsupportedURL, "A cassette answers data tasks and upload tasks only.")
            }
            request = .success((try FoundationRequest.read(loader.request, of: loader.task), address))
        } catch {
            request = .failure(error)
        }
        let task = Task { await load(request) }
        state.withLock { $0.task = task }
    }

    /// Cancels loading. The session is not notified any more.
    func stop() {
        let task = state.withLock { state in
            state.isOver = true
            return state.task
        }
        task?.cancel()
    }

    private func load(_ request: Result<(HTTPRequest, TapeAddress), URLError>) async {
        switch request {
        case .failure(let error): fail(error)
        case .success(let (request, address)):
            do throws(TransportFailure) {
                let (response, url) = try await Self.answer(to: request, from: address)
                succeed(response, at: url)
            } catch {
                fail(FoundationFailure.error(error))
            }
        }
    }

    /// The response after all redirects, and its URL.
    private static func answer(
        to first: HTTPRequest, from address: TapeAddress
    ) async throws(TransportFailure) -> (HTTPResponse, HTTPURL) {
        var request = first, trail = RedirectChain()
        while true {
            try trail.enter(request, cookies: nil)
            let forms = FoundationRequest.forms(of: request, user: address.user)
            let response = try await address.head.send(forms[0], recordedAs: Array(forms.dropFirst()))
            guard let next = try trail.next(after: response, to: request) else { return (response, request.url) }
            request = next
        }
    }

    private func succeed(_ response: HTTPResponse, at url: HTTPURL) {
        guard let answer = FoundationResponse.make(response, at: url) else { return fail(URLError(.badServerResponse)) }
        tell { client, loader in
            client.urlProtocol(loader, didReceive: answer, cacheStoragePolicy: .notAllowed)
            client.urlProtocol(loader, didLoad: Data(response.body))
            client.urlProtocolDidFinishLoading(loader)
        }
    }

    private func fail(_ error: URLError) { tell { $0.urlProtocol($1, didFailWithError: error) } }

    /// Notifies the session once, unless loading was cancelled.
    private func tell(_ message: (any URLProtocolClient, URLProtocol) -> Void) {
        state.withLock { state in
            guard !state.isOver, let loader, let client = loader.client else { return }
            state.isOver = true
            message(client, loader)
        }
    }
}

private enum FoundationRequest {
    static func read(_ request: URLRequest, of task: URLSessionTask?) throws(URLError) -> HTTPRequest {
        guard let text = request.url?.absoluteString, let url = HTTPURL(text) else {
            throw FoundationFailure.error(.unsupportedURL, "A cassette answers http and https only.")
        }
        let lines = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
            .map { HeaderField($0.key, $0.value) }
        return HTTPRequest(
            HTTPMethod(rawValue: request.httpMethod ?? "GET"), url, headers: HeaderFields(lines),
            body: try body(of: request, task))
    }

    /// The forms in which a tape may contain a request that was not sent through the SDK, because its user and `Accept`
    /// header may be unknown. The first is recorded.
    static func forms(of request: HTTPRequest, user: String?) -> [HTTPRequest] {
        var own = request
        own.principal = basicUser(of: request) ?? user
        var forms = [own]
        if request.headers["Accept"] == nil {
            var json = own
            json.headers.append("Accept", "application/json")
            forms.append(json)
        }
        // A request without a user may have been recorded with another sign-in.
        return forms
            + forms.filter { $0.principal != nil }.map { form in
                var form = form
                form.principal = nil
                return form
            }
    }

    private static func basicUser(of request: HTTPRequest) -> String? {
        guard let line = request.headers["Authorization"], line.lowercased().hasPrefix("basic "),
            let data = Data(base64Encoded: line.dropFirst(6).trimmingCharacters(in: .whitespaces)),
            let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return nil }
        return String(text[..<colon])
    }

    private static func body(of request: URLRequest, _ task: URLSessionTask?) throws(URLError) -> [UInt8]? {
        if let body = request.httpBody { return Array(body) }
        if let stream = request.httpBodyStream { return try read(stream) }
        guard task is URLSessionUploadTask else { return nil }
        // FoundationNetworking shows the body of an upload to its own protocols only.
        throw FoundationFailure.error(
            .unsupportedURL, "The body of an upload task is not visible; put it into the request's httpBody.")
    }

    private static func read(_ stream: InputStream) throws(URLError) -> [UInt8] {
        stream.open()
        defer { stream.close() }
        var bytes: [UInt8] = [], piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = stream.read(&piece, maxLength: piece.count)
            guard count >= 0 else {
                throw FoundationFailure.error(.cannotOpenFile, "The stream of the body cannot be read.")
            }
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
    }
}

private enum FoundationResponse {
    static func make(_ response: HTTPResponse, at url: HTTPURL) -> HTTPURLResponse? {
        guard let address = URL(string: url.description) else { return nil }
        var lines: [String: String] = [:], names: [String: String] = [:]
        for field in response.headers {
            let key = field.name.lowercased()
            // With this header, FoundationNetworking would authenticate and send the request over the network.
            if response.status == 401, key == "www-authenticate" { continue }
            let name = names[key] ?? field.name
            names[key] = name
            lines[name] = lines[name].map { $0 + ", " + field.value } ?? field.value
        }
        return HTTPURLResponse(
            url: address, statusCode: response.status, httpVersion: "HTTP/" + response.facts.httpVersion,
            headerFields: lines)
    }
}

private enum FoundationFailure {
    /// The error for a failure, with the report in its description and the failure as the underlying error.
    static func error(_ failure: TransportFailure) -> URLError {
        let code: URLError.Code =
            switch failure.kind {
            case .resolve: .cannotFindHost
            case .connect: .cannotConnectToHost
            case .tls: .secureConnectionFailed
            case .timeout: .timedOut
            case .reset: .networkConnectionLost
            case .tooLarge: .dataLengthExceedsMaximum
            case .cancelled: .cancelled
            case .tape: .resourceUnavailable
            case .invalidRequest: .badURL
            case .redirect: .httpTooManyRedirects
            case .signIn: .userAuthenticationRequired
            }
        return error(code, failure.message, [NSUnderlyingErrorKey: failure])
    }

    static func error(_ code: URLError.Code, _ message: String, _ more: [String: Any] = [:]) -> URLError {
        URLError(code, userInfo: more.merging([NSLocalizedDescriptionKey: message]) { own, _ in own })
    }
}
