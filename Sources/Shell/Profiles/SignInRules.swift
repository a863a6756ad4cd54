package import NowSDK

/// Which flags go with which kind of sign-in.
enum SignInRules {
    /// The flags that mean something to a kind, besides `--sign-in` itself.
    static func flags(of kind: SignInKind) -> [String] {
        switch kind {
        case .basic, .token, .apiKey: ["user", "from"]
        case .oauthPassword: ["user", "client-id", "scope", "from", "client-from"]
        case .oauthCode: ["user", "client-id", "scope", "from", "client-from"]
        case .oauthClient: ["client-id", "scope", "from", "client-from"]
        case .oauthJWT: ["user", "client-id", "scope", "from", "client-from", "key"]
        case .certificate: ["user", "certificate", "key"]
        case .guest: []
        }
    }

    /// The flags without which a kind cannot sign in. A user's name is asked for.
    static func needed(by kind: SignInKind) -> [String] {
        switch kind {
        case .oauthPassword, .oauthCode, .oauthClient, .oauthJWT: ["client-id"]
        case .certificate: ["certificate"]
        case .basic, .token, .apiKey, .guest: []
        }
    }

    /// What `--from` gives to a kind; the same place cannot serve kinds that want something else.
    static func secret(of kind: SignInKind) -> String {
        switch kind {
        case .basic, .oauthPassword: "password"
        case .oauthCode, .oauthClient, .oauthJWT: "client secret"
        case .token: "token"
        case .apiKey: "API key"
        case .certificate, .guest: ""
        }
    }

    /// What a kind is: a phrase without a full stop.
    static func summary(of kind: SignInKind) -> String {
        switch kind {
        case .basic: "user name and password with the first request"
        case .oauthPassword: "a token for the user's password"
        case .oauthCode: "a token that the user agrees to in a browser"
        case .oauthClient: "a token for an application in its own name"
        case .oauthJWT: "a token for a signed statement of who the user is"
        case .token: "a token that somebody else got"
        case .apiKey: "a key of the instance's"
        case .certificate: "a client certificate"
        case .guest: "nothing"
        }
    }

    /// What a flag is for, in a hint that asks for it.
    static func purpose(of flag: String) -> String {
        switch flag {
        case "client-id": "--client-id ID names the application, as the instance's application registry does."
        default: "--certificate FILE is the client certificate, PEM; --key FILE its key unless the same file holds it."
        }
    }
}

extension SignInKind {
    /// Whether somebody has to say who signs in: the instance cannot tell before.
    package var wantsUser: Bool {
        switch self {
        case .basic, .oauthPassword, .oauthJWT: true
        case .oauthCode, .oauthClient, .token, .apiKey, .certificate, .guest: false
        }
    }
}
