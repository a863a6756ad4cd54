import ExchangeModel
import Foundation
import Notation
import TestSupport
import Testing

@testable import NowSDK

/// Sessions, second factors, user tokens, pages and rejections; the life of tokens, with every way to obtain, use and
/// replace one. The transcripts are in the folder Transcripts.
struct SignInTranscriptTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")

    @Test(arguments: try SignInTranscript.all(in: folder)) func playsAsWritten(_ transcript: SignInTranscript)
        async throws
    {
        let recorded = try await transcript.played()
        expectEqual(recorded.text, transcript.text)
        // A replay has placeholders for secrets, and sends the same requests in the same order.
        let replayed = try await transcript.played(isReplay: true)
        expectEqual(replayed.decisions, recorded.decisions)
    }

    @Test func placeholderIsGivenOncePerPromptAndGuestsStayGuests() async throws {
        let instance = try Instance("myinstance")
        func ask(_ user: String?, _ reason: CredentialRequest.Reason) async throws -> Credential {
            try await FixedCredentials(TapeCredentials.played(user: user))
                .credential(for: CredentialRequest(instance: instance, reason: reason))
        }
        let placeholder = Credential.basic(user: "john.doe", password: TapeCredentials.placeholder)
        for _ in 0..<2 { try await expectEqual(ask("john.doe", .first), placeholder) }
        try await expectEqual(ask("john.doe", .rejected(user: "john.doe")), .anonymous)
        try await expectEqual(ask(nil, .first), .anonymous)
    }
}

