import ExchangeModel
import Notation

/// What `/oauth_token.do` or `/oauth_revoke_token.do` answered.
///
/// Nothing here depends on a token beyond whether it can be sent at all, so the placeholders of a tape are read as the
/// tokens were.
struct TokenAnswer {
    private let response: HTTPResponse
    private let url: HTTPURL
    private let sent: Timestamp
    private let received: Timestamp
    private let body: TokenAnswerBody

    init(_ response: HTTPResponse, to request: HTTPRequest, sent: Timestamp, received: Timestamp) {
        self.response = response
        url = request.url
        self.sent = sent
        self.received = received
        body = TokenAnswerBody(response)
    }

    /// The longest token that is sent, in bytes: longer header lines are refused along the way.
    static let longestToken = 16_384

    /// The longest time a token may hold, in seconds; what claims to hold longer is cut to four centuries.
    private static let longestLife: Int64 = 400 * 366 * 86400

    /// Every token that stands in the answer, good or not.
    var tokensMet: [String] {
        ["access_token", "refresh_token", "id_token"].compactMap { body.object?[$0]?.string }.filter { !$0.isEmpty }
    }

    /// The tokens, or what is the trouble with them.
    func tokens(for credential: OAuthCredential) throws(SignInTrouble) -> OAuthTokens {
        if let trouble = redirect ?? refusal(of: credential) { throw trouble }
        guard (200...299).contains(response.status) else { throw .unreadableTokenAnswer(faultOfStatus) }
        guard let object = body.object else { throw .unreadableTokenAnswer(body.fault(status: response.status)) }
        guard let access = object["access_token"]?.string, TokenAnswer.canBeSent(access) else {
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
    var troubleWithRevoking: SignInTrouble? {
        if let redirect { return redirect }
        let isRefused = [400, 401].contains(response.status) && body.object?["error"] != nil
        return (200...299).contains(response.status) || isRefused ? nil : .unreadableTokenAnswer(faultOfStatus)
    }

    /// An answer that sends elsewhere.
    private var redirect: SignInTrouble? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
            return nil
        }
        let target = url.resolving(location).map { $0.origin + $0.path } ?? "an address that cannot be read"
        return .tokenRedirected(to: InstanceWords.of(target))
    }

    /// A grant that is refused: 4xx, or success in name only, with the member `error`. Too many requests are no refusal.
    private func refusal(of credential: OAuthCredential) -> SignInTrouble? {
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
    private var faultOfStatus: SignInTrouble.TokenAnswerFault {
        switch response.status {
        case 429, 500...510: .status(response.status)
        default: body.page.map { .page(title: $0, status: response.status) } ?? .status(response.status)
        }
    }

    private func refreshToken(_ object: JSONNode) throws(SignInTrouble) -> String? {
        guard let node = object["refresh_token"], node.kind != .null, node.string != "" else { return nil }
        guard let token = node.string, TokenAnswer.canBeSent(token) else {
            throw .unreadableTokenAnswer(.member("refresh_token"))
        }
        return token
    }

    /// For how long the access token holds, a number or digits in a string; nil when the instance does not say.
    private func seconds(_ object: JSONNode) throws(SignInTrouble) -> Int64? {
        guard let node = object["expires_in"], node.kind != .null, node.string != "" else { return nil }
        let marks = Array("+-.eE".utf8)
        guard node.kind == .number || node.kind == .string, let text = node.scalarText, text.utf8.count <= 64,
            text.utf8.allSatisfy({ ASCII.isDigit($0) || marks.contains($0) }), let number = Double(text)
        else { throw .unreadableTokenAnswer(.member("expires_in")) }
        return Int64(min(max(number, 0), Double(TokenAnswer.longestLife)))
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
