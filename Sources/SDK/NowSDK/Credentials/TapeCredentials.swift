import Notation
import Synchronization

/// The credential source of a replay: returns the recorded credentials with a placeholder for each secret. It never
/// prompts.
package final class TapeCredentials: CredentialSource {
    /// Replaces recorded secrets. The text is unlikely to occur elsewhere.
    package static let placeholder = Secret("stand-in-for-the-recorded-secret")

    private enum Script {
        case user(String?)
        case answers([CredentialShape])
    }
    private let script: Script
    private let passcodes: [Bool]
    private let given = Mutex((credentials: 0, passcodes: 0))

    /// A source for one user (nil: none) that gives up after a rejection, like `FixedCredentials`.
    package init(user: String?) {
        script = .user(user)
        passcodes = []
    }

    /// Repeats a recorded sequence of answers, such as a mistyped password followed by the right one, because what
    /// follows a rejection depends on them. Nil, and everything past the end, is `.anonymous`.
    package convenience init(answers: [String?]) {
        self.init(shapes: answers.map { $0.map { CredentialShape(.basic, user: $0) } ?? CredentialShape(.guest) })
    }

    /// Repeats recorded credentials of any kind, and whether a multi-factor code was given each time. Past the end
    /// there are none.
    package init(shapes: [CredentialShape], passcodes: [Bool] = []) {
        script = .answers(shapes)
        self.passcodes = passcodes
    }

    package func credential(for request: CredentialRequest) async throws -> Credential {
        switch script {
        case .user(let user):
            guard request.reason == .first, let user else { return .anonymous }
            return .basic(user: user, password: Self.placeholder)
        case .answers(let recorded):
            let position = given.withLock { given in
                defer { given.credentials += 1 }
                return given.credentials
            }
            return position < recorded.count
                ? recorded[position].credential(with: Self.placeholder) ?? .anonymous : .anonymous
        }
    }

    package func passcode(for request: CredentialRequest) async throws -> Secret? {
        let position = given.withLock { given in
            defer { given.passcodes += 1 }
            return given.passcodes
        }
        return position < passcodes.count && passcodes[position] ? Self.placeholder : nil
    }
}

/// A credential without its secrets. With a placeholder for each secret, a replay makes the same requests.
package struct CredentialShape: Sendable, Hashable {
    package enum Sort: Sendable, Hashable {
        /// No authentication.
        case guest
        case basic
        case token
        case header(SecretHeader)
        case certificate
        case oauth(Application)
    }

    /// The OAuth client and its grant.
    package struct Application: Sendable, Hashable {
        package var clientID: String
        /// Whether the client has a secret.
        package var hasSecret: Bool
        /// The value of the form's `grant_type`.
        package var grantType: String
        /// The redirect URI of an authorization code; nil for other grants.
        package var redirect: String?
        package var scope: String?

        package init(
            clientID: String, hasSecret: Bool, grantType: String, redirect: String? = nil, scope: String? = nil
        ) {
            self.clientID = clientID
            self.hasSecret = hasSecret
            self.grantType = grantType
            self.redirect = redirect
            self.scope = scope
        }
    }

    package var sort: Sort
    /// The user, if known.
    package var user: String?
    /// Whether the secret is empty; a tape stores an empty secret as it is.
    package var isEmpty: Bool

    package init(_ sort: Sort, user: String? = nil, isEmpty: Bool = false) {
        self.sort = sort
        self.user = user
        self.isEmpty = isEmpty
    }

    package init(of credential: Credential) {
        switch credential {
        case .anonymous: self.init(.guest)
        case .basic(let user, _): self.init(.basic, user: user)
        case .bearer(let token, let user): self.init(.token, user: user, isEmpty: token.text.isEmpty)
        case .header(let header, let secret, let user):
            self.init(.header(header), user: user, isEmpty: secret.text.isEmpty)
        case .certificate(let user): self.init(.certificate, user: user)
        case .oauth(let credential):
            var application = Application(
                clientID: credential.client.id, hasSecret: credential.client.secret != nil,
                grantType: credential.grant.type, scope: credential.scope)
            var isEmpty = false
            switch credential.grant {
            case .password(let secret), .refreshToken(let secret), .assertion(let secret): isEmpty = secret.text.isEmpty
            case .authorizationCode(let code, _, let redirect):
                isEmpty = code.text.isEmpty
                application.redirect = redirect
            case .clientCredentials: break
            }
            self.init(.oauth(application), user: credential.user, isEmpty: isEmpty)
        }
    }

    /// A credential of this shape with `secret` in place of every secret; nil for an unknown grant type.
    package func credential(with secret: Secret) -> Credential? {
        let own = isEmpty ? Secret("") : secret
        switch sort {
        case .guest: return .anonymous
        case .basic: return user.map { .basic(user: $0, password: own) }
        case .token: return .bearer(token: own, user: user)
        case .header(let header): return .header(header, own, user: user)
        case .certificate: return .certificate(user: user)
        case .oauth(let application):
            let grants: [OAuthGrant] = [
                .password(own), .refreshToken(own), .clientCredentials, .assertion(own),
                .authorizationCode(own, verifier: secret, redirect: application.redirect ?? ""),
            ]
            guard let grant = grants.first(where: { $0.type == application.grantType }) else { return nil }
            let client = OAuthClientID(application.clientID, secret: application.hasSecret ? secret : nil)
            return .oauth(OAuthCredential(client, grant, user: user, scope: application.scope))
        }
    }
}

