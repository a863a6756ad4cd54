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
        let query = EncodedQuery(text)
        do throws(RequestFailure) {
            link.columns[table] = try await link.tables.asking(for: .schema).interfaceColumns(table)
        } catch {
            guard case .refused(let refusal) = error, !refusal.saysTableIsInvalid else { throw error }
            link.columns[table] = []
        }
        if link.columns[table]?.isEmpty ?? true {
            context.notes.add("The instance does not tell the columns of \(table); names are taken at their word.")
        }
        var walk = ColumnWalk(link.tables, memory: link.columns)
        for column in query.columnsAsked { try await walk.follow(column, of: table) }
        let found = walk
        let lines = query.explanation { found.found($0)?.label }
        let problems = query.problems(
            knownColumns: { found.known[$0] }, internalType: { found.found($0)?.description.type })
        for part in problems {
            let words = DroppedPart(part, of: query, in: text, table)
            let problem = Problem(
                .refused, words.message(walk),
                source: arguments.value("query").map {
                    Problem.Source(text: arguments.line, span: $0.span(of: part.span))
                }, hints: words.hints(walk))
            context.notes.add(
                ProblemText.remark(problem.withoutSecrets(session.redaction), width: session.settings.width))
        }
        return CommandResult(.text(lines.joined(separator: "\n"))) { .array(lines.map(JSON.string)) }
    }
}

extension EncodedQuery {
    /// The columns that a query goes by, dot-walks included, in the order of the text, each once; and what may be columns
    /// in front of an operator that cannot be read.
    var columnsAsked: [String] {
        var columns: [String] = []
        _ = problems { column in
            if !columns.contains(column) { columns.append(column) }
            return nil
        }
        return columns
    }
}
