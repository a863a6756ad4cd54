/// The command that a line names.
package struct CommandMatch: Sendable {
    /// The command.
    package let command: Command
    /// What stands after its name.
    package let words: ArraySlice<Word>
    /// `--help` or `-h` stands among them: the command is to be explained, not run.
    package let asksForHelp: Bool
}

extension CommandTable {
    /// Finds the command that a line names.
    ///
    /// - Throws: a usage problem with what was probably meant.
    package static func match(_ invocation: Invocation) throws(Problem) -> CommandMatch {
        try CommandMatch.find(invocation, in: all)
    }
}

extension CommandMatch {
    static func find(_ invocation: Invocation, in commands: [Command]) throws(Problem) -> CommandMatch {
        let words = invocation.words
        guard let firstWord = words.first else { throw Problem(.usage, "No command is given.", hints: ["help"]) }
        let first = firstWord.literal ?? ""
        let typed = words.prefix(CommandTable.deepest).map { $0.literal ?? "" }
        for count in stride(from: typed.count, to: 0, by: -1) {
            let name = typed[..<count].joined(separator: " ")
            if let command = commands.first(where: { $0.name == name }) {
                return CommandMatch(command, words[count...])
            }
        }

        func problem(_ message: String, _ word: Word, hints: [String]) -> Problem {
            Problem(.usage, message, source: Problem.Source(text: invocation.text, span: word.span), hints: hints)
        }
        // The words that lead to commands: `page`, or `page theme`.
        let groups = (1...typed.count).map { typed[..<$0].joined(separator: " ") }
        let depth = groups.count { group in commands.contains { $0.name.hasPrefix(group + " ") } }
        if depth == 0 {
            var seen: Set<String> = []
            let names = commands.map { String($0.words[0]) }.filter { seen.insert($0).inserted }
            let hints = first.isEmpty ? [] : DidYouMean.hints(for: first, among: names)
            if first == "snowdeck" {
                throw problem(
                    "This is Snowdeck already.", firstWord, hints: ["help", "The same line without snowdeck."])
            }
            let shown = first.isEmpty ? "This is no command." : "There is no command \(first)."
            throw problem(shown, firstWord, hints: hints.isEmpty ? ["help"] : hints)
        }
        let group = groups[depth - 1]
        var seen: Set<String> = []
        let members = commands.filter { $0.name.hasPrefix(group + " ") }.map { String($0.words[depth]) }
            .filter { seen.insert($0).inserted }
        if words.count > depth, let next = words[depth].literal, !ArgumentWalk.isFlag(words[depth]) {
            let hints = DidYouMean.hints(for: next, among: members) { "\(group) \($0)" }
            throw problem(
                "There is no command \(group) \(next).", words[depth],
                hints: hints.isEmpty ? ["\(group) knows \(Phrase.listed(members, joinedBy: "and"))."] : hints)
        }
        throw problem(
            "\(group) needs a \(depth == 1 ? "second" : "third") word: \(Phrase.listed(members, joinedBy: "or")).",
            firstWord, hints: ["help \(group)"])
    }

    private init(_ command: Command, _ words: ArraySlice<Word>) {
        self.command = command
        self.words = words
        var walk = ArgumentWalk(words, of: command)
        var asks = false
        while let part = walk.next() {
            if case .flag(let flag, _, _, _, _) = part, flag == .help { asks = true }
        }
        asksForHelp = asks
    }

    /// Checks the words against the command's grammar.
    package func bind(in line: String, variables: Expansion = .none) throws(Problem) -> BoundArguments {
        try command.bind(words, in: line, variables: variables)
    }
}
