import ExchangeModel
import NowData

/// Writes the records of a plan, one after another, as far as it goes.
struct ManyRecords {
    let found: [FoundRecord]
    let table: String
    /// What has been done with a record: `updated`.
    let done: String
    /// Whether a refusal of one record leaves the others to be tried (`--keep-going`).
    let keepsGoing: Bool
    let context: CommandContext

    /// Records that were not written, with the reason in a sentence.
    private var left: [(record: FoundRecord, reason: String)] = []

    init(
        _ found: [FoundRecord], of table: String, _ done: String, keepsGoing: Bool = false, _ context: CommandContext
    ) {
        self.found = found
        self.table = table
        self.done = done
        self.context = context
        self.keepsGoing = keepsGoing || context.arguments.flag("keep-going")
    }

    /// Throws `BrokenOff` when not every record was written: at the first failure, or at the end for records that were
    /// left out. What was written before stays, and how it is taken back has been kept.
    mutating func write(
        _ session: isolated ShellSession, _ change: (FoundRecord) async throws -> Void
    ) async throws {
        defer { session.recordsHaveChanged(in: [table]) }
        var gone = 0
        for (count, record) in found.enumerated() {
            do {
                try await change(record)
            } catch let alone as LeftAlone {
                if alone.isGone, done == "deleted" {
                    context.notes.add("\(record.title) was gone already.")
                    gone += 1
                } else {
                    left.append((record, alone.message))
                }
            } catch {
                guard keepsGoing, let reason = Self.refusal(error) else {
                    throw BrokenOff(
                        error, after: count - left.count, of: found, at: count, leaving: left.map(\.record), done,
                        context.arguments)
                }
                left.append((record, "\(record.title): \(reason)."))
            }
            context.progress("\(count + 1) of \(found.count) \(done)")
        }
        guard !left.isEmpty else {
            return context.notes.add("\(Phrase.counted(found.count - gone, "record")) of \(table) \(done).")
        }
        throw BrokenOff(left, of: found, table, done, context.arguments)
    }

    /// Why the instance refused this record, when it may take others.
    private static func refusal(_ error: any Error) -> String? {
        guard case RequestFailure.refused(let refusal) = error,
            [.forbidden, .notFound, .invalid, .server].contains(refusal.kind)
        else { return nil }
        return "\(refusal)"
    }
}
