/// What is known to be wrong with a document before it is sent.
enum GraphQLChecking {
    /// Throws the problem that stops a command; leaves remarks otherwise. Not called with `--no-validate`.
    static func check(
        _ run: GraphQLRun, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws {}
}
