import Database
import ExchangeModel
import Notation

/// Evaluates the `javascript:` values of encoded queries in the user's time zone at the instance's time.
struct ScriptValue {
    let context: QueryContext

    /// The value of an operand: itself, or the result of its script. Nil if the script may not be evaluated, or results
    /// in no record.
    func resolve(_ text: String) -> String? {
        QueryScript.source(of: text) == nil ? text : QueryScript(text).flatMap(evaluate)
    }

    func records(_ text: String) -> [String]? {
        guard case .owner(let owner)? = QueryScript(text) else { return nil }
        return context.owned[owner]
    }

    private func evaluate(_ script: QueryScript) -> String? {
        switch script {
        case .owner(let owner):
            return context.owned[owner].flatMap { $0.isEmpty ? nil : $0.joined(separator: ",") }
        case .localDate: return local.dateText
        case .now: return context.now.glideText
        case .localNow: return local.glideText
        case .generated(let time): return Timestamp(glideText: time).map { text($0.civil) }
        case .duration(let seconds): return Timestamp(seconds: seconds).glideText
        case .moved(let count, let unit, let edge):
            let time = Period.moved(local, by: count, unit)
            return text(edge.map { Period.edge($0, of: unit, around: time) } ?? time)
        }
    }

    private var local: CivilTime { context.zone.civil(at: context.now) }

    private func text(_ time: CivilTime) -> String { context.zone.moment(of: time).glideText }
}

struct DynamicFilters {
    let store: RecordStore
    let account: Account

    /// Adds what a query may use to its context; tables are read only if it may.
    func fill(_ context: inout QueryContext, for query: String?) throws {
        guard let query else { return }
        let usesFilters = query.contains(Operator.dynamic.rawValue)
        guard usesFilters || query.contains("javascript:") && query.contains("get") else { return }
        try fill(&context.owned)
        guard usesFilters, let table = store.schema[DynamicFilterOption.table] else { return }
        try store.fill([table.name])
        let rows = try store.connection.rows(
            "SELECT \"sys_id\", \"script\" FROM \(table.storage) WHERE \"sys_class_name\" = ? AND \"active\" = 1",
            [.text(table.name)]
        ) { ($0.text(0), $0.text(1)) }
        for (identifier, script) in rows {
            guard case .owner(let owner)? = QueryScript(filter: script) else { continue }
            context.dynamicValues[identifier] = context.owned[owner]
        }
    }

    private func fill(_ owned: inout [QueryScript.Owner: [String]]) throws {
        for (owner, column) in [
            (QueryScript.Owner.company, "company"), (.department, "department"), (.manager, "manager"),
            (.location, "location"),
        ] {
            owned[owner] = try values("SELECT \"\(column)\" FROM \"sys_user\" WHERE \"sys_id\" = ?", [account.sysID])
        }
        try store.fill(["sys_user_delegate", "sys_user_has_role"])
        let now = try store.now.glideText
        for (owner, column) in [(QueryScript.Owner.assignments, "assignments"), (.approvals, "approvals")] {
            owned[owner] =
                try [account.sysID]
                + values(
                    """
                    SELECT "user" FROM "sys_user_delegate" WHERE "delegate" = ? AND "\(column)" = 1
                        AND ("starts" IS NULL OR "starts" <= ?) AND ("ends" IS NULL OR "ends" >= ?)
                    """, [account.sysID, now, now])
        }
        owned[.usersWithRoles] = try values("SELECT DISTINCT \"user\" FROM \"sys_user_has_role\"", [])
    }

    private func values(_ sql: String, _ values: [String]) throws -> [String] {
        try store.connection.rows(sql, values.map(SQLValue.text)) { $0.text(0) }.filter { !$0.isEmpty }
    }
}

struct DatePart {
    let zone: ZoneRule

    /// `opened_atDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','EE')`. Nil if the column has no times or
    /// the value names no part.
    func compile(_ operand: JoinPlan.Operand, _ value: String) -> SQLFragment? {
        guard operand.column.type.isTemporal, let at = value.firstIndex(of: "@"),
            let script = DatePartScript(value[value.index(after: at)...]), let part = DatePart.formats[script.unit]
        else { return nil }
        let local = local(operand)
        let sql =
            part == "quarter"
            ? "(CAST(strftime('%m', \(local)) AS INTEGER) + 2) / 3" : "CAST(strftime('\(part)', \(local)) AS INTEGER)"
        return SQLFragment(sql + " " + script.sign + " ?", [.integer(Int64(script.number))])
    }

    /// SQLite's formats. Weeks begin on Monday; the days before the first Monday are week 0.
    private static let formats = [
        "dayofweek": "%w", "month": "%m", "week": "%W", "quarter": "quarter", "year": "%Y", "hour": "%H", "day": "%d",
    ]

    func truncated(_ operand: JoinPlan.Operand, to unit: String) -> String? {
        let sql = local(operand)
        return switch unit {
        case "minute": "substr(\(sql), 1, 16)"
        case "hour": "substr(\(sql), 1, 13)"
        case "day", "dayofweek": "substr(\(sql), 1, 10)"
        // The Monday of the week.
        case "week": "date(\(sql), '-6 days', 'weekday 1')"
        case "month": "substr(\(sql), 1, 7)"
        case "quarter": "(substr(\(sql), 1, 5) || (CAST(substr(\(sql), 6, 2) AS INTEGER) + 2) / 3)"
        case "year": "substr(\(sql), 1, 4)"
        default: nil
        }
    }

