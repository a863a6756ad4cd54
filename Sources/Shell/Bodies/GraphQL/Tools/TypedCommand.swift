/// A command that stands behind another as its argument, words as they are typed, and is not run itself.
enum TypedCommand {
    /// Reads and checks it by its own grammar.
    ///
    /// - Throws: a usage problem under the user's own text.
    static func bound(_ outer: BoundArguments, _ session: isolated ShellSession) throws(Problem) -> BoundArguments {
        let words = outer.given("command").map(\.word)
        let match = try CommandTable.match(Invocation(text: outer.line, words: words))
        if match.asksForHelp {
            throw Problem(
                .usage, "Help is asked for by itself.",
                source: words.last.map { .init(text: outer.line, span: $0.span) },
                hints: ["help \(match.definition.name)", "help \(outer.definition.name)"])
        }
        return try match.bind(in: outer.line, variables: Expansion(session.variables))
    }
}
