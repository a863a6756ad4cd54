import ExchangeModel
import NowData

/// Looks up whether columns exist, dot-walks step by step; each table's columns are asked for once.
struct ColumnWalk {
    /// By column, as it was asked for: whether it is there. A column that nothing is known of is missing.
    private(set) var known: [String: Bool] = [:]
    private let tables: TableClient
    /// Where columns are kept for a remark: then they are asked for in one place only, and no answer is no harm.
    private let memory: ColumnMemory?
    /// By table, what the instance told.
    private(set) var columns: [String: [ColumnDescription]]
    private var reached: [String: (description: ColumnDescription, label: String)] = [:]
    /// By column that is not there.
    private var ends: [String: End] = [:]

    /// Where a walk ends: the table it had come to, the step that this lacks, and what could stand in its place.
    private struct End {
        let table: String
        let step: String
        let before: String
        let behind: String
        let columns: [String]
        /// Whether the step is there, but leads to no table.
        var isValue = false

        init(table: String, step: String, before: String, behind: String, columns: [String]) {
            self.table = table
            self.step = step
            self.before = before
            self.behind = behind
            self.columns = columns
        }

        init(value step: String, of table: String, walk: String) {
            self.init(table: table, step: step, before: walk, behind: "", columns: [])
            isValue = true
        }
    }

    /// - Parameter known: columns by table that need not be asked for.
    init(_ tables: TableClient, known: [String: [ColumnDescription]] = [:], memory: ColumnMemory? = nil) {
        self.tables = tables
        self.memory = memory
        columns = known
    }

    /// Follows a column from a table.
    mutating func follow(_ column: String, of table: String) async throws {
        var table = table
        var walked = "", label = ""
        let steps = column.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for (place, step) in steps.enumerated() {
            if Self.isElsewhere(step) { return }
            let columns = try await describe(table)
            if columns.isEmpty { return }
            guard let found = columns.first(where: { $0.name == step }) else {
                known[column] = false
                let rest = steps[(place + 1)...].map { "." + $0 }.joined()
                ends[column] = End(table: table, step: step, before: walked, behind: rest, columns: columns.map(\.name))
                return
            }
            label += (label.isEmpty ? "" : ".") + found.label
            if place == steps.count - 1 {
                known[column] = true
                reached[column] = (found, label)
            }
            guard let next = found.reference, !next.isEmpty else {
                if place < steps.count - 1, Self.plainTypes.contains(found.type) {
                    known[column] = false
                    ends[column] = End(value: step, of: table, walk: walked + step)
                }
                return
            }
            walked += step + "."
            table = next
        }
    }

    /// What may have been meant by a column that is not there.
    func hints(for column: String) -> [String] {
        guard let end = ends[column] else { return [] }
        if end.isValue { return ["Did you mean \(end.before)?"] }
        return DidYouMean.hints(for: end.step, among: end.columns.sorted()) { end.before + $0 + end.behind }
    }

    /// `incident has no column nosuch`, or the table that the walk along the column had come to.
    func lack(of column: String, in table: String) -> String {
        if let end = ends[column], end.isValue { return "\(end.table).\(end.step) is no reference to walk along" }
        return "\(ends[column]?.table ?? table) has no column \(ends[column]?.step ?? column)"
    }

    /// A column that was followed to its end: what it is, and what people call it, the steps of its walk included.
    func found(_ column: String) -> (description: ColumnDescription, label: String)? { reached[column] }

    /// The columns of a table; none when the instance does not tell them.
    private mutating func describe(_ table: String) async throws -> [ColumnDescription] {
        if let known = memory?[table] ?? columns[table] { return known }
        let client = tables.asking(for: .schema)
        let found: [ColumnDescription]
        if let memory {
            found =
                try await Self.asRemark { () async throws(RequestFailure) in
                    try await client.interfaceColumns(table)
                } ?? []
            memory[table] = found
        } else {
            do throws(RequestFailure) {
                found = try await client.describe(table)
            } catch {
                // A tape from before this was asked has no answer to it.
                if case .refused = error {} else if ProblemMaking.tapeError(in: error) == nil { throw error }
                found = []
            }
        }
        columns[table] = found
        return found
    }

    /// What a remark would be about; nil when the instance does not tell, whatever the reason: the command itself has its
    /// answer. Only what is called off is called off.
    static func asRemark<Answer>(_ ask: () async throws(RequestFailure) -> Answer) async throws -> Answer? {
        do throws(RequestFailure) {
            return try await ask()
        } catch {
            if case .transport(let failure) = error, failure.kind == .cancelled { throw error }
            return nil
        }
    }

    /// Types of columns behind which no other column stands. Of types that are not here an instance may know more.
    private static let plainTypes: Set<String> = [
        "string", "integer", "boolean", "glide_date_time", "glide_date", "glide_time", "glide_duration", "due_date",
        "decimal", "float", "longint", "choice", "url", "email", "ph_number", "sys_class_name", "GUID", "journal",
        "journal_input", "journal_list", "translated_text", "translated_field", "html", "percent_complete", "timer",
    ]

    /// Columns that stand in another table than the one that is asked: of a table below it, of a catalogue item, of tags.
    private static func isElsewhere(_ column: String) -> Bool {
        column.hasPrefix("ref_") || column == "variables" || column == "sys_tags"
    }
}
