import ExchangeModel
import Synchronization
import TestSupport

@testable import NowSDK

extension ManualClock {
    convenience init() { self.init(Timestamp(glideText: "2024-04-16 17:00:00") ?? Timestamp(seconds: 0)) }
}

/// A sign-in at `myinstance` over this transport.
func signIn(
    _ next: any Transport, _ source: any CredentialSource = FixedCredentials(john), secrets: SecretBook = SecretBook(),
    clock: ManualClock = ManualClock()
) throws -> AuthenticatingTransport {
    AuthenticatingTransport(
        instance: try Instance("myinstance"), next: next, credentials: source, secrets: secrets, clock: clock)
}

let john = Credential.basic(user: "john.doe", password: Secret("password"))
/// `Basic` of `john.doe:password`, as in the recorded transcript.
let johnsHeader = "Basic am9obi5kb2U6cGFzc3dvcmQ="

/// The cookies of a first response (from a recorded transcript).
let firstCookies: [HeaderField] = [
    HeaderField("Set-Cookie", "JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE;Secure; Path=/; HttpOnly"),
    HeaderField("Set-Cookie", #"glide_user="";secure; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly"#),
    HeaderField(
        "Set-Cookie", #"glide_user_session="";secure; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly"#),
    HeaderField(
        "Set-Cookie",
        "glide_user_route=glide.787db27f9eb4d8275f143168c5481c86;secure; Expires=Mon, 27-Mar-2084 19:32:44 GMT; Path=/"),
    HeaderField("Set-Cookie", "glide_session_store=292391354F4212008A5AB895F110C722; Max-Age=1800; Path=/; HttpOnly"),
    HeaderField("Set-Cookie", "BIGipServerpool_myinstance=2927640842.52542.0000; path=/"),
]

func answer(_ status: Int = 200, _ headers: [HeaderField] = [], body: String = "") -> ScriptedTransport.Outcome {
    .success(HTTPResponse(status: status, headers: HeaderFields(headers), body: Array(body.utf8)))
}

func redirect(_ status: Int = 302, to location: String, _ headers: [HeaderField] = []) -> ScriptedTransport.Outcome {
    answer(status, [HeaderField("Location", location)] + headers)
}

/// One line per request: method, URL, principal, kind of authorization.
func lines(_ transport: ScriptedTransport) -> [String] { transport.requests.map(line) }

func line(_ request: HTTPRequest) -> String {
    var words = [request.method.rawValue, request.url.description, request.principal ?? "guest"]
    if let authorization = request.headers["Authorization"] { words.append(authorization) }
    if request.headers["Cookie"] != nil { words.append("cookies") }
    return words.joined(separator: " ")
}

func url(_ text: String) throws -> HTTPURL {
    guard let url = HTTPURL(text) else { throw InstanceError(.unreadable, "The test's own address is wrong: \(text)") }
    return url
}

/// Shared by tests of sign-in: a scripted instance, and a log of the requests sent to it.
final class SignInLog: Sendable {
    let clock = ManualClock()
    let secrets = SecretBook()
    let script: ScriptedTransport
    let source: LoggedSource
    let transport: AuthenticatingTransport

    init(
        _ outcomes: [ScriptedTransport.Outcome], _ answers: [Credential], guests: [Credential] = [],
        codes: [String] = []
    ) throws {
        script = ScriptedTransport(outcomes)
        source = LoggedSource(answers, guests: guests, codes: codes)
        transport = try signIn(script, source, secrets: secrets, clock: clock)
    }

    /// Sends a request to a path and returns the response's status, or the failure as one word.
    @discardableResult func ask(
        _ path: String = "/api/x", _ method: HTTPMethod = .get, purpose: RequestPurpose = .command
    ) async -> String {
        do {
            let request = HTTPRequest(method, transport.instance.url(path), purpose: purpose)
            return String(try await transport.send(request).status)
        } catch {
            switch error.cause as? SignInError {
            case .grantRefused(let refusal)?: return "refused \(refusal.grantType)"
            case .passcodeWanted(let user)?: return "code wanted of \(user ?? "nobody")"
            case .passcodeRefused(let user)?: return "code of \(user ?? "nobody") refused"
            case .noSecret?: return "ended"
            case .pagesClosed(let found)?: return "pages closed: \(found.sign)"
            case .formNotTaken(let found, let isCertain)?:
                return "form not taken: \(found.sign)" + (isCertain ? ", nothing changed" : "")
            case let other?: return "\(other)"
            case nil: return error.kind.rawValue
            }
        }
    }

    /// Every request as a line: method, path, principal, authorization; for tokens, the form.
    var wire: [String] {
        script.requests.map { request in
            var words = [request.method.rawValue, request.url.path, request.principal ?? "-"]
            for name in ["Authorization", "Cookie", "x-sn-apikey", "X-UserToken"] {
                guard let value = request.headers[name] else { continue }
                words.append(name == "Authorization" ? value : name == "Cookie" ? "[\(value)]" : "\(name):\(value)")
            }
            if let query = request.url.query { words.append(query) }
            if let body = request.body {
                let form = String(decoding: body, as: UTF8.self).split(separator: "&").map(String.init)
                words += form.filter { !$0.hasPrefix("client_") }
            }
            return words.joined(separator: " ")
        }
    }
}

/// Gives credentials and codes from lists, and logs calls. A rejected guest is given the next of `guests`.
final class LoggedSource: CredentialSource {
    private struct State {
        var answers: [Credential]
        var guests: [Credential]
        var codes: [String]
        var guestPrompts = 0
        var log: [String] = []
    }
    private let state: Mutex<State>
    init(_ answers: [Credential], guests: [Credential] = [], codes: [String] = []) {
        state = Mutex(State(answers: answers, guests: guests, codes: codes))
    }

    var log: [String] { state.withLock { $0.log } }
    var guestPrompts: Int { state.withLock { $0.guestPrompts } }

    func credential(for request: CredentialRequest) async throws -> Credential {
        state.withLock { state in
            state.log.append("credential " + Self.word(request.reason))
            return state.answers.isEmpty ? .anonymous : state.answers.removeFirst()
        }
    }

    func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? {
        state.withLock { state in
            state.guestPrompts += 1
            return state.guests.isEmpty ? nil : state.guests.removeFirst()
        }
    }

    func passcode(for request: CredentialRequest) async throws -> Secret? {
        state.withLock { state in
            state.log.append("code " + Self.word(request.reason))
            return state.codes.isEmpty ? nil : Secret(state.codes.removeFirst())
        }
    }

    func accepted(_ credential: Credential, tokens: OAuthTokens?, at instance: Instance) async {
        let refresh = tokens.map { " refresh \($0.refresh?.text ?? "none")" } ?? ""
        state.withLock { $0.log.append("accepted \(credential.kind.rawValue)\(refresh)") }
    }

    private static func word(_ reason: CredentialRequest.Reason) -> String {
        switch reason {
        case .first: "first"
        case .rejected(let user): "rejected \(user ?? "nobody")"
        case .expired(let user): "expired \(user ?? "nobody")"
        }
    }
}

private let application = OAuthClientID("snowdeck", secret: Secret("client-secret"))

/// A password for the token grant.
let byPassword = Credential.oauth(
    OAuthCredential(application, .password(Secret("pw")), user: "abel.tuter"))
/// An application for the client credentials grant.
let byClient = Credential.oauth(OAuthCredential(application, .clientCredentials))
/// A code that is exchanged for tokens once.
let byCode = Credential.oauth(
    OAuthCredential(
        application,
        .authorizationCode(Secret("code"), verifier: Secret("verifier"), redirect: "http://127.0.0.1:9/callback"),
        user: "abel.tuter"))
/// A remembered refresh token.
let byRefresh = Credential.oauth(OAuthCredential(application, .refreshToken(Secret("R0")), user: "abel.tuter"))

/// A response of `/oauth_token.do`.
func tokens(_ access: String, refresh: String? = nil, seconds: Int = 1800) -> ScriptedTransport.Outcome {
    let second = refresh.map { #""refresh_token":"\#($0)","# } ?? ""
    return answer(
        200, [HeaderField("Content-Type", "application/json;charset=UTF-8")],
        body: #"{"access_token":"\#(access)",\#(second)"scope":"useraccount","token_type":"Bearer","#
            + #""expires_in":\#(seconds)}"#)
}

/// The response of an instance that rejects every grant.
let refusedGrant = answer(
    401, [HeaderField("Content-Type", "application/json;charset=UTF-8")],
    body: #"{"error_description":"access_denied","error":"server_error"}"#)

/// A response that opens or extends a session of half an hour.
func opens(_ name: String, seconds: Int = 1800) -> ScriptedTransport.Outcome {
    answer(
        200,
        [
            HeaderField("Set-Cookie", "JSESSIONID=\(name); Path=/; HttpOnly; Secure"),
            HeaderField("Set-Cookie", "glide_session_store=\(name); Max-Age=\(seconds); Path=/; HttpOnly"),
        ])
}

/// The `Cookie` line of such a session.
func cookies(_ name: String) -> String { "[JSESSIONID=\(name); glide_session_store=\(name)]" }
