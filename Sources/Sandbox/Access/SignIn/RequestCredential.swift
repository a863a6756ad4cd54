import ExchangeModel
import Notation

/// What a request says who it is from.
enum RequestCredential: Hashable {
    case basic(userName: String, password: String)
    case bearer(String)
    case apiKey(String)
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

    /// Nil when the request's query brings none. An API key is the one credential that may stand there.
    init?(queryOf request: HTTPRequest) {
        guard let key = request.url.queryFields.first(where: { $0.name == APIKeyBook.name })?.value else { return nil }
        self = .apiKey(key)
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
