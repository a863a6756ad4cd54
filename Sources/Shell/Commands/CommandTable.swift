/// Every command of the prompt, in the order of help.
package enum CommandTable {
    /// The commands.
    package static let all: [Command] = [
        .tableList, .tableGet, .tableCreate, .tableUpdate, .tableDelete, .tableCount, .tableExplain, .tableDescribe,
        .tableNames, .undo,
        .attachList, .attachShow, .attachGet, .attachPut, .attachDelete, .rest,
        .task, .taskShow, .taskComments, .taskComment,
        .pageOpen, .pageFollow, .pageBack, .pageForward, .pageReload, .pageLinks, .pageFind, .pageSource, .pageForm,
        .pageBrowse, .pageShot,
        .pagePreload, .pageCache, .pageCacheClear,
        .pageThemeList, .pageThemeUse, .pageThemeShow, .pageThemeNew, .pageThemeRemove,
        .graphql, .graphqlDescribe, .graphqlFormat, .graphqlFrom,
        .tapeStatus, .tapeNew, .tapeOpen, .tapeList, .tapeShow, .tapeWhy, .tapeDump, .tapeAudit,
        .tapeImport, .tapeExport,
        .recipeList, .recipeShow, .recipeRun, .recipeSave, .recipeTest, .recipeAccept, .recipeFormat, .recipeLint,
        .connect, .login, .logout, .whoami,
        .profileAdd, .profileList, .profileShow, .profileUse, .profileEdit, .profileRemove,
        .history, .set, .help, .quit,
    ]

    /// The words that several commands share: `table`, and `page theme`, which stands below `page`.
    package static let groups: [CommandGroup] = [
        CommandGroup("table", "Read and change records, and see what a table holds"),
        CommandGroup("attach", "See, fetch and change the files attached to records"),
        CommandGroup("page", "Read the instance's pages, fill in their forms, and show them in a browser"),
        CommandGroup("page theme", "See, choose and make the colours of pages"),
        CommandGroup("tape", "See and change the cassette in the deck"),
        CommandGroup("recipe", "Read, check and run the files of commands that a team shares"),
        CommandGroup("profile", "Name instances, and say what stands before a change of their records"),
    ]

    /// How many words the longest name has.
    static let deepest = 3

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The command of that name.
    package static func named(_ name: String) -> Command? { byName[name] }

    /// The commands that begin with those words and have another after them.
    package static func members(of group: String) -> [Command] {
        all.filter { $0.name.hasPrefix(group + " ") }
    }

    /// What may stand as the next word of a command's name, each once, with its summary.
    static func nextWords(after words: [String]) -> [(word: String, summary: String)] {
        let group = words.joined(separator: " ")
        var next: [(word: String, summary: String)] = []
        for command in members(of: group) {
            let word = String(command.words[words.count]), name = group + " " + word
            guard !next.contains(where: { $0.word == word }) else { continue }
            next.append((word, summary(of: name) ?? command.summary))
        }
        return next
    }

    /// What stands under a word or words: a command, or several.
    private static func summary(of name: String) -> String? {
        named(name)?.summary ?? groups.first { $0.name == name }?.summary
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

/// Commands that share their first words.
package struct CommandGroup: Sendable, Hashable {
    package let name: String
    /// What they do together: imperative, without a full stop.
    package let summary: String

    init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}
