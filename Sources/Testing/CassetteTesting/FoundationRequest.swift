import Dispatch
import ExchangeModel
import Foundation
import FoundationEssentials
import FoundationNetworking
import NowSDK

enum FoundationRequest {
    static func read(_ request: URLRequest, of task: URLSessionTask?) throws(URLError) -> HTTPRequest {
        guard !(task is URLSessionDownloadTask), !(task is URLSessionWebSocketTask) else {
            throw FoundationFailure.error(.unsupportedURL, "A cassette answers data tasks and upload tasks only.")
        }
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
        guard let task, task is URLSessionUploadTask else { return nil }
        // The body of an upload is in the task only, where FoundationNetworking does not expose it.
        var mirror: Mirror? = Mirror(reflecting: task)
        while let present = mirror {
            if let known = present.children.first(where: { $0.label == "knownBody" }) {
                if let body = try uploaded(known.value) { return body }
                break
            }
            mirror = present.superclassMirror
        }
        throw FoundationFailure.error(
            .unsupportedURL, "The body of this upload cannot be seen; put it into the request's httpBody.")
    }

    /// The bytes in an optional enumeration with a case for each kind of body.
    private static func uploaded(_ value: Any) throws(URLError) -> [UInt8]? {
        var value = value
        // Unwraps the optional and the case, whatever their names.
        for _ in 0..<4 {
            switch value {
            case let data as DispatchData: return Array(data)
            case let data as Data: return Array(data)
            case let stream as InputStream: return try read(stream)
            case let url as URL:
                guard let data = try? Data(contentsOf: url) else {
                    throw FoundationFailure.error(.fileDoesNotExist, "\(url.path) cannot be read.")
                }
                return Array(data)
            default:
                let mirror = Mirror(reflecting: value)
                // A case without a value is that of no body.
                guard let inside = mirror.children.first else { return mirror.displayStyle == .enum ? [] : nil }
                value = inside.value
            }
        }
        return nil
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

enum FoundationResponse {
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

enum FoundationFailure {
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
        return error(
            code, failure.message, [NSUnderlyingErrorKey: failure])
    }

    /// An error with a description.
    static func error(_ code: URLError.Code, _ message: String, _ more: [String: Any] = [:]) -> URLError {
        URLError(code, userInfo: more.merging([NSLocalizedDescriptionKey: message]) { own, _ in own })
    }
}

/// Provides given tokens.
struct KnownAuthorization: NowSDKAuthorizationProviding {
    let tokens: [AuthorizationToken]

    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        completion(tokens)
    }

    /// Placeholders for the user who was signed in on the tape. Nothing sent with them leaves the process.
    static func played(user: String?) -> KnownAuthorization {
        guard let user else { return KnownAuthorization(tokens: []) }
        return KnownAuthorization(tokens: [.basic(user: user, password: TapeCredentials.placeholder.text)])
    }

    static func live(_ environment: TestEnvironment) throws(CassetteTestingError) -> KnownAuthorization {
        if let user = environment.user {
            guard let password = environment.password else {
                throw CassetteTestingError(.misuse, "SNOWDECK_USER is set and SNOWDECK_PASSWORD is not.")
            }
            return KnownAuthorization(tokens: [.basic(user: user, password: password)])
        }
        if let token = environment.token {
            return KnownAuthorization(tokens: [AuthorizationToken(type: .oauthAccess, token: token)])
        }
        return KnownAuthorization(tokens: [])
    }
}
