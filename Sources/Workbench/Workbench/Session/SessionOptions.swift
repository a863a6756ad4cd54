package import ExchangeModel
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
    var showsProgress: Bool
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
    package var log: (any CommandLog)?
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
    package subscript(name: String) -> String {
        values[name] ?? SettingTable.named(name)?.fallback ?? ""
    }

    /// Changes a setting; nil restores its default. The value was checked against `SettingTable`.
    package mutating func set(_ name: String, to value: String?) { values[name] = value }

    package var format: Format { Format(self["format"]) ?? .columns }
    package var limit: Int { Int(self["limit"]) ?? 20 }
    package var timeout: Int { Int(self["timeout"]) ?? 60 }
    package var maxBody: Int { ByteSize(self["max-body"])?.bytes ?? 64 << 20 }
}