// How a tape stores a shape.
extension CredentialShape {
    /// The user name for basic authentication, empty for none, else JSON such as
    /// `{"kind":"oauth","grant":"password","user":"john.doe","client":"app","has_client_secret":true}`.
    package var text: String {
        switch sort {
        case .guest: return ""
        case .basic:
            guard let user, user.isEmpty || user.utf8.first == UInt8(ascii: "{") else { return user ?? "" }
            return json("basic")
        case .token: return json(SignInKind.token.rawValue)
        case .header(let header): return json(header.kind.rawValue)
        case .certificate: return json(SignInKind.certificate.rawValue)
        case .oauth(let application):
            var own = [JSON.Member("grant", .string(application.grantType))]
            own.append(JSON.Member("client", .string(application.clientID)))
            own.append(JSON.Member("has_client_secret", .bool(application.hasSecret)))
            if let scope = application.scope { own.append(JSON.Member("scope", .string(scope))) }
            if let redirect = application.redirect { own.append(JSON.Member("redirect", .string(redirect))) }
            return json("oauth", own)
        }
    }

    private func json(_ kind: String, _ own: [JSON.Member] = []) -> String {
        var members = [JSON.Member("kind", .string(kind))]
        if let user { members.append(JSON.Member("user", .string(user))) }
        members += own
        if isEmpty { members.append(JSON.Member("is_empty", true)) }
        return JSON.object(members).compact
    }

    /// Parses the stored form; nil if it is damaged.
    package init?(reading text: String) {
        guard text.utf8.first == UInt8(ascii: "{") else {
            self = text.isEmpty ? CredentialShape(.guest) : CredentialShape(.basic, user: text)
            return
        }
        guard let root = (try? JSONDocument(Array(text.utf8)))?.root.value, let kind = Self.text(root["kind"]) else {
            return nil
        }
        let sort: Sort
        switch kind {
        case "basic": sort = .basic
        case SignInKind.token.rawValue: sort = .token
        case SignInKind.certificate.rawValue: sort = .certificate
        case "oauth":
            guard let grant = Self.text(root["grant"]), let client = Self.text(root["client"]) else { return nil }
            sort = .oauth(
                Application(
                    clientID: client, hasSecret: root["has_client_secret"] == true, grantType: grant,
                    redirect: Self.text(root["redirect"]), scope: Self.text(root["scope"])))
        default:
            guard let header = SecretHeader.all.first(where: { $0.kind.rawValue == kind }) else { return nil }
            sort = .header(header)
        }
        self.init(sort, user: Self.text(root["user"]), isEmpty: root["is_empty"] == true)
    }

    private static func text(_ value: JSON?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}
