import ExchangeModel
import Notation
package import NowSDK

/// Why there is no credential, in a form that is recorded and read back as the same error.
struct SignInFailure {
    let error: any Error
    let text: String

    /// From an error of a credential source. An unknown error is kept as a message.
    init(_ error: any Error, at instance: Instance) {
        switch error {
        case let problem as Problem:
            self.init(problem, ["problem": SignInFailureJSON.json(of: problem)])
        case let failure as TransportFailure:
            var members: [JSON.Member] = [
                JSON.Member("failure", .string(failure.kind.rawValue)),
                JSON.Member("message", .string(failure.message)),
            ]
            switch failure.cause {
            case let signIn as SignInError:
                members.append(JSON.Member("trouble", SignInFailureJSON.json(of: signIn)))
            case let problem as Problem: members.append(JSON.Member("problem", SignInFailureJSON.json(of: problem)))
            case let store as SecretStoreError: members.append(JSON.Member("store", SignInFailureJSON.json(of: store)))
            default: break
            }
            self.init(failure, .object(members))
        case let signIn as SignInError: self.init(signIn, ["trouble": SignInFailureJSON.json(of: signIn)])
        case let store as SecretStoreError: self.init(store, ["store": SignInFailureJSON.json(of: store)])
        default:
            self.init(
                TransportFailure(.signIn, "No credential for \(instance.name) could be obtained.", cause: error),
                at: instance)
        }
    }

    /// From a tape, which may be forged or damaged: unknown text is used as a message.
    init(reading text: String, _ user: String?, at instance: Instance) {
        let root = (try? JSONDocument(Array(text.utf8)))?.root.value
        let causes: [(any Error)?] = [
            root?["trouble"].flatMap(SignInFailureJSON.signInError),
            root?["problem"].flatMap(SignInFailureJSON.problem), root?["store"].flatMap(SignInFailureJSON.store),
        ]
        let cause = causes.compactMap { $0 }.first
        if let kind = root?["failure"]?.scalarText.flatMap(TransportFailure.Kind.init) {
            error = TransportFailure(kind, root?["message"]?.scalarText ?? "", cause: cause)
        } else {
            error = cause ?? MissingSecret.problem(text, user, instance)
        }
        self.text = text
    }

    private init(_ error: any Error, _ json: JSON) {
        self.error = error
        text = json.compact
    }
}

/// The parts of a `SignInFailure` to and from JSON. Reading returns nil for invalid JSON.
enum SignInFailureJSON {
    static func json(of problem: Problem) -> JSON {
        [
            "kind": .string(problem.kind.rawValue), "message": .string(problem.message), "notes": list(problem.notes),
            "hints": list(problem.hints),
        ]
    }

    static func problem(_ json: JSON) -> Problem? {
        guard let kind = text(json, "kind").flatMap(Problem.Kind.init), let message = text(json, "message") else {
            return nil
        }
        return Problem(kind, message, notes: texts(json["notes"]), hints: texts(json["hints"]))
    }

    static func json(of error: SecretStoreError) -> JSON {
        ["kind": .string(error.kind.rawValue), "message": .string(error.message)]
    }

    static func store(_ json: JSON) -> SecretStoreError? {
        guard let kind = text(json, "kind").flatMap(SecretStoreError.Kind.init), let message = text(json, "message")
        else { return nil }
        return SecretStoreError(kind, message)
    }

    static func json(of error: SignInError) -> JSON {
        switch error {
        case .grantRefused(let refusal): ["sort": "grantRefused", "refusal": json(of: refusal)]
        case .unreadableTokenAnswer(let fault): ["sort": "unreadableTokenAnswer", "fault": json(of: fault)]
        case .tokenRedirected(let address): ["sort": "tokenRedirected", "text": .string(address)]
        case .singleSignOn(let provider): ["sort": "singleSignOn", "text": .string(provider)]
        case .passcodeWanted(let user): ["sort": "passcodeWanted", "text": optional(user)]
        case .passcodeRefused(let user): ["sort": "passcodeRefused", "text": optional(user)]
        case .authorizationRefused(let words): ["sort": "authorizationRefused", "text": .string(words)]
        case .authorizationMissing(let words): ["sort": "authorizationMissing", "text": .string(words)]
        case .authorizationMismatch(let words): ["sort": "authorizationMismatch", "text": .string(words)]
        case .unusableKey(let words): ["sort": "unusableKey", "text": .string(words)]
        case .missingKey(let words): ["sort": "missingKey", "text": .string(words)]
        case .unusableCertificate(let words): ["sort": "unusableCertificate", "text": .string(words)]
        case .certificateNeedsHTTPS(let words): ["sort": "certificateNeedsHTTPS", "text": .string(words)]
        case .noSecret(let words): ["sort": "noSecret", "text": .string(words)]
        case .pagesClosed(let found): ["sort": "pagesClosed", "found": json(of: found)]
        case .formNotTaken(let found, let isCertain):
            ["sort": "formNotTaken", "found": json(of: found), "is_certain": .bool(isCertain)]
        }
    }

