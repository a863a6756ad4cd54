import Notation
package import NowSDK

/// What a tape keeps of a session's choices: settings that differ from their defaults, variables, the profile, and how the
/// instance is signed in to. The session's record has the user.
package struct SessionChoices: Sendable, Hashable {
    package var settings: [String: String]
    package var variables: [String: String]
    package var profile: Profile?
    package var signIn: SignInChoice

    package init(
        settings: [String: String], variables: [String: String], profile: Profile? = nil,
        signIn: SignInChoice = SignInChoice()
    ) {
        self.settings = settings
        self.variables = variables
        self.profile = profile
        self.signIn = signIn.withoutPlaces
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
        // Tapes from before there were kinds say nothing, and mean basic.
        signIn = SignInChoice()
        guard let own = root?["sign-in"] else { return }
        signIn.kind = own["kind"]?.string.flatMap(SignInKind.init) ?? .basic
        (signIn.user, signIn.clientID) = (own["user"]?.string, own["client_id"]?.string)
        signIn.scope = own["scope"]?.string
    }

    package var text: String {
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

/// What the user had chosen before a tape was played. A tape brings its own instance, user, settings and variables, and
/// they hold while it plays: nothing on a tape may decide where the next live request goes, or reach the environment
/// of the next program.
package struct OwnChoices: Sendable, Hashable {
    package var instance: Instance
    package var signIn: SignInChoice
    package var profile: Profile?
    package var settings: Settings
    package var variables: [String: String]
    var undo: UndoScript?

    package init(
        instance: Instance, signIn: SignInChoice, profile: Profile?, settings: Settings, variables: [String: String]
    ) {
        self.instance = instance
        self.signIn = signIn
        self.profile = profile
        self.settings = settings
        self.variables = variables
    }
}

extension ShellSession {
    /// The user's own choices: the present ones, or while a tape plays those from before.
    var ownChoices: OwnChoices {
        if let own { return own }
        var choices = OwnChoices(
            instance: instance, signIn: signIn, profile: profile, settings: settings, variables: variables)
        choices.undo = undo
        return choices
    }

    func takeBackOwnChoices() {
        guard let own else { return }
        self.own = nil
        settings = own.settings
        variables = own.variables
        undo = own.undo
        use(own.instance, own.signIn, profile: own.profile)
        // The next tape may play already; what is one's own stays whole.
        connection.signIn = own.signIn
    }
}
