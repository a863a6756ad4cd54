import ExchangeModel
import NowData
import Notation
import Rendering
import TapeDeck

/// The `rest` command.
enum RestBodies {
    @Sendable static func rest(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let request = try await RestRequest.made(session, context.arguments)
        // That a POST stands for a read is something the instance may not know.
        let writes = !Safety.isSafe(request) || request.effectiveMethod != request.method
        if writes {
            try await session.authorise(
                WritePlan(doing: "send \(request.method) \(request.url.target)", table: ""), context)
        }
        let answer = try await APIClient(transport: try session.connected().transport).send(request)
        if writes { session.recordsHaveChanged() }
        let redaction = session.redaction
        let shown = RestAnswer(
            answer, to: request.method, showsHead: context.arguments.flag("include"),
            format: session.format(of: context.arguments), isFormatAsked: session.asksForFormat(context.arguments),
            masked: {
                redaction.masked(
                    answer.response.body, type: answer.response.headers["Content-Type"],
                    knowing: DocumentSecrets(of: request))
            }, headers: answer.response.headers.map { ($0.name, redaction.masked($0)) })
        do {
            try answer.check()
        } catch {
            // The refusal is what is said; who wants the head gets it beside it.
            if context.arguments.flag("include") { shown.headLines.forEach(context.notes.add) }
            throw error
        }
        if writes { noteEmptied(request, answer, session, context) }
        return try shown.result(context.notes)
    }

    /// Warns about fields of a record that were given a value and are empty in the answer of the Table API.
    private static func noteEmptied(
        _ request: HTTPRequest, _ answer: APIAnswer, _ session: isolated ShellSession, _ context: CommandContext
    ) {
        let path = request.url.path.split(separator: "/").drop { $0 != "table" }.dropFirst()
        guard let table = path.first, answer.isJSON, let body = try? JSONDocument(request.body ?? []).root,
            let row = (try? answer.json())?["result"].map(TableRow.init), row.sysID != nil
        else { return }
        let present = Set(row.columns)
        let fields = body.members.compactMap { name, node in
            present.contains(name) ? node.scalarText.map { (name: name, value: $0) } : nil
        }
        var differences = StoredDifferences()
        // How values come depends on the request's own parameters; only what is empty says the same in all forms.
        differences.compare(
            TableWrite(fields, readsDisplayValues: true), String(table), [], before: nil, after: row)
        differences.note(in: context.notes)
    }
}

extension ShellSession {
    /// Whether somebody chose the format: with the command, or as a setting.
    func asksForFormat(_ arguments: BoundArguments) -> Bool {
        arguments.has("format") || settings.format != .columns
    }
}
