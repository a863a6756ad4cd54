package import LineEditing

/// Something that Snowdeck can do: tables, pages, recipes. One target of `Sources/Commands`, listed by the executable;
/// nothing else knows them all.
package struct Capability: Sendable {
    /// Completes a value of its own kinds; nil for any other.
    package typealias Completer =
        @Sendable (CompletionEngine, ValueKind, CompletionPoint, Word, ArgumentPlaces) async -> Completions?

    /// A heading of `help`: one or two words.
    let name: String
    /// Commands of the prompt, in the order of help.
    let commands: [Command]
    /// First words that several of its commands share.
    let groups: [CommandGroup]
    /// Commands of the program's command line, which the executable runs.
    let verbs: [Command]
    let topics: [HelpTopic]
    let settings: [SettingDefinition]
    let completes: Completer?
    /// The command that a line of another tool means; nil for lines it does not know.
    let translates: (@Sendable (String) -> String?)?

    package init(
        _ name: String, commands: [Command] = [], groups: [CommandGroup] = [], verbs: [Command] = [],
        topics: [HelpTopic] = [], settings: [SettingDefinition] = [], completes: Completer? = nil,
        translates: (@Sendable (String) -> String?)? = nil
    ) {
        self.name = name
        self.commands = commands
        self.groups = groups
        self.verbs = verbs
        self.topics = topics
        self.settings = settings
        self.completes = completes
        self.translates = translates
    }

    /// The prompt itself.
    static let prompt = Capability(
        "Prompt", commands: [.last, .edit, .alias, .set, .watch, .clear, .version, .help, .quit],
        verbs: [.runFile, .tour, .doctor, .completeArguments, .writeManual], topics: HelpTopics.ofPrompt,
        settings: SettingTable.ofPrompt)
}
