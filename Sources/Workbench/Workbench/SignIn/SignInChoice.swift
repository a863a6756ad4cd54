package import NowSDK

/// How to sign in to an instance. It holds no secret, only where to get it.
package struct SignInChoice: Sendable, Hashable {
    package var kind = SignInKind.basic
    /// Nil for a guest, and if only the instance knows the user.
    package var user: String?
    package var clientID: String?
    package var scope: String?
    /// Where the password, key, token or client secret comes from. Nil means the variable named at start-up, then the
    /// keyring, then a prompt.
    package var from: SecretSource?
    /// Where the client secret comes from if `from` is for the user's secret. Nil means `from`; the secret is optional.
    package var clientFrom: SecretSource?
    package var certificate: String?
    /// The file with the private key (PEM) of the certificate or for signing JWTs.
    package var key: String?
    /// Whether to store the secret or refresh token in the keyring after it was accepted.
    package var remembers = false

    package init(user: String? = nil) { self.user = user }
}

extension SignInChoice {
    /// This choice changed by flags. A flag that does not apply to the kind of sign-in is an error. Earlier values that
    /// do not apply are dropped, and so is a place whose secret belongs to another user or is of another kind.
    ///
    /// - Parameter isTaped: the choice comes from a tape, which keeps no files, so missing ones are no error.
    package func taking(_ arguments: BoundArguments, isTaped: Bool = false) throws(Problem) -> SignInChoice {
        var choice = self
        if let kind = arguments[.signInKind].flatMap(SignInKind.init(known:)) { choice.kind = kind }
        try choice.rejectInapplicable(arguments)
        if let user = arguments[.user] { choice.user = user }
        let isOthers = user != nil && choice.user != user && choice.kind.flags.secret == "password"
        if isOthers || choice.kind.flags.secret != kind.flags.secret { choice.forgetPlaces() }
        // A key for certificates cannot sign JWTs, and vice versa.
        if choice.kind != kind { (choice.certificate, choice.key) = (nil, nil) }
        choice.clientID = arguments[.clientID] ?? choice.clientID
        choice.scope = arguments[.scope] ?? choice.scope
        choice.from = arguments[.from].flatMap { SecretSource($0) } ?? choice.from
        choice.clientFrom = arguments[.clientFrom].flatMap { SecretSource($0) } ?? choice.clientFrom
        choice.certificate = arguments[.certificate] ?? choice.certificate
        choice.key = arguments[.key] ?? choice.key
        choice.dropInapplicable()
        try choice.requireNeeded(arguments, isTaped: isTaped && choice.kind == kind)
        return choice
    }

    /// The choice without local places and files: what a tape keeps and a replay uses, so that a forged tape runs no
    /// command.
    package var withoutSources: SignInChoice {
        var choice = self
        (choice.from, choice.clientFrom, choice.certificate, choice.key) = (nil, nil, nil, nil)
        choice.remembers = false
        return choice
    }

    package var words: String {
        let flags: [(name: String, value: String?)] = [
            ("sign-in", kind == .basic ? nil : kind.rawValue), ("user", user), ("client-id", clientID),
            ("scope", scope), ("from", from?.text), ("client-from", clientFrom?.text), ("certificate", certificate),
            ("key", key),
        ]
        return flags.map { flag in flag.value.map { " --\(flag.name) \(Quoting.word($0))" } ?? "" }.joined()
    }

    /// Drops places that may hold another user's secret; the keyring and a prompt are per user.
    mutating func forgetPlaces() {
        func kept(_ place: SecretSource?) -> SecretSource? { place == .keyring || place == .ask ? place : nil }
        (from, clientFrom) = (kept(from), kept(clientFrom))
    }

    private mutating func dropInapplicable() {
        for flag in Self.unsettable where !kind.flags.all.contains(flag) { clear(flag) }
    }

    private func rejectInapplicable(_ arguments: BoundArguments) throws(Problem) {
        let fitting = kind.flags.all
        for flag in Parameter.signIn.dropFirst() where arguments.has(flag) && !fitting.contains(flag) {
            let kinds = SignInFlags.known.filter { $0.all.contains(flag) }.map(\.kind.rawValue)
            let own = fitting.map(\.spelling)
            throw arguments.problem(
                .usage, "\(flag.spelling) does not go with the sign-in \(kind.rawValue).", at: flag,
                hints: [
                    "\(flag.spelling) goes with --sign-in \(Phrase.listed(kinds, joinedBy: "or")).",
                    own.isEmpty
                        ? "\(kind.rawValue) takes no further flag."
                        : "\(kind.rawValue) goes with \(Phrase.listed(own, joinedBy: "and")).",
                ])
        }
    }

