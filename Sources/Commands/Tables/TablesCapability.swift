import NowData
import Rendering
package import Workbench

extension Capability {
    package static let tables = Capability(
        "Tables",
        commands: [
            .tableList, .tableGet, .tableCreate, .tableUpdate, .tableEdit, .tableDelete, .tableCount, .tableExplain,
            .tableDescribe, .tableNames, .undo, .attachList, .attachShow, .attachGet, .attachPut, .attachDelete, .rest,
        ],
        groups: [
            CommandGroup("table", "Read and change records, and describe tables"),
            CommandGroup("attach", "List, download, add and delete attachments"),
        ], topics: [HelpTopics.queries, HelpTopics.times], completes: CompletionEngine.tableValues,
        explains: MissingTable.explain)
}

extension HelpTopics {
    static let times = HelpTopic("times") {
        [
            "people": .prose(Format.names(forPrograms: false).joined(separator: ", ")),
            "programs": .prose(Format.names(forPrograms: true).joined(separator: ", ")),
        ]
    }

    static let queries = HelpTopic("queries") {
        [
            "operators": .terms(
                QueryOperator.all.map { ("field" + $0.spelling + ($0.takesValue ? "value" : ""), $0.summary) })
        ]
    }
}

/// Explains the rejection of a missing table. Suggestions need one request for the table names, which belongs to the
/// command.
package enum MissingTable {
    @Sendable static func explain(_ error: any Error, in run: isolated Run) async -> Problem? {
        await explain((error as? any CausedError)?.cause ?? error, run.arguments, in: run)
    }

    package static func explain(_ error: any Error, _ arguments: BoundArguments, in run: isolated Run) async -> Problem?
    {
        if let changed = error as? SkippedRecordError {
            return Problem(.refused, changed.message, notes: ["Nothing was changed."])
        }
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
