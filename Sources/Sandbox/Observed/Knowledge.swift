import Database
import ExchangeModel

/// What a sandbox made from recordings knows: which tables and columns, and which columns of which records. Everything
/// else is reported as unknown.
final class Knowledge {
    /// The known columns of each known table, inherited ones included.
    private let columns: [String: Set<String>]
    /// The tables of which every record was seen.
    private let complete: Set<String>
    /// The tables whose columns are all known.
    private let described: Set<String>
    /// The display values of references, by sys_id.
    let displays: [String: String]
    /// The sets of columns that some records lack; `sandbox_unknown` has a record's set by its index here.
    private var gaps: [Set<String>] = []
    private var places: [Set<String>: Int] = [:]
    /// The columns whose choices were listed, as `TABLE.COLUMN`.
    private let listedChoices: Set<String>
    /// How many records of each table have a made-up sys_id.
    let madeCounts: [String: Int]
    private let schema: Schema
    /// What the current response must say.
    private var incomplete: [String: Int] = [:]
    private var unknown: [String: Int] = [:]

    static let table =
        "CREATE TABLE sandbox_unknown (sys_id TEXT PRIMARY KEY COLLATE NOCASE, gap INTEGER NOT NULL) WITHOUT ROWID"

    init(_ model: ObservedModel, _ schema: Schema) {
        var columns: [String: Set<String>] = [:]
        var complete: Set<String> = []
        for name in model.names where model.tables[name]?.isSeen == true {
            columns[name] = model.columns(of: name)
            let count = model.family(of: name).reduce(0) { $0 + (model.tables[$1]?.records.count ?? 0) }
            let made = name == "sys_user" ? model.madeUsers : 0
            if let total = model.tables[name]?.total, count - made >= total { complete.insert(name) }
        }
        madeCounts = Dictionary(uniqueKeysWithValues: columns.keys.map { ($0, model.madeCount(of: $0)) })
        described = Set(model.names.filter { model.tables[$0]?.isDescribed == true }).union(TableDefinition.derived)
        listedChoices = Set(
            model.tables.flatMap { name, table in
                table.columns.filter { $0.value.choices != nil }.map { name + "." + $0.key }
            })
        // Tables that are made from the schema have all of their columns.
        for name in TableDefinition.derived { columns[name] = Set(schema[name]?.columns.map(\.name) ?? []) }
        (self.columns, self.complete, displays, self.schema) = (columns, complete, model.displays, schema)
    }

    // MARK: Tables and columns

    /// The names of the known tables, sorted, without those that are made from the schema.
    var tables: [String] { columns.keys.filter { !TableDefinition.derived.contains($0) }.sorted() }

    func isComplete(_ table: String) -> Bool { complete.contains(table) || TableDefinition.derived.contains(table) }

    /// Whether a table was seen, or was added by a client.
    func knows(_ table: String) -> Bool { columns[table] != nil || schema[table] == nil }

    /// Whether a request for a table's records cannot be answered from them: the table is unknown, or none of its
    /// records is known although there may be some.
    func hasNothing(of table: String, _ store: RecordStore) -> Bool {
        guard knows(table), let found = store.schema[table] else { return true }
        return !isComplete(table) && schema[table] != nil && (try? store.count(of: found)) == 0
    }

    func knows(_ column: Column, in table: Table) -> Bool {
        guard schema[table.name]?[column.name] != nil else { return true }
        return table.lineage.contains { columns[$0]?.contains(column.name) ?? (schema[$0] == nil) }
    }

    /// Whether a column's choices were listed. Values of records show only some of them.
    func knowsChoices(of column: Column, in table: Table) -> Bool {
        table.lineage.contains { listedChoices.contains($0 + "." + column.name) || schema[$0] == nil }
    }

    /// Throws if a dot-walk leads to a table or column that was not seen.
    func check(_ path: String, in plan: JoinPlan) throws {
        var table = plan.table
        let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for (offset, step) in steps.enumerated() {
            guard let column = table[step], knows(column, in: table) else {
                throw APIError.unknownColumn(step, of: table.name)
            }
            guard offset < steps.count - 1 else { return }
            guard let target = column.reference else { throw APIError.unknownColumn(path, of: plan.table.name) }
            guard let next = plan.schema[target], knows(target) else { throw APIError.unknownTable(target) }
            table = next
        }
    }

