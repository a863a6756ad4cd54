import Notation

// A shape as a tape keeps it.
extension CredentialShape {
    /// The user's name for name and password, nothing for a guest, else a small JSON text:
    /// `{"kind":"oauth","grant":"password","user":"john.doe","client":"app","has_client_secret":true}`.
    package var text: String {
        switch sort {
        case .guest: return ""
        case .basic:
            guard let user, user.isEmpty || user.utf8.first == UInt8(ascii: "{") else { return user ?? "" }
            return json("basic")
        case .token: return json(SignInKind.token.rawValue)
        case .apiKey: return json(SignInKind.apiKey.rawValue)
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

    /// Reads what a tape keeps, which may be a stranger's or damaged: nil for what no credential has.
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
        case SignInKind.apiKey.rawValue: sort = .apiKey
        case SignInKind.certificate.rawValue: sort = .certificate
        case "oauth":
            guard let grant = Self.text(root["grant"]), let client = Self.text(root["client"]) else { return nil }
            sort = .oauth(
                Application(
                    clientID: client, hasSecret: root["has_client_secret"] == true, grantType: grant,
                    redirect: Self.text(root["redirect"]), scope: Self.text(root["scope"])))
        default: return nil
        }
        self.init(sort, user: Self.text(root["user"]), isEmpty: root["is_empty"] == true)
    }

    private static func text(_ value: JSON?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}