    static func signInError(_ json: JSON) -> SignInError? {
        let words = text(json, "text")
        return switch text(json, "sort") {
        case "grantRefused": json["refusal"].flatMap(refusal).map(SignInError.grantRefused)
        case "unreadableTokenAnswer": json["fault"].flatMap(fault).map(SignInError.unreadableTokenAnswer)
        case "tokenRedirected": words.map(SignInError.tokenRedirected)
        case "singleSignOn": words.map(SignInError.singleSignOn)
        case "passcodeWanted": .passcodeWanted(user: words)
        case "passcodeRefused": .passcodeRefused(user: words)
        case "authorizationRefused": words.map(SignInError.authorizationRefused)
        case "authorizationMissing": words.map(SignInError.authorizationMissing)
        case "authorizationMismatch": words.map(SignInError.authorizationMismatch)
        case "unusableKey": words.map(SignInError.unusableKey)
        case "missingKey": words.map(SignInError.missingKey)
        case "unusableCertificate": words.map(SignInError.unusableCertificate)
        case "certificateNeedsHTTPS": words.map(SignInError.certificateNeedsHTTPS)
        case "noSecret": words.map(SignInError.noSecret)
        case "pagesClosed": json["found"].flatMap(signedOut).map(SignInError.pagesClosed)
        case "formNotTaken":
            json["found"].flatMap(signedOut).map { .formNotTaken($0, isCertain: json["is_certain"] == .bool(true)) }
        default: nil
        }
    }

    private static func json(of refusal: SignInError.GrantRefusal) -> JSON {
        [
            "grant": .string(refusal.grantType), "client": .string(refusal.clientID), "user": optional(refusal.user),
            "status": .number(String(refusal.status)), "error": .string(refusal.error),
            "explanation": .string(refusal.explanation),
            "clock_ahead": refusal.clockAhead.map { .number(String($0)) } ?? .null,
        ]
    }

    private static func refusal(_ json: JSON) -> SignInError.GrantRefusal? {
        guard let grant = text(json, "grant"), let client = text(json, "client"),
            let status = json["status"]?.scalarText.flatMap({ Int($0) })
        else { return nil }
        return SignInError.GrantRefusal(
            grantType: grant, clientID: client, user: text(json, "user"), status: status,
            error: text(json, "error") ?? "", explanation: text(json, "explanation") ?? "",
            clockAhead: json["clock_ahead"]?.scalarText.flatMap { Int64($0) })
    }

    private static func json(of found: SignedOut) -> JSON {
        [
            "user": optional(found.user), "kind": optional(found.kind?.rawValue), "sign": .string(found.sign.rawValue),
            "provider": optional(found.provider),
        ]
    }

    private static func signedOut(_ json: JSON) -> SignedOut? {
        guard let sign = text(json, "sign").flatMap(SignedOut.Sign.init) else { return nil }
        return SignedOut(
            user: text(json, "user"), kind: text(json, "kind").flatMap(SignInKind.init(known:)), sign: sign,
            provider: text(json, "provider"))
    }

    private static func json(of fault: SignInError.TokenAnswerFault) -> JSON {
        switch fault {
        case .page(let title, let status):
            ["sort": "page", "text": .string(title), "status": .number(String(status))]
        case .truncated: ["sort": "truncated"]
        case .notJSON(let type, let status):
            ["sort": "notJSON", "text": .string(type), "status": .number(String(status))]
        case .member(let name): ["sort": "member", "text": .string(name)]
        case .tokenType(let type): ["sort": "tokenType", "text": .string(type)]
        case .status(let status): ["sort": "status", "status": .number(String(status))]
        }
    }

    private static func fault(_ json: JSON) -> SignInError.TokenAnswerFault? {
        let words = text(json, "text") ?? "", status = json["status"]?.scalarText.flatMap { Int($0) } ?? 0
        return switch text(json, "sort") {
        case "page": .page(title: words, status: status)
        case "truncated": .truncated
        case "notJSON": .notJSON(type: words, status: status)
        case "member": .member(words)
        case "tokenType": .tokenType(words)
        case "status": .status(status)
        default: nil
        }
    }

    private static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    private static func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    private static func text(_ json: JSON, _ name: String) -> String? {
        if case .string(let text)? = json[name] { text } else { nil }
    }

    private static func texts(_ json: JSON?) -> [String] {
        guard case .array(let elements)? = json else { return [] }
        return elements.compactMap(\.scalarText)
    }
}

/// Problems for a missing secret. The tape keeps the message, so that a replay reports the same.
package enum MissingSecret {
    package static func noTerminal(for user: String, at instance: Instance) -> Problem {
        problem("Cannot ask for the password of \(user) at \(instance.name).", user, instance)
    }

    /// The user typed nothing at the prompt: Enter alone, or Ctrl-D.
    ///
    /// - Parameter name: what the prompt asked for: `password of jane`.
    package static func notGiven(_ name: String, at instance: Instance) -> Problem {
        Problem(
            .refused, "No \(name) was given, so no one is signed in to \(instance.name).",
            hints: ["help sign-in: where else it may come from"])
    }

    package static func codeNotGiven(at instance: Instance) -> Problem {
        Problem(
            .refused, "No code of the second factor was given, so no one is signed in to \(instance.name).",
            hints: ["The next command asks for it again; it comes from the device or the mail that shows such codes."])
    }

    /// Restores a problem from its message on a tape.
    static func problem(_ message: String, _ user: String?, _ instance: Instance) -> Problem {
        Problem(
            .refused, message,
            hints: [
                "Set SNOWDECK_PASSWORD and give --instance \(instance) --user \(user ?? "NAME"): no other instance gets "
                    + "that password."
            ] + places(for: user))
    }

    package static func places(for user: String?) -> [String] {
        [
            "--from keyring takes it from the desktop's keyring; login --remember puts it there.",
            "--from env:NAME takes it from an environment variable.",
            "--from 'command:pass show \(user ?? "NAME")' takes the first line that a program writes.",
            "--from fd:3 takes the first line of an open file: 3< FILE.",
        ]
    }
}
