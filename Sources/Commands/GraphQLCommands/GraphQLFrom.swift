import Workbench
import Tables
import Notation
import NowData
import Rendering

extension Parameter {
    fileprivate static let command = Argument<[String]>(
        "command", .tableCommand, .repeatedAtLeastOnce, "A table list, get, count, create, update or delete")
}

extension Command {
    static let graphqlFrom = Command(
        "graphql from", "Convert a table command to a GraphQL document",
        details: """
            Type the table command as usual, with its flags; it is not run. Conditions and --order become
            queryConditions, -n and --offset become pagination, and dot-walks select _reference. Labels and
            names become stored values.

            Without -f the document selects the default columns of the table, or every column with a data format.
            To run it, paste it after graphql.
            """,
        arguments: [
            .command
        ],
        traits: Traits(value: .answer),
        examples: [
            Example(
                "graphql from table list incident -q active=true -f number,caller_id.name -n 5",
                "a query for five active incidents with their callers"),
            Example("graphql from table get incident INC0010021", "a query for one incident"),
            Example(
                #"graphql from table update incident INC0010021 state="On Hold""#,
                "the mutation that puts an incident on hold; nothing is changed"),
        ]
    ) { run in
        let command = try boundCommand(run.arguments, run)
        let question = GraphQLConversion(command), inner = run.inner(command)
        let document: GraphQL.Document
        do {
            document = try await question.document(inner)
        } catch {
            // The error names the missing table in the inner command, which is not run.
            throw await MissingTable.explain(error, command, in: run)
                ?? ProblemMapper.problem(error, of: command)
        }
        // Double braces in a string would be a prompt variable where the document is pasted.
        let text = document.foldedText.split(separator: "{{", omittingEmptySubsequences: false).joined(
            separator: "\\u007B{")
        return CommandResult(.text(text)) { .string(text) }
    }
}

private func boundCommand(_ outer: BoundArguments, _ run: isolated Run) throws(Problem) -> BoundArguments {
    let words = outer.given(.command).map(\.word)
    let match = try CommandTable.match(Invocation(text: outer.line, words: words))
    if match.asksForHelp {
        throw Problem(
            .usage, "Ask for help separately.",
            source: words.last.map { .init(text: outer.line, span: $0.span) },
            hints: ["help \(match.command.name)", "help \(outer.command.name)"])
    }
    return try match.bind(in: outer.line, variables: Expansion(run.variables))
}
