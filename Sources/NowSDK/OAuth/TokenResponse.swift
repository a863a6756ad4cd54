import ExchangeModel
import Notation

/// What `/oauth_token.do` or `/oauth_revoke_token.do` answered.
///
/// Nothing here depends on a token beyond whether it can be sent at all, so the placeholders of a tape are read as the
/// tokens were.
struct TokenResponse {
    private let response: HTTPResponse
    private let url: HTTPURL
    private let sent: Timestamp
    private let received: Timestamp
    private let body: TokenResponseBody

    init(_ response: HTTPResponse, to request: HTTPRequest, sent: Timestamp, received: Timestamp) {
        self.response = response
        url = request.url
        self.sent = sent
        self.received = received
        body = TokenResponseBody(response)
    }

    /// The longest token that is sent, in bytes: longer header lines are refused along the way.
    static let longestToken = 16_384

    /// The longest time a token may hold, in seconds; what claims to hold longer is cut to four centuries.
    private static let longestLife: Int64 = 400 * 366 * 86400

    /// Every token that stands in the answer, good or not.
    var tokensMet: [String] {
        ["access_token", "refresh_token", "id_token"].compactMap { body.object?[$0]?.string }.filter { !$0.isEmpty }
    }

    func tokens(for credential: OAuthCredential) throws(SignInError) -> OAuthTokens {
        if let trouble = redirect ?? refusal(of: credential) { throw trouble }
        guard (200...299).contains(response.status) else { throw .unreadableTokenAnswer(faultOfStatus) }
        guard let object = body.object else { throw .unreadableTokenAnswer(body.fault(status: response.status)) }
        guard let access = object["access_token"]?.string, TokenResponse.canBeSent(access) else {
            throw .unreadableTokenAnswer(.member("access_token"))
        }
        guard let type = object["token_type"]?.string, !type.isEmpty else {
            throw .unreadableTokenAnswer(.member("token_type"))
        }
        guard ASCII.lowercased(type) == "bearer" else {
            throw .unreadableTokenAnswer(.tokenType(InstanceWords.of(type)))
        }
        return OAuthTokens(
            access: Secret(access), refresh: try refreshToken(object).map { Secret($0) }, obtained: received,
            ends: try seconds(object).map { sent.advanced(bySeconds: $0) }, scope: scope(object))
    }

    /// What keeps a token from having ended; nil when it has, or when the instance does not know it. Nothing but the
    /// token is sent, so a refusal is about the token.
    var troubleWithRevoking: SignInError? {
        if let redirect { return redirect }
        let isRefused = [400, 401].contains(response.status) && body.object?["error"] != nil
        return (200...299).contains(response.status) || isRefused ? nil : .unreadableTokenAnswer(faultOfStatus)
    }

