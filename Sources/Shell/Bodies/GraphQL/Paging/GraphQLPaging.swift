import NowData
import Notation
import Rendering

/// Runs a document page by page.
enum GraphQLPaging {
    /// Every record of the one table a query asks for, batch by batch, written as it comes: `--all`.
    static func everything(
        _ run: GraphQLRun, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> CommandResult {
        let paged = try paged(run, context.arguments)
        let link = try session.connected()
        let batches = GraphQLBatches(
            paged, GraphQLClient(instance: session.instance, transport: link.transport))
        let faults = GraphQLFaults(run)
        // The first records say which columns there are; batches before them hold none that may be read.
        let first: GraphQLBatches.Batch?
        do {
            first = try await batches.first()
        } catch let refused as GraphQLBatches.Refused {
            throw problem(refused.errors, faults)
        }
        guard let columns = GraphQLColumns(paged.fields, GraphQL.Fragments(run.document), rows: first?.rows ?? [])
        else {
            throw context.arguments.problem(
                .usage, "The records have more columns than a table has, which --all writes.", at: "all")
        }
        let notes = context.notes, progress = context.progress
        let stream = RowBatches {
            let batch: GraphQLBatches.Batch?
            do {
                batch = try await batches.next()
            } catch {
                throw await brokenOff(error, batches, faults)
            }
            let sum = await batches.sum
            guard let batch else {
                progress("")
                if sum.rows == 0, sum.withheld == 0 { notes.add("No record found.") }
                if sum.withheld > 0 { notes.add(ShownRows.withheldText(shown: sum.rows, withheld: sum.withheld)) }
                let errors = await batches.errors
                if !errors.isEmpty { throw problem(errors, faults) }
                return nil
            }
            progress(batch.total.map { "\(sum.rows) of \($0) records" } ?? "\(sum.rows) records")
            return batch.rows.map(columns.cells)
        }
        return CommandResult(.stream(columns: columns.columns, batches: stream))
    }

    private static func paged(_ run: GraphQLRun, _ arguments: BoundArguments) throws -> PagedDocument {
        guard let entry = run.entries.first, run.entries.count == 1 else {
            throw arguments.problem(
                .usage, "--all fetches one list, and the document has several operations.", at: "all",
                hints: ["--operation NAME chooses one."])
        }
        do throws(Unpageable) {
            return try PagedDocument(run.document, entry.operation, given: entry.variables)
        } catch {
            let place = error.place
            throw Problem(
                .usage, error.message, source: place.range.isEmpty ? nil : run.source.source(of: place),
                hints: ["Without --all the document is sent once, as it is."])
        }
    }

    /// A list that ended in the middle: what was shown stays, and how much that is stands under the reason.
    private static func brokenOff(
        _ error: any Error, _ batches: GraphQLBatches, _ faults: GraphQLFaults
    ) async -> any Error {
        var cause: any Error = (error as? GraphQLBatches.Refused).map { problem($0.errors, faults) } ?? error
        if case RequestFailure.stalled = error {
            cause = Problem(.refused, "\(error)", hints: ["Without --all the document is sent once, as it is."])
        }
        let rows = await batches.sum.rows
        guard rows > 0 else { return cause }
        let total = await batches.total
        return BrokenOff(
            cause, notes: ["It ended after \(rows)" + (total.map { " of \($0)" } ?? "") + " records, which are shown."])
    }

    /// What the instance says is wrong, one after the other.
    private static func problem(_ errors: [GraphQLError], _ faults: GraphQLFaults) -> Problem {
        var problems = errors.prefix(mostShown).map { faults.problem($0, of: 0, isRewritten: true) }
        guard !problems.isEmpty else {
            return Problem(
                .refused, "The instance gave no list of records, and does not say why.", hints: ["tape show"])
        }
        var first = problems.removeFirst()
        first.further = problems
        return first
    }

    /// How many errors are shown: every batch may have the same.
    private static let mostShown = 8
}
