import ExchangeModel
import Notation
import NowData
import Rendering

extension Command {
    static let graphql = Command(
        "graphql", "Run a GraphQL query or mutation",
        details: """
            DOCUMENT is typed as it is, over as many lines as needed: { … }, query NAME($x: TYPE) { … }, mutation {
            … }, followed by its fragments; @FILE reads a file. Flags follow it. All operations of the document are
            sent in one request unless --operation chooses one.

            --var gives a variable a value of its declared type: text for String and ID, numbers and true or false
            as such, JSON for lists and objects; NAME=@FILE takes the text of a file. {{name}} in a string stays
            inside the string; elsewhere it may only be a name, a number, true, false or null.

            Records are printed as a table with a column for each field, caller_id.email for a field behind
            _reference. --format json prints data as received, and so does any answer that is not a list of records.
            Captures read paths such as .GlideRecord_Query.TABLE._results[0].

            A mutation needs confirmation like any write.

            Records that it names by sys_id are read before, so that the plan shows old and new values, and again
            after it. undo reverts changes of records; a created record only if the document selects sys_id { value
            } or _row_data { uniqueValue }. Scripted mutations cannot be undone.
            """,
        arguments: [ArgumentDefinition("document", .document, "The document, or @FILE")],
        flags: [
            FlagDefinition("var", .variable, mayRepeat: true, "Set a variable of the document"),
            FlagDefinition("vars", .word("JSON"), "Set variables from a JSON object; @FILE reads a file"),
            FlagDefinition("operation", .operation, fallback: "all of them", "Run only this operation of the document"),
            FlagDefinition("all", "Fetch every record, page by page"),
            FlagDefinition("no-validate", "Send the document without validating it"),
            .plan,
        ],
        traits: Traits(value: .answerUnless("all"), changes: .byDocument),
        examples: [
            Example(
                #"graphql { GlideRecord_Query { incident(queryConditions: "active=true", pagination: {limit: 5}) { _rowCount _results { number { displayValue } caller_id { displayValue } } } } }"#,
                "five active incidents, and how many there are"),
            Example(
                "graphql query Q($q: String) { GlideRecord_Query { incident(queryConditions: $q) { _results { number { value } } } } } --var q=priority=1 => n = .GlideRecord_Query.incident._results[0].number.value",
                "a query with a variable; the first number is kept as {{n}}"),
            Example("graphql @articles.graphql --operation Recent --format csv", "one operation of a file, as CSV"),
            Example(
                #"graphql mutation { GlideRecord_Mutation { insert_incident(short_description: "Printer on fire") { number { value } } } } --plan"#,
                "the plan of a mutation; nothing is sent"),
        ]
    ) { session, context in
        let arguments = context.arguments
        let run = try await GraphQLRun.read(session, arguments)
        if !arguments.flag("no-validate") { try await GraphQLCheck.check(run, session, context) }
        let isPlan = arguments.flag("plan")
        if arguments.flag("all"), !isPlan { return try await GraphQLPaging.everything(run, session, context) }
        let writing = try await GraphQLWriter.read(run, session, context)
        guard !writing.records.changes.isEmpty else {
            if isPlan {
                context.notes.add("This would change nothing on \(session.shortName). Nothing was sent.")
                return CommandResult(.none)
            }
            return GraphQLResult(
                run, try await GraphQLSender.send(run, session), format: session.format(of: arguments)
            )
            .result(context.notes)
        }
        if !arguments.flag("no-validate") { try writing.checkValues() }
        let plan = GraphQLPlan(writing.records).plan
        if isPlan {
            context.notes.add(plan.text(on: session.shortName))
            context.notes.add("Nothing was sent.")
            return CommandResult(.none)
        }
        try await session.authorize(plan, context)
        let answers = try await writing.send(session)
        return GraphQLResult(run, answers, format: session.format(of: arguments)).result(context.notes)
    }
}

/// Sends a document.
enum GraphQLSender {
    /// Sends all operations in one request. A mutation invalidates what the session knows of records, whatever its
    /// outcome.
    static func send(_ run: GraphQLRun, _ session: isolated ShellSession) async throws -> [GraphQLResponse] {
        let link = try session.connected()
        let tables = GraphQLChange.all(in: run).map { $0.record?.table }
        defer {
            // What a scripted mutation writes to is unknown.
            if run.writes { session.recordsHaveChanged(in: tables.contains(nil) ? nil : tables.compactMap(\.self)) }
        }
        return try await GraphQLClient(instance: session.instance, transport: link.transport).run(run.requests)
    }
}
