import ExchangeModel
import Notation

/// What an application asks for at `/oauth_auth.do`.
struct AuthorizationQuestion {
    /// Why it is not put to the user.
    enum Refusal: Error, Hashable {
        /// A page tells the user: it is not known that the address is the application's.
        case page(String)
        /// The application is told, at this address.
        case redirect(String)
    }

    let application: OAuthApplication
    let redirect: String
    let state: String
    /// The S256 challenge; nil when there is none, which only an application with a secret may do.
    let challenge: String?
    /// The one scope there is. Another that is asked for is passed over, as where tokens are given.
    let scope = "useraccount"
    /// The parameters as they came, for the form of the page.
    let fields: [(name: String, value: String)]

    private static let names = [
        "response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope",
    ]
    /// The longest state that is sent back. It travels in a header line.
    private static let longestState = 4096

    /// Reads and judges the parameters.
    static func read(_ form: PageForm, _ store: RecordStore) throws -> Result<AuthorizationQuestion, Refusal> {
        if let name = names.first(where: form.isRepeated) {
            return .failure(.page("The parameter \(name) stands twice in request."))
        }
        guard let state = form["state"], !state.isEmpty else {
            return .failure(.page("Missing State parameter in request."))
        }
        // Forms and header lines do not keep control characters as they are, and a state must come back as it was.
        guard state.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return .failure(.page("The State parameter holds control characters."))
        }
        guard state.utf8.count <= longestState else { return .failure(.page("The State parameter is too long.")) }
        guard let application = try OAuthApplication.named(form["client_id"] ?? "", in: store) else {
            return .failure(.page("No application of this client id is registered here."))
        }
        guard let redirect = form["redirect_uri"], isPlain(redirect), application.mayRedirect(to: redirect) else {
            return .failure(.page("The application has not registered this redirect address."))
        }
        let challenge = form["code_challenge"].flatMap { $0.isEmpty ? nil : $0 }
        let question = AuthorizationQuestion(
            application: application, redirect: redirect, state: state, challenge: challenge,
            fields: names.compactMap { name in form[name].map { (name, $0) } })
        if let error = question.error(form) {
            let description = [("error", error.name), ("error_description", error.text), ("state", state)]
            return .failure(.redirect(question.address(with: description)))
        }
        return .success(question)
    }

    /// The redirect address with parameters of the answer.
    func address(with parameters: [(name: String, value: String)]) -> String {
        let query = parameters.map { $0.name + "=" + PercentCoding.encode($0.value) }.joined(separator: "&")
        return redirect + (redirect.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }

    private func error(_ form: PageForm) -> (name: String, text: String)? {
        if form["response_type"] != "code" { return ("unsupported_response_type", "response_type must be code") }
        guard let challenge else {
            return application.isPublic ? ("invalid_request", "code_challenge is required") : nil
        }
        if form["code_challenge_method"] != "S256" { return ("invalid_request", "code_challenge_method must be S256") }
        // 32 bytes in Base64 for addresses, without padding.
        let isDigest =
            challenge.utf8.count == 43
            && challenge.utf8.allSatisfy {
                ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
        return isDigest ? nil : ("invalid_request", "code_challenge is no S256 challenge")
    }

    /// Whether an address is one that parameters can be put behind, and that a header line can hold.
    private static func isPlain(_ address: String) -> Bool {
        address.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "#") }
    }
}
