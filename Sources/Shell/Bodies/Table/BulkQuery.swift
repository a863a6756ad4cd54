import ExchangeModel
import NowData
import Notation

/// The query of a change to many records. An instance passes over the parts of a query that it does not understand, and
/// would find more records than were meant: here that is refused.
struct BulkQuery {
    private let text: String
    private let table: String

    init(_ text: String, _ table: String) {
        self.text = text
        self.table = table
    }

    /// Refuses a query without conditions, one with a part that cannot be read, and one with a column that the table is
    /// known not to have. Asks the instance for the table's columns; one that does not tell them is taken at its word,
    /// and the plan shows what is found.
    func check(_ tables: TableClient, _ arguments: BoundArguments) async throws {
        var query = EncodedQuery(text)
        if let unread = query.unread.first {
            throw Problem(
                .guardRefused,
                "The instance would drop this part of the query and change more than it says: \(unread.text)",
                hints: ["help queries"])
        }
        let alternatives = EncodedQuery.parts(of: text).count { $0.utf8.starts(with: "^NQ".utf8) } + 1
        guard query.groups.count >= alternatives else {
            throw arguments.problem(
                .guardRefused,
                query.groups.isEmpty
                    ? "The query has no condition: it would change every record of \(table)."
                    : "An alternative of the query has no condition: it would change every record of \(table).",
                at: "query", hints: ["-q sys_idISNOTEMPTY says that every record is meant."])
        }
        // An order by a column that is not there changes nothing in what is found.
        query.orderings = []
        let columns = try await columns(tables)
        let unknown = query.problems { column in
            let name = column.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard !columns.isEmpty, let first = name.first.map(String.init), !Self.isElsewhere(first) else {
                return nil
            }
            guard columns.contains(first) else { return false }
            return name.count == 1 ? true : nil
        }
        guard let unknown = unknown.first else { return }
        throw arguments.problem(
            .guardRefused,
            "\(table) has no column \(unknown.text): the instance would drop that condition and change more records.",
            at: "query", hints: DidYouMean.hints(for: unknown.text, among: columns.sorted()))
    }

    /// The names of the table's columns; none when the instance does not tell them.
    private func columns(_ tables: TableClient) async throws -> Set<String> {
        do throws(RequestFailure) {
            return Set(try await tables.asking(for: .schema).describe(table).map(\.name))
        } catch {
            if case .refused = error { return [] }
            // A tape from before this was asked has no answer to it.
            if ProblemMaking.tapeError(in: error) != nil { return [] }
            throw error
        }
    }

    /// Columns that stand in another table than the one that is asked: of a table below it, of a catalogue item, of tags.
    private static func isElsewhere(_ column: String) -> Bool {
        column.hasPrefix("ref_") || column == "variables" || column == "sys_tags"
    }
}
