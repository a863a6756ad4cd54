import NowData
import Rendering
package import Workbench

extension Capability {
    package static let tables = Capability(
        "Tables",
        commands: [
            .tableList, .tableGet, .tableCreate, .tableUpdate, .tableEdit, .tableDelete, .tableCount, .tableExplain,
            .tableDescribe, .tableNames, .undo, .attachList, .attachShow, .attachGet, .attachPut, .attachDelete,
            .rest,
        ],
        groups: [
            CommandGroup("table", "Read and change records, and describe tables"),
            CommandGroup("attach", "List, download, add and delete attachments"),
        ],
        topics: [HelpTopics.queries, HelpTopics.times],
        completes: CompletionEngine.tableValues,
        explains: MissingTable.explain)
}

extension HelpTopics {
    static let times = HelpTopic(
        name: "times", summary: "Time zones in output and input",
        page: {
            [
                .prose(
                    """
                    A displayed time is in the session's zone, with the offset from UTC: 2025-03-01 20:58:00 -08:00. A
                    stored time is in UTC, without an offset: 2025-03-02 04:58:00.
                    """),
                .prose(
                    """
                    The session's zone is TZ, else the machine's; set zone=NAME changes it. The tape keeps the zone, so a
                    replay shows the same times. Steps of a recipe use UTC.
                    """),
                .terms([
                    (
                        Format.names(forPrograms: false).joined(separator: ", "),
                        "Displayed times, whatever your settings on the instance; stored ones with --display value."
                    ),
                    (
                        Format.names(forPrograms: true).joined(separator: ", "),
                        "Stored times; displayed ones with --display display, and with both in a column of their own."
                    ),
                    (
                        "zone=instance",
                        "Displayed times as the instance shows them, in your zone and format there; others in UTC."
                    ),
                    (
                        "journals",
                        "A field such as work_notes is a text of the instance, with times in your zone there, in every format. task comments and task show read its entries and treat their times like others."
                    ),
                    (
                        "pages, texts",
                        "As the instance wrote them, in your zone there; also journals that only a record displays."
                    ),
                    (
                        "-q, field=value",
                        "Stored values in UTC; with --input display in your zone on the instance."
                    ),
                ]),
                .examples([
                    .init("set zone=Europe/Berlin", "German time"),
                    .init("set zone=utc", "times as stored"),
                    .init("set --save zone=instance", "dates in your zone and format on the instance, from now on"),
                ]),
            ]
        })

    static let queries = HelpTopic(
        name: "queries", summary: "Encoded queries for -q",
        page: {
            [
                .prose("A condition is a field, an operator and a value, without blanks between them."),
                .terms([
                    ("a^b", "both"),
                    ("a^ORb", "one or the other; joined to the condition just before"),
                    ("a^NQb", "one or the other; two whole queries"),
                    ("^ORDERBYfield", "ordered by a field; ^ORDERBYDESCfield descending"),
                    ("caller_id.name=…", "a field of the record that a reference leads to"),
                ]),
                .terms(QueryOperator.all.map { ("field" + $0.spelling + ($0.takesValue ? "value" : ""), $0.summary) }),
                .prose(
                    """
                    The instance compares references by sys_id, choices by value, and dates as 2024-01-31 12:00:00 in
                    UTC. Snowdeck translates labels of choices, and names, user names and numbers of records, and
                    prints what it sends. --raw-query sends the query as typed.
                    """),
                .prose(
                    """
                    @me is the signed-in user, in references to users: assigned_to=@me, also as a value for table create
                    and table update. With --raw-query it is sent as typed; in an assignment @./me is a file named me.
                    """),
                .prose(
                    """
                    You are warned about every condition the instance ignores, because ignoring one returns too many
                    records, and about values that match nothing.
                    """),
                .prose(
                    """
                    --strict-query turns these warnings into errors, which they always are for changes of many
                    records. Queries in a GraphQL document are checked but not translated; rest sends its parameters
                    unchecked.
                    """),
                .examples([
                    .init(
                        "table list incident -q active=true^priority=1^ORpriority=2",
                        "active incidents of priority 1 or 2"),
                    .init(
                        "table list incident -q 'short_descriptionLIKEprinter on'", "a value with a blank, in quotes"),
                ]),
            ]
        })
}

/// Explains the rejection of a missing table. Suggestions need one request for the table names, which belongs to the
/// command.
package enum MissingTable {
    @Sendable static func explain(_ error: any Error, in run: isolated Run) async -> Problem? {
        await explain((error as? any CausedError)?.cause ?? error, run.arguments, in: run)
    }

    package static func explain(_ error: any Error, _ arguments: BoundArguments, in run: isolated Run) async -> Problem?
    {
        guard case RequestFailure.errorResponse(let errorResponse) = error, errorResponse.isUnknownTable,
            let table = arguments[.table]
        else { return nil }
        // If table names are not readable, the message has no suggestion.
        let names = (try? await run.connected().schema.tableNames().map(\.name)) ?? []
        guard !names.contains(table) else { return nil }
        var problem = arguments.problem(
            .refused, "There is no table \(table) on \(run.shortName).", at: .table,
            hints: DidYouMean.hints(for: table, among: names) + ["table names"])
        problem.replacement = DidYouMean.nearest(to: table, among: names).first
        return problem
    }
}