    /// Whether a field can be in a response. One that was not seen is reported, unless all columns of the table are
    /// known: then it does not exist.
    func offers(_ path: String, in plan: JoinPlan, _ store: RecordStore) throws -> Bool {
        do {
            try check(path, in: plan)
            return true
        } catch is APIError {
            if path.utf8.contains(UInt8(ascii: ".")) || !described.contains(plan.table.name) {
                note(lacking: path, of: plan.table.name, records: try store.count(of: plan.table))
            }
            return false
        }
    }

    // MARK: Records

    /// The index of a set of missing columns.
    func place(of missing: Set<String>) -> Int {
        if let known = places[missing] { return known }
        gaps.append(missing)
        places[missing] = gaps.count - 1
        return gaps.count - 1
    }

    func lacks(_ column: String, _ place: Int64) -> Bool {
        gaps.indices.contains(Int(place)) && gaps[Int(place)].contains(column)
    }

    /// The condition for the records whose value of a column is unknown; nil if there are none.
    func condition(lacking column: String, alias: String) -> String? {
        let places = gaps.indices.filter { gaps[$0].contains(column) }
        guard !places.isEmpty else { return nil }
        let list = places.map(String.init).joined(separator: ", ")
        return "\(alias).\"sys_id\" IN (SELECT sys_id FROM sandbox_unknown WHERE gap IN (\(list)))"
    }

    /// A client wrote columns, so their values are known now.
    func learn(_ names: [String], of sysID: String, _ connection: Connection) throws {
        let place = try connection.row("SELECT gap FROM sandbox_unknown WHERE sys_id = ?", [.text(sysID)]) {
            Int($0.integer(0))
        }
        guard let place, gaps.indices.contains(place) else { return }
        let left = gaps[place].subtracting(names)
        if left == gaps[place] { return }
        if left.isEmpty { return try forget(sysID, connection) }
        try connection.run(
            "UPDATE sandbox_unknown SET gap = ? WHERE sys_id = ?",
            [.integer(Int64(self.place(of: left))), .text(sysID)])
    }

    func forget(_ sysID: String, _ connection: Connection) throws {
        try connection.run("DELETE FROM sandbox_unknown WHERE sys_id = ?", [.text(sysID)])
    }

    // MARK: Reports

    /// The response is about the records of a table.
    func note(_ table: Table, _ store: RecordStore) throws {
        guard !isComplete(table.name) else { return }
        incomplete[table.name] = try store.count(of: table)
    }

    /// The value of a column is unknown for so many records.
    func note(lacking column: String, of table: String, records: Int = 1) {
        if records > 0 { unknown[table + "." + column, default: 0] += records }
    }

    /// The header fields of the response: `X-Snowdeck-Known: incident=3` for a table of which there may be more
    /// records, `X-Snowdeck-Unknown: incident.priority=2` for values that are missing.
    func report() -> [HeaderField] {
        defer { (incomplete, unknown) = ([:], [:]) }
        func field(_ name: String, _ counts: [String: Int]) -> HeaderField? {
            let parts = counts.keys.sorted().prefix(50).map { "\($0)=\(counts[$0] ?? 0)" }
            return parts.isEmpty ? nil : HeaderField(name, parts.joined(separator: ", "))
        }
        return [field("X-Snowdeck-Known", incomplete), field("X-Snowdeck-Unknown", unknown)].compactMap { $0 }
    }
}

extension Knowledge {
    /// The records whose values of these columns are known, as a condition; the others cannot be decided. Throws for a
    /// column that was not seen.
    func condition(knowing paths: [String], in plan: JoinPlan, _ store: RecordStore) throws -> SQLFragment? {
        let paths = Set(paths).subtracting([""]).sorted()
        var parts: [SQLFragment] = []
        for path in paths {
            try check(path, in: plan)
            var reference: JoinPlan.Operand?
            for step in try steps(of: path, in: plan) {
                if let lacking = condition(lacking: step.column.name, alias: step.alias) {
                    parts.append(SQLFragment("(\(lacking)) IS NOT 1"))
                }
                // A reference to a record that was not seen.
                if let from = reference {
                    parts.append(
                        SQLFragment(
                            "(\(from.alias).\(from.column.sqlName) IS NULL OR \(step.alias).\"sys_id\" IS NOT NULL)"))
                }
                reference = step
            }
        }
        guard let known = SQLFragment.joined(parts, by: "AND") else { return nil }
        let classes = plan.classCondition.map { $0 + " AND " } ?? ""
        try store.fill(plan.tables)
        let sql = "SELECT count(*) FROM \(plan.source) WHERE \(classes)NOT (\(known.text))"
        let undecided = try store.rows(SQLFragment(sql)) { Int($0.integer(0)) }.first ?? 0
        for path in paths where undecided > 0 {
            let key = plan.table.name + "." + path
            unknown[key] = max(unknown[key] ?? 0, undecided)
        }
        return known
    }