    private func requireNeeded(_ arguments: BoundArguments, isTaped: Bool) throws(Problem) {
        let given: [FlagDefinition: String?] = [.clientID: clientID, .certificate: certificate]
        for flag in kind.flags.needed
        where given[flag] == .some(nil) && !(isTaped && flag != .clientID) {
            throw arguments.problem(
                .usage, "The sign-in \(kind.rawValue) needs \(flag.spelling).", at: .signInKind,
                hints: [SignInFlags.purpose(of: flag), "help sign-in"])
        }
    }
}

extension SignInChoice {
    static let unsettable: [FlagDefinition] = [.user, .from, .clientFrom, .clientID, .scope, .certificate, .key]

    /// The choice without the values that `--unset` names. Required values and those set by the same line are errors.
    package func unsetting(_ arguments: BoundArguments) throws(Problem) -> SignInChoice {
        var choice = self
        for (place, name) in arguments[.unsetOptions].enumerated() {
            guard let flag = Self.unsettable.first(where: { $0.name == name }) else { continue }
            guard !arguments.has(flag) else {
                throw arguments.problem(
                    .usage, "\(flag.spelling) is given and unset in one line.", at: .unsetOptions, value: place)
            }
            guard !kind.flags.needed.contains(flag) else {
                throw arguments.problem(
                    .usage, "The sign-in \(kind.rawValue) needs \(flag.spelling).", at: .unsetOptions, value: place,
                    hints: [SignInFlags.purpose(of: flag), "help sign-in"])
            }
            choice.unset(flag, arguments)
        }
        return choice
    }

    private mutating func unset(_ flag: FlagDefinition, _ arguments: BoundArguments) {
        clear(flag)
        // A place holds one user's password.
        if flag == .user, kind.flags.secret == "password", !arguments.has(.from), !arguments.has(.clientFrom) {
            forgetPlaces()
        }
    }

    private mutating func clear(_ flag: FlagDefinition) {
        switch flag {
        case .user: user = nil
        case .from: from = nil
        case .clientFrom: clientFrom = nil
        case .clientID: clientID = nil
        case .scope: scope = nil
        case .certificate: certificate = nil
        case .key: key = nil
        default: break
        }
    }
}

/// The flags of a kind of sign-in, besides `--sign-in` itself.
package struct SignInFlags: Sendable {
    package let kind: SignInKind
    package let all: [FlagDefinition]
    package let needed: [FlagDefinition]
    /// What `--from` gives. When the kind changes to one with another secret, the place is dropped.
    package let secret: String
    /// Whether a user must be named, because the instance cannot tell in advance.
    package let wantsUser: Bool

    package init(
        _ kind: SignInKind, _ all: [FlagDefinition], needed: [FlagDefinition] = [], secret: String = "",
        wantsUser: Bool = false
    ) {
        self.kind = kind
        self.all = all
        self.needed = needed
        self.secret = secret
        self.wantsUser = wantsUser
    }

    static var known: [SignInFlags] { CommandTable.current.capabilities.flatMap(\.signIns) }

    static func purpose(of flag: FlagDefinition) -> String {
        switch flag {
        case .clientID: "--client-id ID names the application, as the instance's application registry does."
        default:
            "--certificate FILE is the client certificate, PEM; --key FILE its key unless the same file contains it."
        }
    }
}

extension SignInKind {
    /// A kind that a capability lists; nil for other texts.
    package init?(known text: String) {
        guard SignInFlags.known.contains(where: { $0.kind.rawValue == text }) else { return nil }
        self.init(rawValue: text)
    }

    package var flags: SignInFlags {
        SignInFlags.known.first { $0.kind == self } ?? SignInFlags(self, SignInChoice.unsettable)
    }
    package var wantsUser: Bool { flags.wantsUser }
}

/// Where a secret comes from: a password, a key, a client secret. It is not the secret itself.
package enum SecretSource: Sendable, Hashable {
    case ask
    case keyring
    case variable(String)
    /// The first line of output of a shell command.
    case command(String)
    /// The first line that can be read from a file descriptor of this process.
    case descriptor(Int32)

    /// Reads `ask`, `keyring`, `env:NAME`, `command:LINE` and `fd:N`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count == 2 ? parts[1] : nil) {
        case ("ask", nil): self = .ask
        case ("keyring", nil): self = .keyring
        case ("env", let name?) where VariableName.isValid(name): self = .variable(name)
        case ("command", let line?) where Self.isLine(line): self = .command(line)
        case ("fd", let number?):
            guard let descriptor = Int32(number), (0...1023).contains(descriptor) else { return nil }
            self = .descriptor(descriptor)
        default: return nil
        }
    }

    static let words = ["ask", "keyring"]
    static let beginnings = ["env:", "command:", "fd:"]

    private static func isLine(_ text: String) -> Bool {
        text.utf8.contains { $0 != .space } && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    package var text: String {
        switch self {
        case .ask: "ask"
        case .keyring: "keyring"
        case .variable(let name): "env:" + name
        case .command(let line): "command:" + line
        case .descriptor(let number): "fd:\(number)"
        }
    }
}
