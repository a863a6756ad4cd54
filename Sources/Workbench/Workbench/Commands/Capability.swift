package import LineEditing

/// Something that Snowdeck can do: tables, pages, recipes. One target of `Sources/Commands`, listed by the executable;
/// nothing else knows them all.
package struct Capability: Sendable {
    /// Completes a value of its own kinds; nil for any other.
    package typealias Completer =
        @Sendable (CompletionEngine, ValueKind, CompletionPoint, Word, ArgumentPlaces) async -> Completions?
    /// Words a command's error; nil for errors of others.
    package typealias Explainer = @Sendable (any Error, isolated Run) async -> Problem?

    /// A heading of `help`: one or two words.
    package let name: String
    /// Commands of the prompt, in the order of help.
    let commands: [Command]
    /// First words that several of its commands share.
    let groups: [CommandGroup]
    /// Lines of earlier versions and what replaced them, as patterns of `CommandSuggestion`.
    let renamed: KeyValuePairs<String, String>
    /// Commands of the program's command line, which the executable runs.
    let verbs: [Command]
    let topics: [HelpTopic]
    let settings: [SettingDefinition]
    let completes: Completer?
    let explains: Explainer?
    let signIns: [SignInFlags]

    package init(
        _ name: String, commands: [Command] = [], groups: [CommandGroup] = [],
        renamed: KeyValuePairs<String, String> = [:], verbs: [Command] = [], topics: [HelpTopic] = [],
        settings: [SettingDefinition] = [], completes: Completer? = nil, explains: Explainer? = nil,
        signIns: [SignInFlags] = []
    ) {
        self.name = name
        self.commands = commands
        self.groups = groups
        self.renamed = renamed
        self.verbs = verbs
        self.topics = topics
        self.settings = settings
        self.completes = completes
        self.explains = explains
        self.signIns = signIns
    }
}