    /// The columns on a dot-walk, each with the alias of its table.
    func steps(of path: String, in plan: JoinPlan) throws -> [JoinPlan.Operand] {
        let names = path.split(separator: ".", omittingEmptySubsequences: false)
        return try names.indices.compactMap { try plan.operand(at: names[...$0].joined(separator: ".")) }
    }

    /// Throws if a record refers to one that was not seen.
    func requireTargets(of column: Column, _ table: Table, _ target: Table, _ store: RecordStore) throws {
        let plan = JoinPlan(table, in: store.schema)
        try store.fill([table.name, target.name])
        let classes = plan.classCondition.map { $0 + " AND " } ?? ""
        let reference = plan.alias + "." + column.sqlName
        let sql =
            "SELECT count(*) FROM \(plan.source) WHERE \(classes)\(reference) IS NOT NULL AND \(reference) NOT IN "
            + "(SELECT \"\(column.definition.referenceKey ?? "sys_id")\" FROM \(target.storage))"
        let count = try store.rows(SQLFragment(sql)) { Int($0.integer(0)) }.first ?? 0
        if count > 0 { throw APIError.unknownValues(column.name + "." + target.name, of: table.name, records: count) }
    }

    /// Throws unless the value is known for every record of the table.
    func require(_ column: Column, of table: Table, _ store: RecordStore) throws {
        guard knows(column, in: table) else { throw APIError.unknownColumn(column.name, of: table.name) }
        let plan = JoinPlan(table, in: store.schema)
        guard let lacking = condition(lacking: column.name, alias: plan.alias) else { return }
        let classes = plan.classCondition.map { $0 + " AND " } ?? ""
        let sql = "SELECT count(*) FROM \(plan.source) WHERE \(classes)\(lacking)"
        let count = try store.rows(SQLFragment(sql)) { Int($0.integer(0)) }.first ?? 0
        if count > 0 { throw APIError.unknownValues(column.name, of: table.name, records: count) }
    }
}

/// Errors of a sandbox made from tapes: what was not seen.
extension APIError {
    static func unknownTable(_ name: String) -> APIError {
        APIError(
            status: 404, message: "Table \(name) is not on the tapes this sandbox was made from", detail: nil,
            fields: [HeaderField("X-Snowdeck-Unknown", name)])
    }

    static func unknownRecords(_ table: String) -> APIError {
        APIError(
            status: 404, message: "No record of \(table) is on the tapes this sandbox was made from", detail: nil,
            fields: [HeaderField("X-Snowdeck-Unknown", table)])
    }

    /// A condition on records that refer to the wanted ones, of which there may be more.
    static func undecidable(_ operation: String) -> APIError {
        APIError(
            status: 400, message: "The condition \(operation) cannot be decided in a sandbox made from tapes",
            detail: nil)
    }

    static func unknownRecord(_ table: String) -> APIError {
        APIError(
            status: 404, message: "This record of \(table) is not on the tapes this sandbox was made from",
            detail: nil, fields: [HeaderField("X-Snowdeck-Unknown", table)])
    }

    static func unknownColumn(_ name: String, of table: String) -> APIError {
        APIError(
            status: 400, message: "Field \(name) of \(table) is not on the tapes this sandbox was made from",
            detail: nil, fields: [HeaderField("X-Snowdeck-Unknown", table + "." + name)])
    }

    static func unknownValues(_ name: String, of table: String, records: Int) -> APIError {
        APIError(
            status: 400,
            message:
                "Field \(name) is not on the tapes for \(records) \(records == 1 ? "record" : "records") of \(table)",
            detail: nil, fields: [HeaderField("X-Snowdeck-Unknown", "\(table).\(name)=\(records)")])
    }

    /// A request that is neither about a known table nor recorded.
    static let notRecorded = APIError(
        status: 501, message: "This request is not on the tapes this sandbox was made from", detail: nil)
}
