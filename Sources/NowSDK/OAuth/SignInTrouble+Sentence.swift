extension SignInTrouble {
    /// A short phrase for where nobody phrases it better: what the instance, or the browser, did.
    var sentence: String {
        switch self {
        case .grantRefused(let refusal):
            "it refused the grant" + (refusal.error.isEmpty ? "" : " (" + refusal.error + ")")
        case .unreadableTokenAnswer(let fault): "its answer is " + fault.phrase
        case .tokenRedirected(let target): "it sends to " + target + ", which is not followed"
        case .passcodeWanted: "it wants the second factor's code"
        case .passcodeRefused: "it did not accept the second factor's code"
        case .pagesClosed: "it goes on showing where to sign in"
        case .formNotTaken: "the session had ended before the form was sent"
        case .authorizationRefused(let words), .authorizationMissing(let words), .unusableKey(let words),
            .noSecret(let words):
            words.hasSuffix(".") ? String(words.dropLast()) : words
        }
    }
}

extension SignInTrouble.TokenAnswerFault {
    fileprivate var phrase: String {
        switch self {
        case .page(let title, _): title.isEmpty ? "a page" : "a page, “" + title + "”"
        case .truncated: "JSON that breaks off"
        case .notJSON: "not JSON"
        case .member(let name): "JSON without a usable “" + name + "”"
        case .tokenType(let type): "a token of the type “" + type + "”, which is not a bearer's"
        case .status(let status): "one of status \(status)"
        }
    }
}
