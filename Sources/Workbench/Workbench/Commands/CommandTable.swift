import Redactors
import Synchronization

/// Everything that can be typed: the commands, verbs, settings and help topics of the capabilities.
package final class CommandTable: Sendable {
    let capabilities: [Capability]
    let commands: [Command]
    let groups: [CommandGroup]
    let verbs: [Command]
    let topics: [HelpTopic]
    let settings: [SettingDefinition]
    private let byName: [String: Command]
    let settingsByName: [String: SettingDefinition]
    private let firstWords: [FirstWord]

    /// - Parameters:
    ///   - capabilities: in the order of help.
    ///   - prompt: the prompt's own. Its commands come last, all else of it first.
    package init(_ capabilities: [Capability], prompt: Capability) {
        self.capabilities = capabilities + [prompt]
        commands = self.capabilities.flatMap(\.commands)
        groups = self.capabilities.flatMap(\.groups)
        let generalFirst = [prompt] + capabilities
        verbs = generalFirst.flatMap(\.verbs)
        topics = generalFirst.flatMap(\.topics)
        settings = generalFirst.flatMap(\.settings)
        byName = Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0) })
        settingsByName = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0) })
        var words: Set<String> = []
        firstWords = commands.map { FirstWord(word: String($0.words[0]), command: $0) }.filter {
            words.insert($0.word).inserted
        }
    }

    /// The program's table, set once at its start.
    private static let installed = Mutex(CommandTable([], prompt: Capability("Prompt")))
    /// Another table for a part of a test.
    @TaskLocal private static var local: CommandTable?

    static var current: CommandTable { local ?? installed.withLock(\.self) }

    /// Makes this the program's table.
    package func install() {
        Self.installed.withLock { $0 = self }
        CommandLineRedactor.declare(hidingFlags)
    }

    /// The flags whose values may hold secrets, by spelling.
    private var hidingFlags: [String: CommandLineRedactor.Reading] {
        var hiding: [String: CommandLineRedactor.Reading] = [:]
        for flag in commands.flatMap(\.flags) {
            guard let reading = flag.hides else { continue }
            hiding[flag.spelling] = reading
            if let short = flag.short { hiding["-\(short)"] = reading }
        }
        return hiding
    }

    /// Runs a body with this table in place of the program's.
    package func use<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        try await Self.$local.withValue(self, operation: body)
    }

    func use<Value>(_ body: () throws -> Value) rethrows -> Value { try Self.$local.withValue(self, operation: body) }
}

extension CommandTable {
    package static var all: [Command] { current.commands }
    package static var groups: [CommandGroup] { current.groups }
    /// All first words, in the order of help, with their summaries.
    package static var firstWords: [FirstWord] { current.firstWords }

    /// What a capability says about a command's error; nil if none knows it.
    static func explained(_ error: any Error, in run: Run) async -> Problem? {
        for capability in current.capabilities {
            if let problem = await capability.explains?(error, run) { return problem }
        }
        return nil
    }

    /// The most words of a command's name.
    static let deepest = 2

    package static func named(_ name: String) -> Command? { current.byName[name] }

    /// The commands whose names begin with this prefix and have a further word.
    package static func members(of group: String) -> [Command] {
        all.filter { $0.name.hasPrefix(group + " ") }
    }

    /// The second words of commands' names, with their summaries.
    static func nextWords(after words: [String]) -> [(word: String, summary: String)] {
        members(of: words.joined(separator: " ")).map { (String($0.words[words.count]), $0.summary) }
    }
}

/// Commands that share a prefix.
package struct CommandGroup: Sendable, Hashable {
    package let name: String
    /// An imperative phrase without a full stop.
    package let summary: String

    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}

/// The first word of commands. Its summary is read when it is shown.
package struct FirstWord: Sendable {
    package let word: String
    fileprivate let command: Command

    package var summary: String {
        CommandTable.groups.first { $0.name == word }?.summary ?? command.summary
    }
}

/// The command that a line names.
package struct CommandMatch: Sendable {
    package let command: Command
    package let words: ArraySlice<Word>
    /// Whether `--help` or `-h` is among the words, or `?` the last one.
    package let asksForHelp: Bool
}

