import Database
import ExchangeModel
import Notation

/// Rows of `task_sla`: the state of a task's SLAs. They are attached, paused, resumed, completed and cancelled when the
/// task is written, at that time, ignoring schedules.
struct TaskSLAs {
    let effects: RecordEffects

    private var store: RecordStore { effects.store }
    private var now: Timestamp { effects.now }

    private struct Active {
        let sysID: String
        let definition: String
        let isPaused: Bool
        let start: Int64
        /// When the pause began, and the seconds of earlier pauses.
        let pauseStart: Int64
        let paused: Int64
    }

    func follow(_ sysID: String) throws {
        var known = try store.slaDefinitions[effects.table.name] ?? SLADefinitions(of: effects.table, in: store)
        let context = QueryContext(effects.account, now: now)
        let verdicts = try known.verdicts(on: sysID, store, context)
        store.slaDefinitions[effects.table.name] = known
        guard !verdicts.isEmpty else { return }
        try store.createStorage("task_sla")
        let active = try active(of: sysID)
        for (definition, says) in zip(known.definitions, verdicts) {
            guard let row = active.first(where: { $0.definition == definition.sysID }) else {
                if says.start, !says.stop { try attach(definition, to: sysID, isPaused: says.pause) }
                continue
            }
            let isCancelled =
                switch definition.cancelsWhen {
                case "never": false
                case "on_condition": says.cancel
                default: !says.start
                }
            if says.stop {
                try end(row, "completed", definition)
            } else if says.reset, says.start {
                try end(row, "completed", definition)
                try attach(definition, to: sysID, isPaused: says.pause)
            } else if isCancelled {
                try end(row, "cancelled", definition)
            } else if !row.isPaused, says.pause {
                try change(row, ["stage": .text("paused"), "pause_time": .text(now.glideText)])
            } else if row.isPaused, definition.resumesWhen == "on_condition" ? says.resume : !says.pause {
                try resume(row, definition)
            }
        }
    }

    func forget(_ sysID: String) throws {
        try store.createStorage("task_sla")
        try store.connection.run("DELETE FROM \"task_sla\" WHERE \"task\" = ?", [.text(sysID)])
    }

    private func active(of task: String) throws -> [Active] {
        try store.connection.rows(
            """
            SELECT "sys_id", "sla", "stage", "start_time", "pause_time", "pause_duration" FROM "task_sla"
            WHERE "task" = ? AND "active" = 1
            """, [.text(task)]
        ) { row in
            func seconds(_ column: Int) -> Int64 { Timestamp(glideText: row.text(column))?.seconds ?? 0 }
            return Active(
                sysID: row.text(0), definition: row.text(1), isPaused: row.text(2) == "paused", start: seconds(3),
                pauseStart: seconds(4), paused: seconds(5))
        }
    }

    private func attach(_ definition: SLADefinitions.Definition, to task: String, isPaused: Bool) throws {
        let breachTime = moment(now.seconds + definition.duration)
        try effects.add(
            [
                "task": .text(task), "sla": .text(definition.sysID), "schedule": text(definition.schedule),
                "stage": .text(isPaused ? "paused" : "in_progress"), "active": .integer(1), "has_breached": .integer(0),
                "start_time": moment(now.seconds), "pause_time": isPaused ? moment(now.seconds) : .null,
                "planned_end_time": breachTime, "original_breach_time": breachTime, "duration": moment(0),
                "business_duration": moment(0), "percentage": .integer(0), "business_percentage": .real(0),
                "time_left": moment(definition.duration), "business_time_left": moment(definition.duration),
                "pause_duration": moment(0), "business_pause_duration": moment(0),
            ], to: "task_sla")
    }

    private func end(_ row: Active, _ stage: String, _ definition: SLADefinitions.Definition) throws {
        let paused = row.paused + (row.isPaused ? now.seconds - row.pauseStart : 0)
        let elapsed = max(0, now.seconds - row.start - paused)
        let share = elapsed * 100 / max(1, definition.duration)
        let left = moment(max(0, definition.duration - elapsed))
        try change(
            row,
            [
                "stage": .text(stage), "active": .integer(0), "end_time": moment(now.seconds), "pause_time": .null,
                "pause_duration": moment(paused), "business_pause_duration": moment(paused),
                "duration": moment(elapsed),
                "business_duration": moment(elapsed), "percentage": .integer(share),
                "business_percentage": .real(Double(share)), "time_left": left, "business_time_left": left,
                "has_breached": .integer(elapsed > definition.duration ? 1 : 0),
            ])
    }

    private func resume(_ row: Active, _ definition: SLADefinitions.Definition) throws {
        let paused = row.paused + now.seconds - row.pauseStart
        try change(
            row,
            [
                "stage": .text("in_progress"), "pause_time": .null, "pause_duration": moment(paused),
                "business_pause_duration": moment(paused),
                "planned_end_time": moment(row.start + definition.duration + paused),
            ])
    }

    private func change(_ row: Active, _ values: KeyValuePairs<String, SQLValue>) throws {
        let list = values.map { "\"\($0.key)\" = ?" }.joined(separator: ", ")
        try store.connection.run(
            """
            UPDATE "task_sla" SET \(list), "sys_updated_on" = ?, "sys_updated_by" = ?,
                "sys_mod_count" = "sys_mod_count" + 1 WHERE "sys_id" = ?
            """,
            values.map(\.value) + [moment(now.seconds), .text(effects.account.userName), .text(row.sysID)])
    }

    /// Times, and durations as times since 1970.
    private func moment(_ seconds: Int64) -> SQLValue { .text(Timestamp(seconds: seconds).glideText) }
    private func text(_ text: String) -> SQLValue { text.isEmpty ? .null : .text(text) }
}

/// The active SLA definitions (`contract_sla`) for the records of a table.
struct SLADefinitions {
    struct Definition {
        let sysID: String
        /// In seconds.
        let duration: Int64
        let schedule: String
        /// `never`, `on_condition`, or anything else to cancel when the start condition no longer holds.
        let cancelsWhen: String
        /// `on_condition`, or anything else to resume when the pause condition no longer holds.
        let resumesWhen: String
        fileprivate let conditions: [String]
    }

    struct Verdict {
        let start, stop, pause, resume, reset, cancel: Bool
    }

    let definitions: [Definition]
    private let table: Table
    private let isLasting: Bool
    /// The conditions as SQL, cached if `isLasting`.
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

    /// A missing start condition always holds, any other missing condition never.
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