/// A sign-in as a transcript: the request, its outcome, and between bars each request sent with its response (without
/// method and path where they equal those of the request).
struct SignInTranscript: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let lines: [String]

    /// The transcripts in a folder's texts: each begins with a title, `# …`, and ends with an empty line.
    static func all(in folder: URL) throws -> [SignInTranscript] {
        try ["sessions", "browser-sessions", "second-factors", "tokens", "token-sequences"].flatMap { name in
            all(try String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8))
        }
    }

    private static func all(_ text: String) -> [SignInTranscript] {
        text.split(separator: "\n\n").map { part in
            let lines = part.replacing("\n  |", with: " |").split(separator: "\n").map(String.init)
            return SignInTranscript(testDescription: lines[0], lines: Array(lines.dropFirst()))
        }
    }

    var text: String { lines.joined(separator: "\n") }

    /// The text, and which requests were sent with which kinds of secrets.
    func played(isReplay: Bool = false) async throws -> (text: String, decisions: [String]) {
        let answers = lines.flatMap { Array($0.split(separator: " | ").dropFirst()) }.map { exchange in
            String(exchange.split(separator: " => ").last ?? "")
        }
        var setup: [String: String] = [:]
        for part in lines[0].split(separator: "; ") {
            let word = String(part.prefix { $0 != " " })
            setup[word] = String(part.dropFirst(word.utf8.count + 1))
        }
        func credentials(_ key: String) -> [Credential] {
            let found = (setup[key] ?? "").split(separator: ", ").compactMap { Self.credentials[String($0)] }
            return isReplay
                ? found.map { CredentialShape(of: $0).credential(with: TapeCredentials.placeholder) } : found
        }
        let log = try SignInLog(
            answers.map { isReplay ? Self.redacted(Self.outcome($0)) : Self.outcome($0) }, credentials("with"),
            guests: credentials("guests"), codes: (setup["codes"] ?? "").split(separator: " ").map(String.init))
        var played: [String] = []
        for line in lines {
            let sent = log.script.requests.count
            let outcome = try await Self.play(line, log)
            let asked = line.prefix { $0 != ":" }.replacing("menu", with: "GET") + " "
            let exchanges = zip(log.wire, answers).dropFirst(sent).map { request, answer in
                let short = Self.short(request)
                return (short.hasPrefix(asked) ? String(short.dropFirst(asked.count)) : short) + " => " + answer
            }
            played.append(([outcome] + exchanges).joined(separator: " | "))
        }
        let decisions = log.script.requests.map { request in
            "\(request.method) \(request.url.path) \(request.principal ?? "guest") \(request.headers.map(\.name))"
        }
        return (played.joined(separator: "\n"), decisions)
    }

    /// A response as a tape holds it: placeholders, which may be equal where the values differed.
    private static func redacted(_ outcome: ScriptedTransport.Outcome) -> ScriptedTransport.Outcome {
        outcome.map { response in
            var response = response
            response.headers = HeaderFields(
                response.headers.map { field in
                    guard ["Set-Cookie", "X-MFA_TOKEN", "X-UserToken-Response"].contains(field.name) else {
                        return field
                    }
                    guard field.name == "Set-Cookie", let equals = field.value.firstIndex(of: "=") else {
                        return HeaderField(field.name, "REDACTED-header")
                    }
                    let rest = field.value[equals...].drop { $0 != ";" }
                    return HeaderField(field.name, field.value[...equals] + "REDACTED-cookie-1" + rest)
                })
            let body = String(decoding: response.body, as: UTF8.self)
            response.body = Array(body.replacing(/_token":"[TR]\d"/, with: #"_token":"REDACTED-token-1""#).utf8)
            return response
        }
    }

    private static func play(_ line: String, _ log: SignInLog) async throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let status = log.transport.status
        switch words[0] {
        case "wait": log.clock.advance(by: Int64(words[1]) ?? 0)
        case "sign": log.transport.signOut()
        case "log:": return "log: " + log.source.log.joined(separator: ", ")
        case "prompts:": return "prompts: \(log.source.guestPrompts)"
        case "secrets:": return "secrets: " + log.secrets.entries.map(\.text).joined(separator: " ")
        case "status:": return "status: refusals \(status.rejections)" + (status.isRejected ? ", rejected" : "")
        case "state:":
            return "state: " + (status.hasSession ? "session" : "no session") + (status.token == nil ? "" : ", token")
        case "revoke:":
            do throws(TransportFailure) {
                try await log.transport.revoke()
            } catch {
                return "revoke: \(error.kind.rawValue)"
            }
            return "revoke: done"
        case "GET", "POST", "menu":
            let path = String(words[1].dropLast())
            let outcome = await log.ask(
                path, words[0] == "POST" ? .post : .get, purpose: words[0] == "menu" ? .completion : .command)
            return "\(words[0]) \(path): \(outcome)"
        default: break
        }
        return line
    }

    private static let credentials: [String: Credential] = [
        "john": john, "fred": .basic(user: "fred.luddy", password: Secret("pw")),
        "wrong": .basic(user: "john.doe", password: Secret("wrong")), "guest": .anonymous, "password": byPassword,
        "client": byClient, "code": byCode, "refresh": byRefresh, "browser": byBrowser("B1", "U1"),
        "browser2": byBrowser("B2", "U2"), "paste": byBrowser("B1", nil),
    ]

    private static func byBrowser(_ cookie: String, _ token: String?) -> Credential {
        .session(
            WebSession(
                kind: SignInKind(rawValue: "browser"),
                cookies: Secret("JSESSIONID=\(cookie); glide_user_route=r.\(cookie)"),
                userToken: token.map { Secret($0) }, user: "abel.tuter"))
    }

    private static func outcome(_ answer: String) -> ScriptedTransport.Outcome {
        let words = answer.split(separator: " ").map(String.init)
        let seconds = words.last.flatMap { $0.hasSuffix("s") ? Int($0.dropLast()) : nil } ?? 1800
        let name = words.count > 1 ? words[1] : ""
        switch words[0] {
        case "token": return tokens(name, refresh: words.dropFirst(2).first { $0.hasPrefix("R") }, seconds: seconds)
        case "session": return opens(name, seconds: seconds)
        case "refused": return refusedGrant
        case "code": return NowSDKTests.answer(401, [HeaderField("X-MFA_TOKEN", "invalid")])
        case "wants":
            return NowSDKTests.answer(
                401, [HeaderField("X-Is-Logged-In", "true"), HeaderField("X-UserToken-Response", name)])
        case "own": return NowSDKTests.answer(401, [HeaderField("X-Is-Logged-In", "true")])
        case "nobody":
            let cookie = name.isEmpty ? [] : [HeaderField("Set-Cookie", name)]
            return NowSDKTests.answer(200, [HeaderField("X-Is-Logged-In", "false")] + cookie)
        case "sets": return NowSDKTests.answer(200, [HeaderField("Set-Cookie", name + "; Path=/")])
        case "to": return redirect(to: name)
        case "timeout", "reset":
            return .failure(TransportFailure(words[0] == "reset" ? .reset : .timeout, "No answer."))
        default: return NowSDKTests.answer(Int(words[0]) ?? 0)
        }
    }

    /// A request with short words for grants, passwords and session cookies.
    private static func short(_ request: String) -> String {
        let grants = [
            ("grant_type=password username=abel.tuter password=pw", "grant password"),
            ("grant_type=refresh_token refresh_token=", "grant refresh "),
            ("grant_type=client_credentials", "grant client"),
            (
                "grant_type=authorization_code code=code redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback "
                    + "code_verifier=verifier", "grant code"
            ),
        ]
        var short = request
        for (grant, word) in grants { short = short.replacing(grant, with: word) }
        for user in ["abel.tuter", "-"] { short = short.replacing("POST /oauth_token.do \(user) grant", with: "grant") }
        for name in ["A", "B", "C", "P", "s1", "s2"] { short = short.replacing(cookies(name), with: "cookies \(name)") }
        return short.split(separator: "Basic ").enumerated().map { place, part in
            guard place > 0 else { return String(part) }
            let code = part.prefix { $0 != " " }
            let pair = String(decoding: Base64.decode(code.utf8) ?? [], as: UTF8.self)
            return "basic " + (pair.split(separator: ":").last ?? "") + part.dropFirst(code.count)
        }.joined()
    }
}
