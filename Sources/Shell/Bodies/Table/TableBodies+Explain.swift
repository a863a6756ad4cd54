import ExchangeModel
import NowData
import Notation
import Rendering

extension TableBodies {
    /// Says a query in words; no record is asked for.
    @Sendable static func explain(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let link = try session.connected()
        let table = arguments.string("table") ?? ""
        let text = arguments.string("query") ?? ""
        if try await link.schema.columns(of: table).isEmpty {
            context.notes.add("The instance does not tell the columns of \(table); names are taken at their word.")
        }
        var resolved = ResolvedQuery(text, table, link.schema)
        try await resolved.resolve(nil)
        let walk = resolved.walk
        let lines = resolved.query.explanation { walk.found($0)?.label }
        resolved.translations.forEach(context.notes.add)
        let problems = resolved.problems(now: context.now) { arguments.source(of: $0, in: "query") }
        session.warn(problems, in: context.notes)
        return CommandResult(.text(lines.joined(separator: "\n"))) { .array(lines.map(JSON.string)) }
    }
}
