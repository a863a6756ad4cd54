/// The program's command line, parsed.
package struct ProgramArguments: Sendable {
    package enum Action: Sendable {
        /// The interactive prompt, or commands from standard input.
        case prompt
        /// One command of the prompt. Its text is the line that is recorded.
        case command(Invocation)
        /// A command of `ProgramTable`.
        case program(BoundArguments)
        case help([String])
        case version
    }

    package let action: Action
    /// Global flags. Start-up flags may be anywhere in the line, the others only before the command.
    package let globals: BoundArguments
    /// What replaced the command, which is that of an earlier version; nil for every other command.
    package private(set) var renamed: String?

    /// Whether the command is a server, which ends by a signal.
    package var serves: Bool {
        if case .program(let arguments) = action { arguments.command.servesUntilEnded } else { false }
    }

    /// Parses the arguments as split by the system's shell.
    ///
    /// - Parameter arguments: without the program's own name.
    /// - Throws: a usage problem that points into the line made of the arguments.
    package init(_ arguments: [String]) throws(Problem) {
        let line = Quoting.line(of: arguments)
        let words = try ProgramArguments.words(of: line)
        var globals = Binder(definition: .program, line: line, variables: .none)
        var rest: [Word] = []

        // Flags before the command's name.
        var iterator = ArgumentIterator(words, of: .program)
        var place = 0
        while place < words.count, ArgumentIterator.isFlag(words[place]), let part = iterator.next() {
            try globals.take(part)
            switch part {
            case .flag(_, _, _, _, let words): place += words.count
            default: place += 1
            }
        }
        let typed = Invocation(text: line, words: Array(words[place...]))
        if let renamed = CommandSuggestion.renamed(typed) {
            let meant = try ProgramArguments.words(of: renamed).map { CompletionPoint.text(of: $0) }
            self = try ProgramArguments(arguments[..<place] + meant)
            self.renamed = Problem(renamed: typed, to: renamed).message
            return
        }
        if place < words.count {
            // Flags after it belong to the command, unless only the program has them.
            let name = Array(words[place...].prefix(CommandTable.deepest))
            let invocation = Invocation(text: line, words: name)
            let definition = try CommandMatch.find(invocation, in: CommandTable.all + ProgramTable.all).command
            rest = Array(words[place..<place + definition.words.count])
            var iterator = ArgumentIterator(words[(place + rest.count)...], of: definition.taking(GlobalFlags.atStart))
            while let part = iterator.next() {
                switch part {
                case .flag(let flag, _, _, _, let words):
                    if definition.flag(long: flag.name) == nil {
                        try globals.take(part)
                    } else {
                        rest += words
                    }
                case .unknownFlag(let word), .argument(let word), .end(let word): rest.append(word)
                }
            }
        }
        self.globals = try globals.finish()
        action = try ProgramArguments.action(rest, line: line, globals: self.globals)
    }

    private static func action(_ words: [Word], line: String, globals: BoundArguments) throws(Problem) -> Action {
        if globals[.version] { return .version }
        if words.isEmpty { return globals[.help] ? .help([]) : .prompt }
        let bytes = Array(line.utf8)
        // The command's own line, without the words that belong to the program.
        let own = words.map { String(decoding: bytes[$0.span], as: UTF8.self) }.joined(separator: " ")
        let invocation = Invocation(text: own, words: try ProgramArguments.words(of: own))
        let match = try CommandMatch.find(invocation, in: CommandTable.all + ProgramTable.all)
        if match.asksForHelp || globals[.help] { return .help(match.command.words.map(String.init)) }
        if CommandTable.named(match.command.name) != nil { return .command(invocation) }
        return .program(try match.bind(in: own))
    }

    private static func words(of line: String) throws(Problem) -> [Word] {
        do throws(ParseError) { return try Parser.parse(line).words } catch { throw error.problem(in: line) }
    }
}

extension ProgramArguments {
    /// The instance that a command line names, even an unfinished one; nil if it names none.
    package static func namedInstance(in words: [String]) -> String? {
        for (place, word) in words.enumerated() {
            if word == "--" { return nil }
            if word == "--instance", place + 1 < words.count { return words[place + 1] }
            if word.hasPrefix("--instance=") { return String(word.dropFirst("--instance=".count)) }
        }
        return nil
    }
}

extension Command {
    /// The program itself as a command, for parsing its flags.
    static let program = Command("snowdeck", flags: GlobalFlags.atStart + ProgramTable.switches.filter { $0 != .help })

    /// The command with additional flags. Its own flags take precedence.
    func taking(_ more: [FlagDefinition]) -> Command {
        var other = self
        other.flags += more.filter { flag(long: $0.name) == nil }
        return other
    }
}

extension Parameter {
    package static let version = Flag<Bool>("version", "Print the version")
}

/// The program's verbs and flags, besides the commands of the prompt.
package enum ProgramTable {
    package static var all: [Command] { CommandTable.current.verbs }

    /// Flags that act as commands.
    package static let switches: [FlagDefinition] = [.version, .help]
}
