import ExchangeModel
package import NowSDK
import TapeFormats
import Workbench

extension SignInKind {
    package static let paste = SignInKind(rawValue: "paste")
}

extension SignInMethod {
    /// The session of any browser, from a request that its developer tools copy as cURL.
    static let paste = withSession(
        SignInFlags(.paste, [.user, .from], secret: "browser session"), "a request copied from a browser",
        note: " Developer tools, Network, any request to the instance, Copy as cURL (bash): it is pasted without echo.",
        [.secret(.session)],
        hints: { ["\($0.again) asks for another request, copied while the browser is signed in."] })

    /// A kind whose credential is a browser's session.
    static func withSession(
        _ flags: SignInFlags, _ summary: String, note: String, _ questions: [SignInQuestion],
        hints: @escaping @Sendable (SignInProblems) -> [String]
    ) -> SignInMethod {
        SignInMethod(
            flags: flags, summary: summary, note: note, questions: { _, _ in questions },
            credential: { choice, answers in
                guard let copied = answers.secret else { return .anonymous }
                return .session(try WebSession(copied: copied, choice, answers))
            },
            proof: ": the browser's session goes with each request, as cookies and user token",
            whyNoPage: "The browser's session has ended.", withoutPage: hints,
            rejected: { problems, said in
                Problem(
                    .refused, "\(problems.name) does not accept the browser's session: \(said).",
                    notes: ["The session has ended, or its cookies and its user token belong to different sessions."],
                    hints: hints(problems))
            },
            kept: { choice, instance in [SecretEntry(.session, of: choice.user ?? "", at: instance)] })
    }
}

extension WebSession {
    /// Takes cookies and user token from the first copied request to the instance.
    init(copied text: Secret, _ choice: SignInChoice, _ answers: SignInAnswers) throws(TransportFailure) {
        let requests: [(url: HTTPURL, headers: HeaderFields)]
        do throws(ImportError) { requests = try TapeFormat.copiedRequests(text.text) } catch {
            throw Self.unusable("The text is not a request copied as cURL. \(error.description)")
        }
        let origin = answers.instance.origin.origin
        guard let request = requests.first(where: { $0.url.origin == origin }) else {
            let other = requests.first?.url.origin ?? "another address"
            throw Self.unusable(
                "The copied request goes to \(other) and not to \(origin).",
                hint: "connect \(other) --sign-in \(choice.kind.rawValue)")
        }
        guard let cookies = request.headers["Cookie"] else {
            throw Self.unusable("The copied request has no cookies, so it was not sent by a signed-in browser.")
        }
        let token = request.headers["X-UserToken"]
        let others = request.headers.count - (token == nil ? 1 : 2)
        if others > 0 {
            answers.say(
                "The request's cookies\(token == nil ? "" : " and user token") are used; "
                    + "its other \(others) header fields are ignored.")
        }
        self.init(kind: choice.kind, cookies: Secret(cookies), userToken: token.map { Secret($0) }, user: choice.user)
    }

    /// The session as a curl command, which is how it is kept.
    package func copied(at instance: Instance) -> Secret {
        let token = userToken.map { " -H " + Quoting.word("X-UserToken: " + $0.text) } ?? ""
        return Secret("curl \(Quoting.word(instance.origin.description)) -b \(Quoting.word(cookies.text))\(token)")
    }

    private static func unusable(
        _ message: String,
        hint: String = "In the browser's developer tools, copy a request to the instance as cURL (bash)."
    ) -> TransportFailure {
        TransportFailure(.signIn, message, cause: Problem(.refused, message, hints: [hint]))
    }
}
