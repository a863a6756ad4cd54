import ExchangeModel
import Notation
import NowData
import Rendering
import TapeDeck

extension Command {
    static let rest = Command(
        "rest", "Send a request to any REST API of the instance",
        details: """
            PATH is relative to the instance, and may carry a query; a whole address must be one of this instance. NAME=VALUE
            makes a JSON object of texts the body; --body is for everything else. The body's media type is that of JSON where
            it is JSON, that of a form where it is NAME=VALUE&…, else by the file's ending; --type says otherwise.

            JSON is shown indented, and text as it is. Where a table is asked for (--format columns, line, csv, tsv, yaml or
            markdown) and the answer's result is a record or a list of records, that is what is shown. Bytes that are no text
            go into a file or a pipeline only.

            GET, HEAD and OPTIONS read; so does a POST of GraphQL queries only. Everything else is asked for as any write is.
            Signing in is the session's business: a header that carries a credential is refused.
            """,
        arguments: [
            ArgumentDefinition("method", .method, "GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE"),
            ArgumentDefinition("path", .path, "Where to, on this instance"),
            ArgumentDefinition(
                "members", .assignment(of: .member), .repeated, "A member of the JSON object that is the body"),
        ],
        flags: [
            FlagDefinition("param", short: "p", .parameter, mayRepeat: true, "Add this to the query, encoded"),
            FlagDefinition("header", short: "H", .header, mayRepeat: true, "Send this header line"),
            FlagDefinition("body", .word("TEXT"), "Send this body; @FILE sends a file's bytes"),
            FlagDefinition("type", .mediaType, "Call the body by this media type"),
            FlagDefinition("include", short: "i", "Show status and header lines as well"),
        ],
        traits: Traits(value: .answer, changes: .byMethod, takesAddress: true, expects: .status),
        examples: [
            Example("rest GET /api/now/table/incident -p sysparm_limit=1", "one incident, as the instance sends it"),
            Example(
                "rest GET /api/now/stats/incident -p sysparm_count=true => n = .result.stats.count",
                "how many incidents there are, kept as {{n}}"),
            Example(
                #"rest POST /api/now/table/incident short_description="Printer on fire" urgency=2"#, "a new incident"),
            Example("rest POST /api/now/v1/batch --body @batch.json -i", "a file's requests, with status and headers"),
        ]
    ) { session, context in
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
}

/// Warns about fields of a record that were given a value and are empty in the answer of the Table API.
private func noteEmptied(
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

extension ShellSession {
    /// Whether somebody chose the format: with the command, or as a setting.
    func asksForFormat(_ arguments: BoundArguments) -> Bool {
        arguments.has("format") || settings.format != .columns
    }
}
