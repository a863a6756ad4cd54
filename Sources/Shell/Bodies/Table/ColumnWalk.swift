import ExchangeModel
import NowData

/// Looks up whether columns exist, dot-walks step by step; each table's columns are asked for once.
struct ColumnWalk {
    /// By column, as it was asked for: whether it is there. A column that nothing is known of is missing.
    private(set) var known: [String: Bool] = [:]
    private let tables: TableClient
    /// By table, what the instance told.
    private(set) var columns: [String: [ColumnDescription]]
    /// What could have stood in the place of a column that is not there, by that column.
    private var candidates: [String: [String]] = [:]

    /// - Parameter known: columns by table that need not be asked for.
    init(_ tables: TableClient, known: [String: [ColumnDescription]] = [:]) {
        self.tables = tables
        columns = known
    }

    /// Follows a column from a table.
    mutating func follow(_ column: String, of table: String) async throws {
        var table = table
        var walked = ""
        let steps = column.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for (place, step) in steps.enumerated() {
            if Self.isElsewhere(step) { return }
            let columns = try await describe(table)
            if columns.isEmpty { return }
            guard let found = columns.first(where: { $0.name == step }) else {
                known[column] = false
                let rest = steps[(place + 1)...].map { "." + $0 }.joined()
                candidates[column] = columns.map { walked + $0.name + rest }
                return
            }
            if place == steps.count - 1 { known[column] = true }
            guard let next = found.reference, !next.isEmpty else { return }
            walked += step + "."
            table = next
        }
    }

    /// What may have been meant by a column that is not there.
    func hints(for column: String) -> [String] {
        DidYouMean.hints(for: column, among: (candidates[column] ?? []).sorted())
    }

    /// The columns of a table; none when the instance does not tell them.
    private mutating func describe(_ table: String) async throws -> [ColumnDescription] {
        if let known = columns[table] { return known }
        let found: [ColumnDescription]
        do throws(RequestFailure) {
            found = try await tables.asking(for: .schema).describe(table)
        } catch {
            // A tape from before this was asked has no answer to it.
            if case .refused = error {} else if ProblemMaking.tapeError(in: error) == nil { throw error }
            found = []
        }
        columns[table] = found
        return found
    }

    /// Columns that stand in another table than the one that is asked: of a table below it, of a catalogue item, of tags.
    private static func isElsewhere(_ column: String) -> Bool {
        column.hasPrefix("ref_") || column == "variables" || column == "sys_tags"
    }
}
