package import ExchangeModel
package import NowSDK
package import Rendering

package struct SessionOptions: Sendable {
    package var settings: Settings
    package var instance: Instance
    package var signIn: SignInChoice
    package var profile: Profile?
    package var sandbox: Instance
    package var sandboxUser: String
    package var slot: DeckSlot
    package var allowWrites: String?
    package var trust: Bool
    /// Kept for prompts only.
    package var history: HistoryStore?
    package var showsProgress: Bool
    /// Whether headers and names of results are set off by color: a terminal that has it and a user who wants it.
    package var showsColor = false
    /// How many colors that terminal has; it counts where colors are shown.
    package var colorDepth = ColorDepth.none
    /// Whether records written to the sandbox are gone when this run ends; said at the first write, once.
    package var forgetsSandbox = false
    package var isSingleCommand = false
    /// Whether answers taller than the screen are shown in a pager.
    package var usesPager = false
    package var version: String
    package var seed: Int64
    /// What commands run on; nil leaves them to the shared pool of threads.
    package var executor: (any TaskExecutor)?
    package var variables: [String: String] = [:]
    /// The only origin that requests may go to; nil for any.
    package var onlyOrigin: String?
    /// The zone that the tape which plays knows of the session; nil while none does.
    package var zone: ZoneRule?
    package var own: OwnChoices?
    package var recipeRuns: RecipeRunLog?
    package var mostRecipeCommands = 10_000
    /// What a session of a recipe's steps has beside any other; nil for every other.
    var step: StepSurroundings?

    package init(
        settings: Settings, instance: Instance, signIn: SignInChoice, sandbox: Instance, sandboxUser: String,
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

/// The settings of a session: what `set` changes, start-up flags override, and the tape keeps.
package struct Settings: Sendable, Hashable {
    /// Only what differs from the defaults of `SettingTable`.
    package private(set) var values: [String: String] = [:]
    /// Columns of the terminal; nil when results go elsewhere, and nothing is cut.
    package var width: Int?

    package init(width: Int? = nil) { self.width = width }

    /// A setting's text as it was given, or its default. Names come from `SettingTable`.
    package subscript(name: String) -> String {
        values[name] ?? SettingTable.named(name)?.fallback ?? ""
    }

    /// Changes a setting; nil takes it back to its default. The value has been checked against `SettingTable`.
    package mutating func set(_ name: String, to value: String?) { values[name] = value }

    package var format: Format { Format(self["format"]) ?? .columns }
    package var display: CellSide? { CellSide(rawValue: self["display"]) }
    package var limit: Int { Int(self["limit"]) ?? 20 }
    package var timeout: Int { Int(self["timeout"]) ?? 60 }
    package var maxBody: Int { ByteSize(self["max-body"])?.bytes ?? 64 << 20 }
}
