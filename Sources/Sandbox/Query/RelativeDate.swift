import Database
import ExchangeModel
import Notation

/// Conditions on moments relative to now, and on parts of moments.
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
            let ends = [Period.Edge.start, .end].map { edge in
                operand.column.comparable(text(Period.edge(edge, of: unit, around: wall)))
            }
            guard let low = ends[0], let high = ends[1] else { return nil }
            return SQLFragment(operand.sql + " BETWEEN ? AND ?", [low, high])
        }
        guard let sign = ConditionCompiler.sign(operation), let bound = operand.column.comparable(text(wall)) else {
            return nil
        }
        return SQLFragment(operand.sql + " " + sign + " ?", [bound])
    }

    /// `opened_atDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','EE')`. Parts are those of UTC.
    func part(_ operand: JoinPlan.Operand, _ value: String) -> SQLFragment? {
        guard operand.column.type.isTemporal, let at = value.firstIndex(of: "@") else { return nil }
        let script = value[value.index(after: at)...]
        guard script.hasPrefix("javascript:"), let call = ScriptCall(script.dropFirst("javascript:".count)),
            call.name == "datePart", call.arguments.count == 3,
            let sign = ["EE": "=", "GE": ">=", "LE": "<=", "GT": ">", "LT": "<"][call.arguments[2]]
        else { return nil }
        let names: [String]
        let format: String
        switch call.arguments[0] {
        case "dayofweek":
            names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
            format = "%w"
        case "month":
            names = [
                "", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
                "november", "december",
            ]
            format = "%m"
        case "year": (names, format) = ([], "%Y")
        case "hour", "hourofday": (names, format) = ([], "%H")
        default: return nil
        }
        let wanted = call.arguments[1].lowercased()
        guard let number = names.firstIndex(of: wanted) ?? Int(wanted) else { return nil }
        return SQLFragment(
            "CAST(strftime('" + format + "', " + operand.sql + ") AS INTEGER) " + sign + " ?", [.integer(number)])
    }

    /// An expression that is equal for all moments of the same unit.
    static func truncated(_ sql: String, to unit: String) -> String? {
        switch unit {
        case "minute": "substr(\(sql), 1, 16)"
        case "hour": "substr(\(sql), 1, 13)"
        case "day": "substr(\(sql), 1, 10)"
        case "week": "strftime('%Y-%W', \(sql))"
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

    private func text(_ time: CivilTime) -> String { context.zone.moment(of: time).glideText }
}