    private var redirect: SignInError? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
            return nil
        }
        let target = url.resolving(location).map { $0.origin + $0.path } ?? "an address that cannot be read"
        return .tokenRedirected(to: InstanceWords.of(target))
    }

    /// A grant that is refused: 4xx, or success in name only, with the member `error`. Too many requests are no refusal.
    private func refusal(of credential: OAuthCredential) -> SignInError? {
        guard let object = body.object, let error = object["error"], error.kind != .null else { return nil }
        switch response.status {
        case 429: return nil
        case 400...499: break
        case 200...299 where object["access_token"] == nil: break
        default: return nil
        }
        // What answers in front of the address itself answers as the REST API does, with an object.
        let name = error.kind == .object ? error["message"]?.scalarText : error.scalarText
        let explanation = error.kind == .object ? error["detail"] : object["error_description"]
        return .grantRefused(
            .init(
                grantType: credential.grant.type, clientID: credential.client.id, user: credential.user,
                status: response.status, error: InstanceWords.of(name ?? ""),
                explanation: InstanceWords.of(explanation?.scalarText ?? ""), clockAhead: clockAhead))
    }

    /// By how many seconds the instance's clock is ahead of this one, so far as the answer tells.
    private var clockAhead: Int64? {
        guard let date = response.headers["Date"], date.utf8.count <= 64, let there = CookieDate.read(date) else {
            return nil
        }
        return there.seconds - received.seconds
    }

    /// What is wrong with a status that is neither success nor a refusal. A page tells more than its status, unless that
    /// says by itself that the server is busy or broken.
    private var faultOfStatus: SignInError.TokenAnswerFault {
        switch response.status {
        case 429, 500...510: .status(response.status)
        default: body.page.map { .page(title: $0, status: response.status) } ?? .status(response.status)
        }
    }

    private func refreshToken(_ object: JSONNode) throws(SignInError) -> String? {
        guard let node = object["refresh_token"], node.kind != .null, node.string != "" else { return nil }
        guard let token = node.string, TokenResponse.canBeSent(token) else {
            throw .unreadableTokenAnswer(.member("refresh_token"))
        }
        return token
    }

    /// For how long the access token holds, a number or digits in a string; nil when the instance does not say.
    private func seconds(_ object: JSONNode) throws(SignInError) -> Int64? {
        guard let node = object["expires_in"], node.kind != .null, node.string != "" else { return nil }
        let marks = Array("+-.eE".utf8)
        guard node.kind == .number || node.kind == .string, let text = node.scalarText, text.utf8.count <= 64,
            text.utf8.allSatisfy({ ASCII.isDigit($0) || marks.contains($0) }), let number = Double(text)
        else { throw .unreadableTokenAnswer(.member("expires_in")) }
        return Int64(min(max(number, 0), Double(TokenResponse.longestLife)))
    }

    private func scope(_ object: JSONNode) -> String? {
        guard let scope = object["scope"]?.string, !scope.isEmpty else { return nil }
        return InstanceWords.of(scope)
    }

    /// Whether a token can stand in a header line.
    private static func canBeSent(_ token: String) -> Bool {
        !token.isEmpty && token.utf8.count <= longestToken && token.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }
}

/// The body of an answer that should be a JSON object, and what it is when it is none.
struct TokenResponseBody {
    /// The object; nil when it is something else.
    let object: JSONNode?
    /// Why it is no JSON; nil when it is.
    private let error: JSONError?
    private let bytes: [UInt8]
    private let mediaType: String

    init(_ response: HTTPResponse) {
        bytes = response.body
        let type = response.headers["Content-Type"] ?? ""
        mediaType = ASCII.lowercased(String(ASCII.trimmed(type.prefix { $0 != ";" })))
        do throws(JSONError) {
            let root = try JSONDocument(bytes).root
            error = nil
            object = root.kind == .object ? root : nil
        } catch {
            self.error = error
            object = nil
        }
    }

    /// The title of a page, empty when it has none; nil when it is no page.
    var page: String? {
        guard object == nil else { return nil }
        let start = ASCII.lowercased(String(decoding: bytes.drop { ASCII.isSpace($0) }.prefix(16), as: UTF8.self))
        let isPage =
            mediaType == "text/html" || mediaType == "application/xhtml+xml" || start.contains("<!doctype html")
            || start.contains("<html")
        return isPage && !bytes.isEmpty ? PageTitle.of(bytes, limit: InstanceWords.limit) ?? "" : nil
    }

    /// Why there is no object.
    func fault(status: Int) -> SignInError.TokenAnswerFault {
        guard let error else { return .member("access_token") }
        let start = bytes.first { !ASCII.isSpace($0) }
        let isDeclared = start == UInt8(ascii: "{") || start == nil && mediaType == "application/json"
        if isDeclared, error.offset >= bytes.count { return .truncated }
        if let page { return .page(title: page, status: status) }
        return .notJSON(type: InstanceWords.of(mediaType), status: status)
    }
}

/// The instance's words as an error carries them: on one line, safe to show, at most 200 characters.
enum InstanceWords {
    /// As many bytes as leave room for the ellipsis.
    static let limit = 199

    static func of(_ text: String) -> String { SafeText.line(text, limit: limit) }
}
