import NowData
package import Workbench

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
