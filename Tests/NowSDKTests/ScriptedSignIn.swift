import ExchangeModel
import Synchronization

@testable import NowSDK

/// A clock that stands still until it is told otherwise.
final class StillClock: ExchangeModel.Clock {
    private let moment: Mutex<Timestamp>
    init(_ text: String = "2024-04-16 17:00:00") { moment = Mutex(Timestamp(glideText: text) ?? Timestamp(seconds: 0)) }
    var now: Timestamp { moment.withLock { $0 } }
    func pass(seconds: Int64) { moment.withLock { $0 = $0.advanced(bySeconds: seconds) } }
    func sleep(microseconds: Int64) async throws {}
}

/// Gives credentials from a list and keeps why it was asked.
final class ScriptedCredentials: CredentialSource {
    private let state: Mutex<(answers: [Credential], reasons: [CredentialRequest.Reason])>
    init(_ answers: [Credential]) { state = Mutex((answers.reversed(), [])) }
    var reasons: [CredentialRequest.Reason] { state.withLock { $0.reasons } }

    func credential(for request: CredentialRequest) async throws -> Credential {
        state.withLock { state in
            state.reasons.append(request.reason)
            return state.answers.popLast() ?? .anonymous
        }
    }
}

let john = Credential.basic(user: "john.doe", password: Secret("password"))
/// `Basic` of `john.doe:password`, as in the recorded transcript.
let johnsHeader = "Basic am9obi5kb2U6cGFzc3dvcmQ="

/// The cookies of a first answer (values of a recorded transcript).
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

/// One line per request: method, address, principal, and what signs it in.
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
