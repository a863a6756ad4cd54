import ExchangeModel
import Notation

/// What a request says who it is from.
enum RequestCredential: Hashable {
    case basic(userName: String, password: String)
    case bearer(String)
    case apiKey(String)
    /// The name in a client certificate, which the server has verified.
    case certificate(String)
    /// An `Authorization` line that means nothing.
    case unreadable

    /// Nil when the request's header brings none; of several the `Authorization` line counts.
    init?(_ request: HTTPRequest) {
        if let line = request.headers["Authorization"] {
            self = RequestCredential.authorization(line)
        } else if let key = request.headers[APIKeyBook.name] {
            self = .apiKey(key)
        } else {
            return nil
        }
    }

    /// What else a request may bring where its header and its cookies bring nothing: an API key in its query, or the client
    /// certificate of its connection. A browser shows a certificate unasked, as it sends cookies: it must not take the
    /// place of a token that a session wants.
    init?(besidesHeaderOf request: HTTPRequest) {
        if let key = request.url.queryFields.first(where: { $0.name == APIKeyBook.name })?.value {
            self = .apiKey(key)
        } else if let name = request.certifiedName {
            self = .certificate(name)
        } else {
            return nil
        }
    }

    /// Whether it is a Basic header, or one that means nothing.
    var isBasic: Bool {
        switch self {
        case .basic, .unreadable: true
        case .bearer, .apiKey, .certificate: false
        }
    }

    private static func authorization(_ line: String) -> RequestCredential {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return .unreadable }
        if HeaderFields.same(String(parts[0]), "Bearer") { return .bearer(String(parts[1])) }
        guard HeaderFields.same(String(parts[0]), "Basic"), let bytes = Base64.decode(parts[1].utf8),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return .unreadable }
        return .basic(
            userName: String(decoding: bytes[..<colon], as: UTF8.self),
            password: String(decoding: bytes[(colon + 1)...], as: UTF8.self))
    }
}