extension CommandTable {
    /// Finds the command that a line names.
    ///
    /// - Throws: a usage problem with suggestions.
    package static func match(_ invocation: Invocation) throws(Problem) -> CommandMatch {
        try CommandMatch.find(invocation, in: all)
    }
}

extension CommandMatch {
    /// Words that ask for help about those before them.
    private static let asking = ["--help", "-h", "?"]

    static func find(_ invocation: Invocation, in commands: [Command]) throws(Problem) -> CommandMatch {
        let words = invocation.words
        guard let firstWord = words.first else { throw Problem(.usage, "No command is given.", hints: ["help"]) }
        let first = firstWord.literal ?? ""
        let typed = words.prefix(CommandTable.deepest).map { $0.literal ?? "" }
        for typed in [typed, typed.map { $0.lowercased() }] {
            for count in stride(from: typed.count, to: 0, by: -1) {
                let name = typed[..<count].joined(separator: " ")
                if let command = commands.first(where: { $0.name == name }) {
                    return CommandMatch(command, words[count...])
                }
            }
        }
        if let name = CommandSuggestion.names[first] ?? CommandSuggestion.names[first.lowercased()],
            let command = commands.first(where: { $0.name == name })
        {
            return CommandMatch(command, words.dropFirst())
        }

        func problem(_ message: String, _ word: Word, hints: [String], near: String? = nil) -> Problem {
            var problem = Problem(
                .usage, message, source: Problem.Source(text: invocation.text, span: word.span), hints: hints)
            problem.replacement = near
            return problem
        }
        let group = first.lowercased()
        let members = commands.filter { $0.name.hasPrefix(group + " ") }.map { String($0.words[1]) }
        if members.isEmpty {
            var seen: Set<String> = []
            let names = commands.map { String($0.words[0]) }.filter { seen.insert($0).inserted }
            let hints = first.isEmpty ? [] : DidYouMean.hints(for: first, among: names)
            if first == "snowdeck" { throw problem("This is Snowdeck already.", firstWord, hints: ["help"]) }
            if ProgramTable.all.contains(where: { $0.words[0] == first }) {
                if let verb = try? find(invocation, in: ProgramTable.all), verb.asksForHelp { return verb }
                throw problem(
                    "\(first) is a command of the program, not of the prompt.", firstWord,
                    hints: ["In a shell: snowdeck \(invocation.text)"])
            }
            let shown = first.isEmpty ? "This is not a command." : "There is no command \(first)."
            throw problem(
                shown, firstWord, hints: hints.isEmpty ? ["help"] : hints,
                near: DidYouMean.nearest(to: first, among: names).first)
        }
        if words.count > 1, Self.asking.contains(words[1].barePrefix),
            let help = commands.first(where: { $0.name == "help" })
        {
            return CommandMatch(help, words[..<1])
        }
        if words.count > 1, let next = words[1].literal, !ArgumentIterator.isFlag(words[1]) {
            let hints = DidYouMean.hints(for: next, among: members) { "\(group) \($0)" }
            let near = DidYouMean.nearest(to: next, among: members).first
            throw problem(
                "There is no command \(group) \(next).", words[1],
                hints: hints.isEmpty ? ["\(group) knows \(Phrase.listed(members, joinedBy: "and"))."] : hints,
                near: near)
        }
        throw problem(
            "\(group) needs a second word: \(Phrase.listed(members, joinedBy: "or")).",
            firstWord, hints: ["help \(group)"])
    }

    private init(_ command: Command, _ words: ArraySlice<Word>) {
        self.command = command
        self.words = words
        var iterator = ArgumentIterator(words, of: command)
        // `?` after other words.
        var asks = !command.traits.takesRest && words.last?.barePrefix == "?"
        while let part = iterator.next() {
            if case .flag(let flag, _, _, _, _) = part, flag == .help { asks = true }
        }
        asksForHelp = asks
    }

    package func bind(in line: String, variables: Expansion = .none) throws(Problem) -> BoundArguments {
        try command.bind(words, in: line, variables: variables)
    }
}