    static func modifier(_ unit: String, _ count: Int) -> String? {
        switch Period.Unit(rawValue: unit) {
        case .week: "\(count * 7) days"
        case .quarter: "\(count * 3) months"
        case .some(let unit): "\(count) \(unit.rawValue)s"
        case nil: nil
        }
    }

    private func local(_ operand: JoinPlan.Operand) -> String {
        guard operand.column.type == .dateTime else { return operand.sql }
        return "datetime(\(operand.sql), \(shift(of: operand.sql)))"
    }

    /// The UTC offset at a time: a binary tree of the zone's changes, so that a row needs eight comparisons. They are
    /// of the years that instances have records from; the first also applies before them and the last after them.
    private func shift(of sql: String) -> String {
        let start = Timestamp(seconds: CivilTime(year: 1990, month: 1, day: 1).secondsSince1970)
        let changes = zone.changes(in: 1990..<2040).map { (from: $0.glideText, seconds: $1) }
        return branch(([(from: "", seconds: zone.offset(at: start))] + changes)[...], sql)
    }

    private func branch(_ offsets: ArraySlice<(from: String, seconds: Int64)>, _ sql: String) -> String {
        guard offsets.count > 1 else { return "'\(offsets.first?.seconds ?? 0) seconds'" }
        let middle = offsets.startIndex + offsets.count / 2
        return "CASE WHEN \(sql) < '\(offsets[middle].from)' THEN \(branch(offsets[..<middle], sql)) "
            + "ELSE \(branch(offsets[middle...], sql)) END"
    }
}

enum Period {
    typealias Unit = QueryScript.Unit
    typealias Edge = QueryScript.Edge

    /// A local time moved by whole units; a day that the month does not have becomes its last.
    static func moved(_ time: CivilTime, by count: Int, _ unit: Unit) -> CivilTime {
        switch unit {
        case .second: shifted(time, seconds: Int64(count))
        case .minute: shifted(time, seconds: Int64(count) * 60)
        case .hour: shifted(time, seconds: Int64(count) * 3600)
        case .day: shifted(time, seconds: Int64(count) * 86_400)
        case .week: shifted(time, seconds: Int64(count) * 604_800)
        case .month: shifted(time, months: count)
        case .quarter: shifted(time, months: count * 3)
        case .year: shifted(time, months: count * 12)
        }
    }

    static func edge(_ edge: Edge, of unit: Unit, around time: CivilTime) -> CivilTime {
        var start = time
        start.second = 0
        switch unit {
        case .second: return time
        case .minute: break
        case .hour: start.minute = 0
        case .day, .week, .month, .quarter, .year:
            (start.hour, start.minute) = (0, 0)
            switch unit {
            case .week: start = moved(start, by: -((start.weekday + 6) % 7), .day)
            case .month: start.day = 1
            case .quarter: (start.month, start.day) = ((start.month - 1) / 3 * 3 + 1, 1)
            case .year: (start.month, start.day) = (1, 1)
            default: break
            }
        }
        return edge == .start ? start : shifted(moved(start, by: 1, unit), seconds: -1)
    }

    private static func shifted(_ time: CivilTime, seconds: Int64) -> CivilTime {
        CivilTime(secondsSince1970: time.secondsSince1970 + seconds)
    }

    private static func shifted(_ time: CivilTime, months: Int) -> CivilTime {
        let index = time.year * 12 + time.month - 1 + months
        var moved = time
        moved.year = index >= 0 ? index / 12 : (index - 11) / 12
        moved.month = index - moved.year * 12 + 1
        moved.day = min(time.day, moved.daysInMonth)
        return moved
    }
}

struct RelativeDate {
    let context: QueryContext

    /// `opened_atRELATIVEGT@hour@ago@1`: later than one hour ago.
    func compile(_ operand: JoinPlan.Operand, _ operation: Operator, _ value: String) -> SQLFragment? {
        let parts = value.split(separator: "@").map(String.init)
        guard operand.column.type.isTemporal, parts.count == 3, let count = Int(parts[2]),
            (0..<1_000_000).contains(count),
            let unit = Period.Unit(rawValue: parts[0] == "dayofweek" ? "day" : parts[0])
        else { return nil }
        let signed: Int
        switch parts[1] {
        case "ago": signed = -count
        case "ahead": signed = count
        default: return nil
        }
        let wall = Period.moved(context.zone.civil(at: context.now), by: signed, unit)
        if operation == .relativelyOn {
            let ends = [Period.Edge.start, .end].map { edge in bound(Period.edge(edge, of: unit, around: wall), operand)
            }
            guard let low = ends[0], let high = ends[1] else { return nil }
            return SQLFragment(operand.sql + " BETWEEN ? AND ?", [low, high])
        }
        guard let sign = ConditionCompiler.sign(operation), let bound = bound(wall, operand) else { return nil }
        return SQLFragment(operand.sql + " " + sign + " ?", [bound])
    }

    private func bound(_ time: CivilTime, _ operand: JoinPlan.Operand) -> SQLValue? {
        operand.column.comparable(
            operand.column.type == .date ? time.dateText : context.zone.moment(of: time).glideText)
    }
}
