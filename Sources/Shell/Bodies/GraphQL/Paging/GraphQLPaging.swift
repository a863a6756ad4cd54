/// Runs a document page by page.
enum GraphQLPaging {
    /// Every record of the one table a query asks for, batch by batch: `--all`.
    static func everything(
        _ run: GraphQLRun, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> CommandResult {
        throw context.arguments.problem(.usage, "--all is not there yet.", at: "all")
    }
}
