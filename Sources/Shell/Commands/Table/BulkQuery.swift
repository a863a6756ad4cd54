import ExchangeModel
import Notation
import NowData

/// The query of a bulk change. An instance ignores conditions that it does not understand and would match more records
/// than intended, so such queries are rejected.
struct BulkQuery {
    private let text: String
    private let table: String

    init(_ text: String, _ table: String) {
        self.text = text
        self.table = table
    }

    /// The query as sent. Rejects a query without conditions, and one with an unreadable condition, a column that is
    /// known not to exist (dot-walks included) or an impossible value. Requests the columns; if the instance does not
    /// return them, they are taken to exist, and the plan shows what matches.
    func checked(_ session: isolated ShellSession, _ context: CommandContext) async throws -> String {
        let arguments = context.arguments
        let query = EncodedQuery(text)
        if let unparsed = query.unparsed.first { throw dropped(unparsed.text, arguments) }
        let alternatives = EncodedQuery.parts(of: text).count { $0.utf8.starts(with: "^NQ".utf8) } + 1
        let groups = query.groups.count { $0.terms.flatMap(\.conditions).contains { $0.kind != .textIndexGroup } }
        guard groups >= alternatives else {
            throw arguments.problem(
                .guardRefused,
                groups == 0
                    ? "The query has no condition: it would change every record of \(table)."
                    : "An alternative of the query has no condition: it would change every record of \(table).",
                at: "query", hints: ["To change every record, use -q sys_idISNOTEMPTY."])
        }
        if let idle = query.conditions.first(where: Self.filtersNothing) {
            throw arguments.problem(
                .guardRefused,
                "\(idle.text) has no value: it would match every record, or be ignored.", at: "query",
                hints: ["help queries"])
        }
        let link = try session.connected()
        let isRaw = arguments.flag("raw-query"), isStrict = arguments.flag("strict-query")
        var resolved = ResolvedQuery(text, table, link.schema, needsAnswer: true)
        if isRaw {
            try await resolved.follow(query.columnNames)
        } else {
            try await resolved.resolve(link.tables)
        }
        let orderings = Set(query.orderings.map(\.span))
        // Ordering by a missing column does not change what matches.
        if let first = resolved.ignored().first(where: { isStrict || !orderings.contains($0.span) }) {
            if [.unknownScript, .unknownFilter].contains(first.kind) {
                throw IgnoredCondition(first, of: query, in: text, table).problem(.guardRefused, resolved.resolver) {
                    arguments.source(of: $0, in: "query")
                }
            }
            guard first.kind == .unknownColumn else {
                throw dropped(String(decoding: Array(text.utf8)[first.span], as: UTF8.self), arguments)
            }
            throw arguments.problem(
                .guardRefused,
                "\(first.table.isEmpty ? table : first.table) has no column \(first.text): the instance would ignore that condition and change more records.",
                at: "query",
                hints: EncodedQuery.decoded(text).map { ["Did you mean \(Quoting.word($0))?"] }
                    ?? (resolved.resolver.others[first.table] ?? resolved.resolver).hints(for: first.text))
        }
        guard !isRaw else { return text }
        resolved.translations.forEach(context.notes.add)
        func problems(_ isRejected: Bool) -> [Problem] {
            resolved.valueProblems(
                .guardRefused, now: context.now,
                where: { (isStrict || $0.isCertain || $0.isNegative) == isRejected },
                source: { arguments.source(of: $0, in: "query") })
        }
        if let first = problems(true).first { throw first }
        session.warn(problems(false), in: context.notes)
        return resolved.sent
    }

    private func dropped(_ part: String, _ arguments: BoundArguments) -> Problem {
        arguments.problem(
            .guardRefused,
            "The instance would ignore this part of the query and change more records: \(part)", at: "query",
            hints: EncodedQuery.meant(text).map { ["Did you mean \(Quoting.word($0))?"] } ?? ["help queries"])
    }

    /// Whether a condition filters nothing: a text operator with an empty value, such as an empty variable, matches any
    /// text, and an incomplete range or relative date is dropped.
    private static func filtersNothing(_ condition: EncodedQuery.Condition) -> Bool {
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
