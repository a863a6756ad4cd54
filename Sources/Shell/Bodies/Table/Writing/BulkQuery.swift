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

    /// Refuses a query without conditions, one with a part that cannot be read, and one with a column that the table, or
    /// the one a dot-walk leads to, is known not to have. Asks the instance for the columns; one that does not tell them is
    /// taken at its word, and the plan shows what is found.
    func check(_ session: isolated ShellSession, _ arguments: BoundArguments) async throws {
        var query = EncodedQuery(text)
        if let unread = query.unread.first {
            throw Problem(
                .guardRefused,
                "The instance would drop this part of the query and change more than it says: \(unread.text)",
                hints: ["help queries"])
        }
        let alternatives = EncodedQuery.parts(of: text).count { $0.utf8.starts(with: "^NQ".utf8) } + 1
        let groups = query.groups.count { $0.terms.flatMap(\.conditions).contains { $0.kind != .textIndexGroup } }
        guard groups >= alternatives else {
            throw arguments.problem(
                .guardRefused,
                groups == 0
                    ? "The query has no condition: it would change every record of \(table)."
                    : "An alternative of the query has no condition: it would change every record of \(table).",
                at: "query", hints: ["-q sys_idISNOTEMPTY says that every record is meant."])
        }
        if let idle = query.groups.flatMap(\.terms).flatMap(\.conditions).first(where: Self.isIdle) {
            throw arguments.problem(
                .guardRefused,
                "\(idle.text) lacks a value: it would hold for every record, or be dropped.", at: "query",
                hints: ["help queries"])
        }
        // An order by a column that is not there changes nothing in what is found.
        query.orderings = []
        var asked: Set<String> = []
        _ = query.problems { column in
            asked.insert(column)
            return nil
        }
        var walk = ColumnWalk(try session.tables(), known: session.knownColumns)
        for column in asked.sorted() { try await walk.follow(column, of: table) }
        session.knownColumns.merge(walk.columns) { known, _ in known }
        let known = walk.known
        guard let unknown = query.problems(knownColumns: { known[$0] }).first else { return }
        guard unknown.kind == .unknownColumn else {
            let part = String(decoding: Array(text.utf8)[unknown.span], as: UTF8.self)
            throw arguments.problem(
                .guardRefused,
                "The instance would drop this part of the query and change more than it says: \(part)", at: "query",
                hints: ["help queries"])
        }
        throw arguments.problem(
            .guardRefused,
            "\(table) has no column \(unknown.text): the instance would drop that condition and change more records.",
            at: "query", hints: walk.hints(for: unknown.text))
    }

    /// Whether a condition picks nothing: text operators hold for any text when their own is empty (that of a variable, say),
    /// and a range or a distance in time that is not whole is dropped.
    private static func isIdle(_ condition: EncodedQuery.Condition) -> Bool {
        let parts = condition.value.split(separator: "@", omittingEmptySubsequences: false)
        return switch condition.operator {
        case .contains, .startsWith, .endsWith: condition.value.isEmpty
        case .between: parts.count < 2 || parts.contains("")
        case .relativelyAfter, .relativelyBefore, .relativelyFrom, .relativelyUntil, .relativelyOn:
            parts.filter { !$0.isEmpty }.count != 3
        default: condition.kind == .textSearch && condition.value.isEmpty
        }
    }
}
