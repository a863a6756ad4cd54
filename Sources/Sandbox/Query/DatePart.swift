import Database
import Notation

/// Parts of moments on the user's wall clock: weekday, month, the day they lie in.
struct DatePart {
    let zone: TimeZoneRule

    /// `opened_atDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','EE')`. Nil when the column holds no moments or
    /// the value names no part.
    func compile(_ operand: JoinPlan.Operand, _ value: String) -> SQLFragment? {
        guard operand.column.type.isTemporal, let at = value.firstIndex(of: "@") else { return nil }
        let script = value[value.index(after: at)...]
        guard script.hasPrefix("javascript:"), let call = ScriptCall(script.dropFirst("javascript:".count)),
            call.name == "datePart", call.arguments.count == 3,
            let sign = ["EE": "=", "GE": ">=", "LE": "<=", "GT": ">", "LT": "<"][call.arguments[2]],
            let (number, part) = DatePart.part(call.arguments[0], call.arguments[1].lowercased())
        else { return nil }
        let local = local(operand)
        let sql =
            part == "quarter"
            ? "(CAST(strftime('%m', \(local)) AS INTEGER) + 2) / 3"
            : "CAST(strftime('\(part)', \(local)) AS INTEGER)"
        return SQLFragment(sql + " " + sign + " ?", [.integer(Int64(number))])
    }

    /// The number of a named part and how SQLite writes such parts. Months go by their first three letters, as instances
    /// write `jan` and `june`. Weeks begin on Monday, the days before the first Monday are week 0.
    private static func part(_ name: String, _ wanted: String) -> (Int, String)? {
        let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        let months = ["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let number = Int(wanted)
        switch name {
        case "dayofweek": return (number ?? days.firstIndex(of: wanted)).map { ($0, "%w") }
        case "month": return (number ?? months.firstIndex(of: String(wanted.prefix(3)))).map { ($0, "%m") }
        case "week": return number.map { ($0, "%W") }
        case "quarter": return number.map { ($0, "quarter") }
        case "year": return number.map { ($0, "%Y") }
        case "hour", "hourofday": return number.map { ($0, "%H") }
        case "dayofmonth", "day": return number.map { ($0, "%d") }
        default: return nil
        }
    }

    /// An expression that is equal for all moments of the same unit. Nil for a unit that is not known.
    func truncated(_ operand: JoinPlan.Operand, to unit: String) -> String? {
        let sql = local(operand)
        return switch unit {
        case "minute": "substr(\(sql), 1, 16)"
        case "hour": "substr(\(sql), 1, 13)"
        case "day", "dayofweek": "substr(\(sql), 1, 10)"
        // The Monday that the week begins with.
        case "week": "date(\(sql), '-6 days', 'weekday 1')"
        case "month": "substr(\(sql), 1, 7)"
        case "quarter": "(substr(\(sql), 1, 5) || (CAST(substr(\(sql), 6, 2) AS INTEGER) + 2) / 3)"
        case "year": "substr(\(sql), 1, 4)"
        default: nil
        }
    }

    /// `3 days` as SQLite's date functions write it.
    static func modifier(_ unit: String, _ count: Int) -> String? {
        switch Period.Unit(rawValue: unit) {
        case .week: "\(count * 7) days"
        case .quarter: "\(count * 3) months"
        case .some(let unit): "\(count) \(unit.rawValue)s"
        case nil: nil
        }
    }

    /// The wall clock at a column's moment. Days and durations have no zone.
    private func local(_ operand: JoinPlan.Operand) -> String {
        guard operand.column.type == .dateTime else { return operand.sql }
        return "datetime(\(operand.sql), \(shift(of: operand.sql)))"
    }

    /// The distance from UTC at a moment, by the rule of `TimeZoneRule.offset(at:)`. In the months in which clocks never
    /// change nothing has to be reckoned.
    private func shift(of sql: String) -> String {
        let winter = "'\(zone.offset) seconds'", summer = "'\(zone.offset + 3600) seconds'"
        let begin: String, end: String
        switch zone.daylight {
        case .never: return winter
        case .unitedStates:
            begin = sunday("03-08", of: sql, plus: 2 * 3600 - zone.offset)
            end = sunday("11-01", of: sql, plus: 3600 - zone.offset)
        case .europe:
            begin = sunday("03-25", of: sql, plus: 3600)
            end = sunday("10-25", of: sql, plus: 3600)
        }
        return "CASE substr(\(sql), 6, 2) WHEN '03' THEN iif(\(sql) >= \(begin), \(summer), \(winter)) "
            + "WHEN '10' THEN iif(\(sql) < \(end), \(summer), \(winter)) "
            + "WHEN '11' THEN iif(\(sql) < \(end), \(summer), \(winter)) "
            + "WHEN '12' THEN \(winter) WHEN '01' THEN \(winter) WHEN '02' THEN \(winter) ELSE \(summer) END"
    }

    /// The first Sunday on or after a day of the moment's year, that many seconds later.
    private func sunday(_ day: String, of sql: String, plus seconds: Int64) -> String {
        "datetime(substr(\(sql), 1, 5) || '\(day)', 'weekday 0', '\(seconds) seconds')"
    }
}
