/// Every command of the prompt, in the order of help.
package enum CommandTable {
    /// The commands.
    package static let all: [CommandDefinition] = [
        .tableList, .tableGet, .tableCreate, .tableUpdate, .tableDelete, .tableCount, .tableExplain, .tableDescribe,
        .tableNames, .undo,
        .attachList, .attachShow, .attachGet, .attachPut, .attachDelete, .rest,
        .task, .taskShow, .taskComments, .taskComment,
        .graphql, .graphqlDescribe, .graphqlFormat, .graphqlFrom,
        .tapeStatus, .tapeNew, .tapeOpen, .tapeList, .tapeShow, .tapeWhy, .tapeDump, .tapeAudit,
        .connect, .login, .logout, .whoami,
        .profileAdd, .profileList, .profileShow, .profileUse, .profileEdit, .profileRemove,
        .history, .set, .help, .quit,
    ]

    /// The first words that several commands share.
    package static let groups: [CommandGroup] = [
        CommandGroup("table", "Read and change records, and see what a table holds"),
        CommandGroup("attach", "See, fetch and change the files attached to records"),
        CommandGroup("task", "List my open tasks, and see and write what is noted on any"),
        CommandGroup("tape", "See and change the cassette in the deck"),
        CommandGroup("profile", "Name instances, and say what stands before a change of their records"),
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The command of that name.
    package static func named(_ name: String) -> CommandDefinition? { byName[name] }

    /// The commands that begin with that word and have another after it.
    package static func members(of group: String) -> [CommandDefinition] {
        all.filter { $0.words.count > 1 && $0.words[0] == group }
    }

    /// Every first word, in the order of help, with its summary.
    package static let firstWords: [(word: String, summary: String)] = {
        var words: [(word: String, summary: String)] = []
        for command in all {
            let word = String(command.words[0])
            guard !words.contains(where: { $0.word == word }) else { continue }
            words.append((word, groups.first { $0.name == word }?.summary ?? command.summary))
        }
        return words
    }()
}
