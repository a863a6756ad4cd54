package import Workbench

extension Capability {
    /// The prompt itself. The executable adds what its own command line can do.
    package static func prompt(verbs: [Command]) -> Capability {
        Capability(
            "Prompt", commands: [.last, .edit, .alias, .set, .watch, .clear, .version, .help, .quit], verbs: verbs,
            topics: HelpTopics.ofPrompt, settings: SettingTable.ofPrompt, completes: CompletionEngine.watchedValues)
    }
}
