import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import NowSDK

/// Thousands of damaged responses: each is parsed or rejected, and parsed values are usable.
@Suite struct AnswerPropertyTests {
    @Test func randomTokenResponsesNeverCrash() {
        check(TokenResponseFuzzTarget())
    }

    @Test func randomRedirectsNeverCrash() throws {
        check(AuthorizationResponseFuzzTarget(request: try AuthorizationRequestTests.request()))
    }

    private func check(_ subject: any FuzzTarget) {
        let report = FuzzRun(subject, seed: 5).report(on: 0..<5000) { 0 }
        #expect(report.broken.isEmpty, "\(report.broken)")
        #expect(report.accepted > 300 && report.rejected > 500, "\(report)")
    }
}

/// Responses of `/oauth_token.do`: a status, a media type, and the body after the first line end.
struct TokenResponseFuzzTarget: FuzzTarget {
    let name = "token answers"
    let words = [
        "200", "401", "302", "{", "}", "\"", "access_token", "refresh_token", "token_type", "expires_in", "error",
        "error_description", "Bearer", "scope", ":", ",", "null", "1e999", "-1", "[", "]", "\\u0000", "\\ud800",
        "<html>",
        "<title>", "</title>", "&lt;", "\u{1B}]0;", "text/html", "application/json",
    ]
    let credential = OAuthCredential(OAuthClientID("snowdeck"), .password(Secret("p")), user: "john.doe")

    func text(_ random: inout SeededGenerator) -> [UInt8] {
        Array(
            random.pick([
                "200 application/json\n" + TokenResponseTests.good,
                "401 application/json\n" + #"{"error_description":"access_denied","error":"server_error"}"#,
                "200 text/html\n<!doctype html><html><head><title>Log in &amp; go on</title></head></html>",
                "401 application/json\n" + #"{"error":{"message":"m","detail":null},"status":"failure"}"#,
            ]).utf8)
    }

    func tokens(of text: [UInt8]) -> [Range<Int>] {
        text.indices.filter { !ASCII.isName(text[$0]) }.map { $0..<($0 + 1) }
    }

    func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzOutcome {
        let head = text.prefix { $0 != UInt8(ascii: "\n") }
        let line = String(decoding: head, as: UTF8.self).split(separator: " ", maxSplits: 1).map(String.init)
        let now = Timestamp(seconds: 1_700_000_000)
        let request = HTTPRequest(.post, HTTPURL(scheme: "https", host: "h"))
        let response = HTTPResponse(
            status: line.first.flatMap { Int($0) } ?? 200,
            headers: ["Content-Type": line.last ?? "", "Location": line.last ?? "", "Date": line.last ?? ""],
            body: Array(text.dropFirst(head.count + 1)))
        let answer = TokenResponse(response, to: request, sent: now, received: now)
        do throws(SignInError) {
            let tokens = try answer.tokens(for: credential)
            guard (200...299).contains(response.status) else { return .broken("a token of status \(response.status)") }
            for token in [tokens.access, tokens.refresh].compactMap({ $0?.text }) {
                guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                    return .broken("token \(token)")
                }
                guard answer.allTokens.contains(token) else { return .broken("an unknown token") }
            }
            guard tokens.ends.map({ $0 >= tokens.obtained }) ?? true else {
                return .broken("an end before the beginning")
            }
            return .accepted
        } catch {
            let shown = "\(error) \(error.sentence)"
            guard TerminalText.isPlain(shown) else {
                return .broken("words that a terminal obeys: \(shown.debugDescription)")
            }
            return shown.count < 1500 ? .rejected : .broken("\(shown.count) characters")
        }
    }
}

/// Redirects of a browser, or text that a person pastes.
struct AuthorizationResponseFuzzTarget: FuzzTarget {
    let name = "authorization answers"
    let words = [
        "code", "state", "error", "error_description", "=", "&", "?", "#", "%", "%00", "%C3", "+", " ", "\n", "\"",
        "\u{301}",
        "\u{200B}", "http://127.0.0.1/callback", AuthorizationRequestTests.state,
    ]
    let request: AuthorizationRequest

    func text(_ random: inout SeededGenerator) -> [UInt8] {
        let state = AuthorizationRequestTests.state
        return Array(
            random.pick([
                "http://127.0.0.1:8765/callback?code=abc&state=\(state)",
                "?state=\(state)&error=no&error_description=a+b",
                "code=a%2Bb&state=\(state)", "abc-def", " \"/callback?code=abc&state=\(state)\" ",
            ]).utf8)
    }

    func tokens(of text: [UInt8]) -> [Range<Int>] {
        text.indices.filter { !ASCII.isName(text[$0]) }.map { $0..<($0 + 1) }
    }

    func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzOutcome {
        let text = String(decoding: text, as: UTF8.self)
        let isOwn = request.isAnswered(by: text)
        let strict = code { () throws(SignInError) in try request.grant(fromRedirect: text) }
        let pasted = code { () throws(SignInError) in try request.grant(fromPasted: text) }
        for code in [strict, pasted].compactMap({ try? $0.get() }) {
            guard !code.isEmpty, code.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return .broken("the code \(code)") }
        }
        if case .success = strict {
            guard isOwn else { return .broken("an answer that is not its own") }
            return .accepted
        }
        for case .failure(let trouble) in [strict, pasted] where !TerminalText.isPlain(trouble.sentence) {
            return .broken("words that a terminal obeys: \(trouble.sentence.debugDescription)")
        }
        return (try? pasted.get()) == nil ? .rejected : .accepted
    }

    private func code(_ read: () throws(SignInError) -> OAuthGrant) -> Result<String, SignInError> {
        do {
            guard case .authorizationCode(let code, _, _) = try read() else { return .success("") }
            return .success(code.text)
        } catch {
            return .failure(error)
        }
    }
}
