import CommandLanguage
import LineEditing
import Rendering
package import Workbench

extension Capability {
    /// The prompt itself. The executable adds what its own command line can do.
    package static func prompt(verbs: [Command]) -> Capability {
        Capability(
            "Prompt", commands: [.last, .edit, .alias, .set, .vars, .watch, .clear, .version, .help, .quit],
            verbs: verbs,
            topics: HelpTopics.ofPrompt, settings: SettingTable.ofPrompt, completes: CompletionEngine.watchedValues)
    }
}

/// The topics that apply to many commands.
extension HelpTopics {
    fileprivate static let ofPrompt: [HelpTopic] = [
        HelpTopic("quoting"), HelpTopic("variables"), HelpTopic("redirection"), HelpTopic("paths"),
        HelpTopic("formats") {
            [
                "formats": .terms(Format.allCases.map { ($0.name, $0.summary) }),
                "shown": .prose(Phrase.listed(Format.names(forPrograms: false), joinedBy: "and")),
            ]
        },
        HelpTopic("settings") {
            [
                "settings": .terms(
                    SettingTable.all.map {
                        ($0.name + "=" + $0.value.placeholder, "\($0.summary) (default: \($0.fallback))")
                    })
            ]
        },
        HelpTopic("flags") {
            [
                "every": .terms(GlobalFlags.withCommand.map { ($0.synopsis, $0.meaning) }),
                "start": .terms(GlobalFlags.atStart.map { ($0.synopsis, $0.meaning) }),
            ]
        },
        HelpTopic("guards"), HelpTopic("secrets"),
        HelpTopic("keys") { ["keys": .terms(EditKeys.all.map { ($0.keys, $0.meaning + ".") })] },
        HelpTopic("completion") {
            [
                "limit": .prose(String(ReferenceQuery.limit)),
                "contained": .prose(String(ReferenceQuery.contained)),
            ]
        },
        HelpTopic("output"), HelpTopic("files"), HelpTopic("environment"),
        HelpTopic("exit") {
            [
                "statuses": .terms(
                    [("0", "done")] + Problem.Kind.allCases.map { (String($0.exitStatus), $0.meaning) })
            ]
        },
    ]
}
