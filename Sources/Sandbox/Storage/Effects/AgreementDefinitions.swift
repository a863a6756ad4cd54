import Database
import ExchangeModel
import Notation

/// The active SLA definitions (`contract_sla`) that apply to the records of a table.
struct AgreementDefinitions {
    struct Definition {
        let sysID: String
        /// Seconds.
        let duration: Int64
        let schedule: String
        /// `never`, `on_condition`, or whatever else for a start condition that no longer holds.
        let cancelsWhen: String
        /// `on_condition`, or whatever else for a pause condition that no longer holds.
        let resumesWhen: String
        fileprivate let conditions: [String]
    }

    /// Which conditions of a definition a record meets.
    struct Verdict {
        let start, stop, pause, resume, reset, cancel: Bool
    }

    let definitions: [Definition]
    private let table: Table
    /// Whether the conditions mean the same for every user and at any time.
    private let isLasting: Bool
    /// The conditions as SQL, if they are lasting.
    private var compiled: (sql: SQLFragment, tables: Set<String>)?

    private static let conditionNames = [
        "start_condition", "stop_condition", "pause_condition", "resume_condition", "reset_condition",
        "cancel_condition",
    ]

    init(of table: Table, in store: RecordStore) throws {
        try store.fill(["contract_sla"])
        let names = JSON.array(table.lineage.map(JSON.string)).compact
        self.table = table
        let found = try store.connection.rows(
            """
            SELECT "sys_id", "duration", "schedule", "when_to_cancel", "when_to_resume",
                \(Self.conditionNames.map { "\"" + $0 + "\"" }.joined(separator: ", "))
            FROM "contract_sla" WHERE "active" = 1 AND "collection" IN (SELECT value FROM json_each(?)) ORDER BY "_row"
            """, [.text(names)]
        ) { row in
            Definition(
                sysID: row.text(0), duration: Timestamp(glideText: row.text(1))?.seconds ?? 0, schedule: row.text(2),
                cancelsWhen: row.text(3), resumesWhen: row.text(4), conditions: (5..<11).map { row.text($0) })
        }
        definitions = found
        isLasting = found.allSatisfy { definition in
            definition.conditions.allSatisfy { condition in
                !["javascript:", "DYNAMIC", "RELATIVE"].contains { condition.contains($0) }
            }
        }
    }

    /// What each definition says of a record.
    mutating func verdicts(on sysID: String, _ store: RecordStore, _ context: QueryContext) throws -> [Verdict] {
        guard !definitions.isEmpty else { return [] }
        let (sql, tables) = try compiled ?? compile(store, context)
        if isLasting { compiled = (sql, tables) }
        try store.fill(tables)
        return try store.connection.row(sql.text, sql.values + [.text(sysID)]) { row in
            definitions.indices.map { index in
                func holds(_ place: Int) -> Bool { row.integer(index * Self.conditionNames.count + place) == 1 }
                return Verdict(
                    start: holds(0), stop: holds(1), pause: holds(2), resume: holds(3), reset: holds(4),
                    cancel: holds(5))
            }
        } ?? []
    }

    /// No start condition is always met, any other that is empty never.
    private func compile(
        _ store: RecordStore, _ context: QueryContext
    ) throws -> (sql: SQLFragment, tables: Set<String>) {
        let plan = JoinPlan(table, in: store.schema)
        let compiler = QueryCompiler(plan: plan, context: context)
        let parts = try definitions.flatMap { definition in
            try definition.conditions.enumerated().map { place, text in
                if text.isEmpty { return place == 0 ? SQLFragment("1") : .never }
                return try compiler.condition(of: EncodedQuery(text)) ?? SQLFragment("1")
            }
        }
        let list = parts.map { "(" + $0.text + ")" }.joined(separator: ", ")
        return (
            SQLFragment(
                "SELECT \(list) FROM \(plan.source) WHERE \(plan.alias).\"sys_id\" = ?", parts.flatMap(\.values)),
            plan.tables
        )
    }
}
