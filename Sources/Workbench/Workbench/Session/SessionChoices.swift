import Notation
package import NowSDK

/// The session's state that a tape keeps: changed settings, variables, the profile, and how to sign in. The user is in
/// the session's record.
package struct SessionChoices: Sendable, Hashable {
    package var settings: [String: String]
    package var variables: [String: String]
    package var profile: Profile?
    package var signIn: SignInChoice

    init(
        settings: [String: String], variables: [String: String], profile: Profile? = nil,
        signIn: SignInChoice = SignInChoice()
    ) {
        self.settings = settings
        self.variables = variables
        self.profile = profile
        self.signIn = signIn.withoutSources
    }

    /// Reads them from a tape, which may be forged: unknown settings and invalid values are ignored.
    package init(reading text: String) {
        let root = (try? JSONDocument(Array(text.utf8)))?.root
        func pairs(_ name: String) -> [String: String] {
            var pairs: [String: String] = [:]
            for (name, value) in root?[name]?.members.map({ ($0.name, $0.value) }) ?? [] { pairs[name] = value.string }
            return pairs
        }
        settings = pairs("settings").filter { name, value in
            SettingTable.named(name)?.value.accepts(value) ?? false
        }
        variables = pairs("variables").filter { VariableName.isValid($0.key) }
        profile = root?["profile"]?.string.flatMap { try? Profile(reading: $0, isTaped: true) }
        // Older tapes name no kind of sign-in; they used basic authentication.
        signIn = SignInChoice()
        guard let own = root?["sign-in"] else { return }
        signIn.kind = own["kind"]?.string.flatMap(SignInKind.init) ?? .basic
        (signIn.user, signIn.clientID) = (own["user"]?.string, own["client_id"]?.string)
        signIn.scope = own["scope"]?.string
    }

    var text: String {
        func object(_ pairs: [String: String]) -> JSON {
            .object(pairs.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
        }
        let own = profile.map { [JSON.Member("profile", .string($0.tapedLine))] } ?? []
        return JSON.object(
            [JSON.Member("settings", object(settings)), JSON.Member("variables", object(variables))] + own
                + signInMember
        ).compact
    }

    private var signInMember: [JSON.Member] {
        guard signIn.kind != .basic else { return [] }
        let parts = [
            ("kind", signIn.kind.rawValue), ("user", signIn.user), ("client_id", signIn.clientID),
            ("scope", signIn.scope),
        ]
        let members = parts.compactMap { name, value in value.map { JSON.Member(name, .string($0)) } }
        return [JSON.Member("sign-in", .object(members))]
    }
}

/// The user's choices from before a tape was played. While it plays, the tape's instance, user, settings and variables
/// apply; afterwards these are restored, so that no tape decides where the next live request goes or what the next
/// program finds in its environment.
package struct UserChoices: Sendable, Hashable {
    var instance: Instance
    var signIn: SignInChoice
    var profile: Profile?
    var settings: SessionSettings
    var variables: [String: String]
    var undo: UndoScript?

    package init(
        instance: Instance, signIn: SignInChoice, profile: Profile?, settings: SessionSettings,
        variables: [String: String]
    ) {
        self.instance = instance
        self.signIn = signIn
        self.profile = profile
        self.settings = settings
        self.variables = variables
    }
}

extension ShellSession {
    /// The user's own choices: the current ones, or during a replay those from before.
    var userChoices: UserChoices {
        if let own { return own }
        var choices = UserChoices(
            instance: instance, signIn: signIn, profile: profile, settings: settings, variables: variables)
        choices.undo = undo
        return choices
    }

    func restoreUserChoices() {
        guard let own else { return }
        self.own = nil
        settings = own.settings
        variables = own.variables
        undo = own.undo
        use(own.instance, own.signIn, profile: own.profile)
        // If the next tape is playing already, `use` has dropped where secrets come from.
        connection.signIn = own.signIn
    }
}
