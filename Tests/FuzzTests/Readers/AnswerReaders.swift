import ExchangeModel
import Notation

@testable import NowData
@testable import NowSDK

/// Answers of an instance: the status and media type, then the body after the first line end. They are read as tokens,
/// and as records.
enum AnswerReader {
    static func check(_ input: [UInt8]) throws {
        let head = input.prefix { $0 != 0x0A }
        let line = String(decoding: head, as: UTF8.self).split(separator: " ", maxSplits: 1).map(String.init)
        let response = HTTPResponse(
            status: line.first.flatMap { Int($0) } ?? 200,
            headers: ["Content-Type": line.last ?? "", "Location": line.last ?? "", "Date": line.last ?? ""],
            body: Array(input.dropFirst(head.count + 1)))
        try checkTokens(response)
        try checkRecords(response)
    }

    private static func checkTokens(_ response: HTTPResponse) throws {
        let now = Timestamp(seconds: 1_700_000_000)
        let request = HTTPRequest(.post, HTTPURL(scheme: "https", host: "h"))
        let answer = TokenResponse(response, to: request, sent: now, received: now)
        let credential = OAuthCredential(OAuthClientID("snowdeck"), .password(Secret("p")), user: "john.doe")
        do {
            let tokens = try answer.tokens(for: credential)
            try require((200...299).contains(response.status), "a token of status \(response.status)")
            for token in [tokens.access, tokens.refresh].compactMap({ $0?.text }) {
                try require(!token.isEmpty && token.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "the token \(token)")
                try require(answer.allTokens.contains(token), "an unknown token")
            }
            try require(tokens.ends.map { $0 >= tokens.obtained } ?? true, "an end before the beginning")
        } catch let error as SignInError {
            let shown = "\(error) \(error.sentence)"
            try require(TerminalText.isPlain(shown), "control characters: \(shown.debugDescription)")
            try require(shown.count < 1500, "an error of \(shown.count) characters")
        }
    }

    private static func checkRecords(_ response: HTTPResponse) throws {
        do {
            let result = try ResponseParser.result(of: response)
            if let stats = TableCount(result) { _ = stats.values }
            try requireInside(result.source.indices, response.body.count, "a result")
        } catch let failure as RequestFailure {
            guard case .errorResponse(let error) = failure else { return }
            let shown = error.message + (error.detail ?? "")
            try require(TerminalText.isPlain(shown), "control characters: \(shown.debugDescription)")
            try require(shown.utf8.count < 20_000, "an error of \(shown.utf8.count) bytes")
            try require((error.wholeRows?.count ?? 0) <= response.body.count, "more rows than bytes")
        }
    }
}

/// The redirect of a browser after a sign-in, or the text that a person pastes.
enum RedirectReader {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let request = try require(request, "no request")
        let strict = code { () throws(SignInError) in try request.grant(fromRedirect: text) }
        let pasted = code { () throws(SignInError) in try request.grant(fromPasted: text) }
        for code in [strict, pasted].compactMap({ try? $0.get() }) {
            try require(!code.isEmpty && code.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "the code \(code)")
        }
        if case .success = strict { try require(request.isAnswered(by: text), "the answer to another request") }
        for case .failure(let error) in [strict, pasted] {
            try require(TerminalText.isPlain(error.sentence), "control characters: \(error.sentence.debugDescription)")
        }
        try LinkReader.check(text)
    }

    /// Its state is `AAECAwQFBgcICQoLDA0ODw`.
    private static let request = (try? Instance("myinstance")).map {
        AuthorizationRequest(
            instance: $0, clientID: "snow deck", redirect: "http://127.0.0.1:8765/callback", scope: nil,
            stateBytes: Array(0...15), verifierBytes: Array(0...31))
    }

    private static func code(_ read: () throws(SignInError) -> OAuthGrant) -> Result<String, SignInError> {
        do throws(SignInError) {
            guard case .authorizationCode(let code, _, _) = try read() else { return .success("") }
            return .success(code.text)
        } catch {
            return .failure(error)
        }
    }
}
