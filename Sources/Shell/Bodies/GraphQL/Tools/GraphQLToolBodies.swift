import ExchangeModel
import NowData
import Notation
import Rendering

/// The commands about documents: `graphql from`, `graphql format`, `graphql describe`.
enum GraphQLToolBodies {
    /// Lays a document out; nothing is sent.
    @Sendable static func format(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let source = try await GraphQLRun.source(session, context.arguments)
        let text: String
        do throws(GraphQL.SyntaxError) {
            text = try GraphQL.format(source.text)
        } catch {
            throw source.mistake(
                "The document cannot be read: \(error.message).", at: error.range,
                notes: ["Line \(error.line), column \(error.column) of the document."])
        }
        return CommandResult(.text(text)) { .string(text) }
    }

    /// Says what can be asked of the record schema, of a table or of a column.
    @Sendable static func describe(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let format = session.format(of: arguments)
        guard let table = arguments.string("table") else {
            return SchemaPage.roots.result(in: format)
        }
        let columns = try await session.tables().asking(for: .schema).describe(table)
        let page = SchemaPage(table, columns)
        guard let name = arguments.string("column") else { return page.result(in: format) }
        guard let column = columns.first(where: { $0.name == name }) else {
            throw arguments.problem(
                .refused, "\(table) has no column \(name).", at: "column",
                hints: DidYouMean.hints(for: name, among: columns.map(\.name)) + [
                    "graphql describe \(Quoting.word(table))"
                ])
        }
        return page.column(column).result(in: format)
    }
}
