package import CassetteStore
package import ExchangeModel
import Notation
package import NowSDK
package import Rendering

package struct SessionOptions: Sendable {
    package var settings: SessionSettings
    package var instance: Instance
    package var signIn: SignInChoice
    package var profile: Profile?
    package var sandbox: Instance
    package var sandboxUser: String
    package var slot: DeckSlot
    package var allowWrites: String?
    package var trust: Bool
    /// Nil unless lines come from a prompt.
    package var history: HistoryStore?
    package var showsProgress: Bool
    /// Whether output is colored: the terminal supports it and the user wants it.
    package var showsColor = false
    /// How many colors the terminal has, where colors are shown.
    package var colorDepth = ColorDepth.none
    /// Whether records of the sandbox are lost when this run ends; the first write warns once.
    package var forgetsSandbox = false
    package var isSingleCommand = false
    /// Whether answers taller than the screen are shown in a pager.
    package var usesPager = false
    package var version: String
    package var seed: Int64
    /// The executor of commands; nil is the default.
    package var executor: (any TaskExecutor)?
    package var variables: [String: String] = [:]
    /// The only origin that requests may go to; nil allows any.
    package var onlyOrigin: String?
    /// Whether no command changes the tape: `recipe run --record` then records onto that of the session.
    package var keepsTape = false
    /// The zone recorded in the tape being played; nil outside a replay.
    package var zone: ZoneRule?
    /// The format of everything shown; nil lets commands and settings decide.
    package var format: Format?
    package var own: UserChoices?
    /// What the program that runs the session collects of its commands.
    package var log: (any AnyObject & Sendable)?
    package var maxRecipeCommands = 10_000
    /// For a session that runs lines of another command; nil for every other.
    package var step: StepContext?

    package init(
        settings: SessionSettings, instance: Instance, signIn: SignInChoice, sandbox: Instance, sandboxUser: String,
        slot: DeckSlot,
        allowWrites: String? = nil, trust: Bool = false, history: HistoryStore? = nil, showsProgress: Bool = false,
        version: String, seed: Int64
    ) {
        self.settings = settings
        self.instance = instance
        self.signIn = signIn
        self.sandbox = sandbox
        self.sandboxUser = sandboxUser
        self.slot = slot
        self.allowWrites = allowWrites
        self.trust = trust
        self.history = history
        self.showsProgress = showsProgress
        self.version = version
        self.seed = seed
    }
}

/// The settings of a session: changed by `set`, overridden by flags, and kept on the tape.
package struct SessionSettings: Sendable, Hashable {
    /// Only values that differ from the defaults in `SettingTable`.
    package private(set) var values: [String: String] = [:]
    /// Columns of the terminal; nil without a terminal, when nothing is truncated.
    package var width: Int?

    package init(width: Int? = nil) { self.width = width }

    /// A setting's text as given, or its default. Names are those of `SettingTable`.
    package subscript(name: String) -> String { values[name] ?? SettingTable.named(name)?.fallback ?? "" }

    /// Changes a setting; nil restores its default. The value was checked against `SettingTable`.
    package mutating func set(_ name: String, to value: String?) { values[name] = value }

    package var format: Format { Format(self["format"]) ?? .columns }
    package var limit: Int { Int(self["limit"]) ?? 20 }
    package var timeout: Int { Int(self["timeout"]) ?? 60 }
    /// Nil on tapes of versions that truncated records, showed HTML as stored and wrote JSON values as strings.
    package var wide: WideLists? { WideLists(rawValue: self["wide"]) }
    package var maxBody: Int { ByteSize(self["max-body"])?.bytes ?? 64 << 20 }
}

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
        if settings["wide"] == nil { settings["wide"] = "as recorded" }
        variables = pairs("variables").filter { VariableName.isValid($0.key) }
        profile = root?["profile"]?.string.flatMap { try? Profile(reading: $0, isTaped: true) }
        // Older tapes name no kind of sign-in; they used basic authentication.
        signIn = SignInChoice()
        guard let own = root?["sign-in"] else { return }
        signIn.kind = own["kind"]?.string.flatMap(SignInKind.init(known:)) ?? .basic
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
    var undos: [UndoScript] = []

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
        choices.undos = undos
        return choices
    }

    func restoreUserChoices() {
        guard let own else { return }
        self.own = nil
        settings = own.settings
        variables = own.variables
        undos = own.undos
        use(own.instance, own.signIn, profile: own.profile)
        // If the next tape is playing already, `use` has dropped where secrets come from.
        connection.signIn = own.signIn
    }
}
