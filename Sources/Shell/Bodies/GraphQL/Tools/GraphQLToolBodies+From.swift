import NowData
import Notation
import Rendering

extension GraphQLToolBodies {
    /// Writes the document that asks what a table command asks.
    @Sendable static func from(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let command = try TypedCommand.bound(context.arguments, session)
        let question = TableQuestion(
            command,
            CommandContext(
                arguments: command, now: context.now, seed: context.seed, notes: context.notes,
                progress: context.progress))
        let document: GraphQL.Document
        do {
            document = try await question.document(session)
        } catch {
            // The table that is missing is named by the command that is not run.
            throw await MissingTable.explain(error, command, in: session)
                ?? ProblemMaking.problem(error, of: command)
        }
        // Braces in a string would name a variable of the prompt where the document is pasted.
        let text = FoldedFields.text(of: document).split(separator: "{{", omittingEmptySubsequences: false).joined(
            separator: "\\u007B{")
        return CommandResult(.text(text)) { .string(text) }
    }
}
