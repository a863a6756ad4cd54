import ExchangeModel
import NowData

/// Explains the refusal of a table that does not exist: what it may have been meant to be is asked of the instance, in
/// one request that belongs to the command.
enum MissingTable {
    /// The problem, nil when the error is another.
    static func explain(
        _ error: any Error, _ arguments: BoundArguments, in session: isolated ShellSession
    ) async -> Problem? {
        guard case RequestFailure.refused(let refusal) = error, refusal.saysTableIsInvalid,
            let table = arguments.string("table")
        else { return nil }
        // Names that may not be read leave the sentence without a proposal.
        let names = (try? await session.connected().schema.tableNames().map(\.name)) ?? []
        guard !names.contains(table) else { return nil }
        return arguments.problem(
            .refused, "There is no table \(table) on \(session.shortName).", at: "table",
            hints: DidYouMean.hints(for: table, among: names) + ["table names"])
    }
}
