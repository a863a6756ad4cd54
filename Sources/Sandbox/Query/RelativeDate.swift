import Database
import ExchangeModel
import Notation

/// Conditions on moments relative to now.
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
                bound(Period.edge(edge, of: unit, around: wall), operand)
            }
            guard let low = ends[0], let high = ends[1] else { return nil }
            return SQLFragment(operand.sql + " BETWEEN ? AND ?", [low, high])
        }
        guard let sign = ConditionCompiler.sign(operation), let bound = bound(wall, operand) else {
            return nil
        }
        return SQLFragment(operand.sql + " " + sign + " ?", [bound])
    }

    /// A day's column is compared with the day, which is the user's.
    private func bound(_ time: CivilTime, _ operand: JoinPlan.Operand) -> SQLValue? {
        operand.column.comparable(
            operand.column.type == .date ? time.dateText : context.zone.moment(of: time).glideText)
    }
}
