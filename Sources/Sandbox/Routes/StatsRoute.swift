import Database
import ExchangeModel
import Notation

/// `GET /api/now/stats/{table}`: counts and other aggregates, grouped or not. All numbers are strings.
struct StatsRoute {
    let call: Call
    let table: Table

    private struct Aggregate {
        /// `avg`, `min`, `max`, `sum`.
        let function: String
        let path: String
        let sql: String
        let column: Column
    }

    private struct Grouping {
        let path: String
        let operand: JoinPlan.Operand
    }

    /// The most columns of each sort that one request may name.
    private static let mostColumns = 20

    func answer() throws -> Answer {
        let plan = JoinPlan(table, in: call.schema)
        let (condition, _) = try call.selection(plan)
        let groupings = try call.parameters.names("sysparm_group_by").prefix(StatsRoute.mostColumns).compactMap {
            path in
            try plan.operand(at: path).flatMap { $0.column.type == .password ? nil : Grouping(path: path, operand: $0) }
        }
        let aggregates = try ["avg", "min", "max", "sum"].flatMap { try self.aggregates($0, plan) }
        let order = try ordering(plan)
        let having = try having(plan)
        try call.store.fill(plan.tables)

        let groupList = groupings.map(\.operand.sql)
        var sql =
            "SELECT " + (["count(*)"] + aggregates.map(\.sql) + groupList).joined(separator: ", ") + " FROM "
            + plan.source
        if let condition { sql += " WHERE " + condition.text }
        if !groupings.isEmpty {
            sql += " GROUP BY " + groupList.joined(separator: ", ")
            if let having { sql += " HAVING " + having.text }
            sql += " ORDER BY " + (order + groupList).joined(separator: ", ")
        }
        let statement = try Statement(sql, on: call.store.connection)
        try statement.bind((condition?.values ?? []) + (groupings.isEmpty ? [] : having?.values ?? []))
        let hidden = call.rules.reading(table) != .allowed
        var results: [JSON] = []
        while try statement.step() {
            let stats = stats(statement, aggregates)
            guard !groupings.isEmpty else {
                return .json(JSON.object([.init("result", ["stats": stats])]).compactBytes)
            }
            if hidden { continue }
            let fields = try groupings.enumerated().map { offset, grouping in
                try field(grouping, statement.text(1 + aggregates.count + offset))
            }
            results.append(["stats": stats, "groupby_fields": .array(fields)])
        }
        return .json(JSON.object([.init("result", .array(results))]).compactBytes)
    }

    private func aggregates(_ function: String, _ plan: JoinPlan) throws -> [Aggregate] {
        try call.parameters.names("sysparm_" + function + "_fields").prefix(StatsRoute.mostColumns).compactMap { path in
            guard let operand = try plan.operand(at: path), operand.column.type != .password else { return nil }
            let isNumber = operand.column.type.storage != .text
            guard isNumber || function == "min" || function == "max" else { return nil }
            return Aggregate(
                function: function, path: path, sql: function + "(" + operand.sql + ")", column: operand.column)
        }
    }

    private func stats(_ row: Statement, _ aggregates: [Aggregate]) -> JSON {
        var members: [JSON.Member] = []
        if call.parameters.isTrue("sysparm_count") { members.append(.init("count", .string(String(row.integer(0))))) }
        for function in ["avg", "min", "max", "sum"] {
            let values = aggregates.enumerated().filter { $0.element.function == function }.map { offset, aggregate in
                let index = 1 + offset
                let text =
                    function == "avg" && !row.isNull(index) ? StatsRoute.fourDecimals(row.real(index)) : row.text(index)
                return JSON.Member(
                    aggregate.path, .string(function == "avg" ? text : RecordRenderer.wire(text, aggregate.column)))
            }
            if !values.isEmpty { members.append(.init(function, .object(values))) }
        }
        return .object(members)
    }

    private func field(_ grouping: Grouping, _ stored: String) throws -> JSON {
        let column = grouping.operand.column
        let value = RecordRenderer.wire(stored, column)
        var members: [JSON.Member] = [.init("field", .string(grouping.path))]
        let form = DisplayMode(call.parameters).form
        if form == .value { return .object(members + [.init("value", .string(value))]) }
        let lookup = DisplayLookup(store: call.store, zone: call.account.zone)
        let shown =
            if column.reference != nil {
                try lookup.reference(value, in: column)
            } else if column.type == .className {
                lookup.className(value)
            } else {
                DisplayText(zone: call.account.zone).text(of: value, in: column)
            }
        if form == .both { members.append(.init("value", .string(value))) }
        members.append(.init(form == .both ? "display_value" : "value", .string(shown)))
        return .object(members)
    }

    /// `sysparm_order_by`: `COUNT`, `AVG^state`, `state`, each with an optional `^DESC`.
    private func ordering(_ plan: JoinPlan) throws -> [String] {
        try call.parameters.names("sysparm_order_by").prefix(StatsRoute.mostColumns).compactMap { text in
            var parts = text.split(separator: "^").map(String.init)
            let descending = parts.last == "DESC"
            if descending || parts.last == "ASC" { parts.removeLast() }
            guard let sql = try aggregate(parts, plan) else { return nil }
            return sql + (descending ? " DESC" : "")
        }
    }

    /// `sysparm_having`: `count^priority^>^3`.
    private func having(_ plan: JoinPlan) throws -> SQLFragment? {
        let terms = try call.parameters.names("sysparm_having").prefix(StatsRoute.mostColumns).compactMap {
            text -> SQLFragment? in
            let parts = text.split(separator: "^").map(String.init)
            guard parts.count == 4, ["=", "!=", "<", "<=", ">", ">="].contains(parts[2]), let number = Double(parts[3]),
                let sql = try aggregate(Array(parts[..<2]), plan)
            else { return nil }
            return SQLFragment(sql + " " + parts[2] + " ?", [.real(number)])
        }
        return SQLFragment.joined(terms, by: "AND")
    }

    private func aggregate(_ parts: [String], _ plan: JoinPlan) throws -> String? {
        let function = parts.first?.lowercased() ?? ""
        if function == "count" { return "count(*)" }
        guard let path = parts.last, let operand = try plan.operand(at: path), operand.column.type != .password else {
            return nil
        }
        if parts.count == 1 { return operand.sql }
        return ["avg", "min", "max", "sum"].contains(function) ? function + "(" + operand.sql + ")" : nil
    }

    /// Averages have four decimals.
    private static func fourDecimals(_ number: Double) -> String {
        guard number.magnitude < 1e14 else { return String(number) }
        let scaled = Int64((number * 10_000).rounded())
        return (scaled < 0 ? "-" : "") + String(scaled.magnitude / 10_000) + "."
            + (scaled.magnitude % 10_000).padded(to: 4)
    }
}
