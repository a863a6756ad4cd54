import Database
import ExchangeModel
import Notation

/// Transforms staged rows into records of the target tables, with `sys_transform_map` and `sys_transform_entry`.
/// Scripts of maps are not run.
struct TransformMaps {
    let call: Call
    let staging: Table

    /// Applies every active map of the staging table, in order, and writes the result to the row.
    func apply(to row: String) throws -> [ImportResult] {
        guard let maps = call.schema["sys_transform_map"], let staged = try call.store.record(row, in: staging) else {
            return []
        }
        let active = try records(of: maps, "source_table=" + staging.name + "^active=true^ORDERBYorder^ORDERBYname")
        var results: [ImportResult] = []
        for map in active {
            let result = try apply(map, to: staged)
            try note(result, of: map, on: row)
            results.append(result)
        }
        return results
    }

    private func apply(_ map: [String: SQLValue], to row: [String: SQLValue]) throws -> ImportResult {
        var result = ImportResult(map: map.text("name"), table: map.text("target_table"), status: "error")
        guard let target = call.schema[result.table], !TableDefinition.derived.contains(target.root) else {
            result.comment = "Target table \(result.table) cannot be written"
            return result
        }
        try call.store.fill([target.name])
        let entries = try entries(of: map.text("sys_id"), from: row, into: target)
        let keys = entries.filter(\.isKey)
        let given = keys.filter { !$0.value.isEmpty }
        if !keys.isEmpty, given.isEmpty, map["create_new_record_on_empty_coalesce_fields"] != .integer(1) {
            result.status = "ignored"
            result.comment = "All coalesce fields are empty"
            return result
        }
        let copiesEmpty = map["copy_empty_fields"] == .integer(1)
        let values = entries.filter { copiesEmpty || !$0.value.isEmpty }.map { (name: $0.target, value: $0.value) }
        do {
            let found = given.isEmpty ? nil : try record(of: target, matching: keys)
            (result.status, result.sysID) = try write(values, into: target, over: found)
            if result.status == "ignored" { result.comment = "No field values changed" }
        } catch let error as APIError {
            result.comment = error.detail ?? error.message
        }
        return result
    }

    private struct Entry {
        let target: String
        let value: String
        let isKey: Bool
    }

    private func entries(
        of map: String, from row: [String: SQLValue], into target: Table
    ) throws -> [Entry] {
        guard let table = call.schema["sys_transform_entry"] else { return [] }
        return try records(of: table, "map=" + map + "^ORDERBYsys_created_on").compactMap { entry in
            let name = entry.text("target_field")
            guard target[name] != nil else { return nil }
            return Entry(
                target: name, value: row.text(entry.text("source_field")), isKey: entry["coalesce"] == .integer(1))
        }
    }

    /// The record that matches all key values; references and choices also match by display value.
    private func record(of target: Table, matching keys: [Entry]) throws -> [String: SQLValue]? {
        let plan = JoinPlan(target, in: call.schema)
        let compiler = QueryCompiler(plan: plan, context: try call.context())
        let condition = try compiler.condition(of: keys.map { ($0.target, $0.value) })
        return try sysIDs(plan, condition, order: plan.naturalOrder, limit: 1).first.flatMap {
            try call.store.record($0, in: target)
        }
    }

    private func write(
        _ values: [(name: String, value: String)], into target: Table, over found: [String: SQLValue]?
    ) throws -> (status: String, sysID: String) {
        let editor = RecordEditor(
            store: call.store, table: target, account: call.account, takesDisplayValues: true,
            keepsSystemColumns: false)
        return try call.store.transaction {
            guard let found else { return ("inserted", try editor.insert(values)) }
            try editor.update(found, values)
            let sysID = found.text("sys_id")
            return (try call.store.record(sysID, in: target) == found ? "ignored" : "updated", sysID)
        }
    }

    private func note(_ result: ImportResult, of map: [String: SQLValue], on row: String) throws {
        let values = [
            ("sys_import_state", result.status), ("sys_transform_map", map.text("sys_id")),
            ("sys_target_table", result.table), ("sys_target_sys_id", result.sysID),
            ("sys_import_state_comment", result.comment),
        ]
        try call.store.transaction {
            try call.store.update(
                row, values.compactMap { name, value in staging[name].map { ($0, $0.stored(value)) } }, in: staging)
        }
    }

    private func records(of table: Table, _ query: String) throws -> [[String: SQLValue]] {
        try call.store.fill([table.name])
        let plan = JoinPlan(table, in: call.schema)
        let compiler = QueryCompiler(plan: plan, context: try call.context())
        let query = EncodedQuery(query)
        let condition = try compiler.condition(of: query)
        return try sysIDs(plan, condition, order: try compiler.order(of: query), limit: 200).compactMap {
            try call.store.record($0, in: table)
        }
    }

    private func sysIDs(_ plan: JoinPlan, _ condition: SQLFragment?, order: String, limit: Int) throws -> [String] {
        let sql =
            "SELECT \(plan.alias).\"sys_id\" FROM \(plan.source)" + (condition.map { " WHERE " + $0.text } ?? "")
            + " ORDER BY \(order) LIMIT \(limit)"
        return try call.store.rows(SQLFragment(sql, condition?.values ?? [])) { $0.text(0) }
    }
}
