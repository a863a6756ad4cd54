import ExchangeModel

/// The `javascript:` values of encoded queries that the sandbox knows.
///
/// An instance runs these as scripts; here they are a table of the documented `gs` calls, evaluated in the user's time
/// zone at the instance's own time. Whatever is not in the table may not be evaluated, and its condition is dropped.
struct ScriptValue {
    let context: QueryContext

    /// The value of a query's operand: itself, unless it is a script. Nil when the script may not be evaluated.
    func resolve(_ text: String) -> String? {
        guard text.hasPrefix("javascript:") else { return text }
        guard let call = ScriptCall(text.dropFirst("javascript:".count)) else { return nil }
        return evaluate(call)
    }

    private func evaluate(_ call: ScriptCall) -> String? {
        switch call.name {
        case "getUserID": return context.userID
        case "getUserName": return context.userName
        case "now": return local.dateText
        case "nowDateTime": return context.now.glideText
        case "nowNoTZ": return local.glideText
        case "dateGenerate": return generated(call.arguments)
        case "getDurationDate": return call.arguments.first.flatMap(ScriptValue.duration)
        case "daysAgo", "hoursAgo", "minutesAgo", "monthsAgo", "quartersAgo", "yearsAgo":
            return ago(call, edge: nil)
        default: break
        }
        for edge in [Period.Edge.start, .end] {
            let word = edge == .start ? "Start" : "End"
            if call.name.hasSuffix("Ago" + word) {
                return ago(
                    ScriptCall(name: String(call.name.dropLast(word.count)), arguments: call.arguments), edge: edge)
            }
            let prefix = edge == .start ? "beginningOf" : "endOf"
            if call.name.hasPrefix(prefix) { return edgeOfNamed(call.name.dropFirst(prefix.count), edge) }
        }
        return nil
    }

    private var local: CivilTime { context.zone.civil(at: context.now) }

    private func ago(_ call: ScriptCall, edge: Period.Edge?) -> String? {
        guard let count = call.arguments.first.map({ Int($0) }) ?? 0, count.magnitude < 1_000_000,
            let unit = Period.Unit(plural: call.name.dropLast("Ago".count))
        else { return nil }
        var time = Period.moved(local, by: -count, unit)
        if let edge { time = Period.edge(edge, of: unit, around: time) }
        return text(time)
    }

    private func edgeOfNamed(_ name: Substring, _ edge: Period.Edge) -> String? {
        let named: (Period.Unit, Int)? =
            switch name {
            case "Today": (.day, 0)
            case "Yesterday": (.day, -1)
            case "Tomorrow": (.day, 1)
            case "ThisWeek": (.week, 0)
            case "LastWeek": (.week, -1)
            case "NextWeek": (.week, 1)
            case "ThisMonth": (.month, 0)
            case "LastMonth": (.month, -1)
            case "NextMonth": (.month, 1)
            case "ThisQuarter": (.quarter, 0)
            case "LastQuarter": (.quarter, -1)
            case "NextQuarter": (.quarter, 1)
            case "ThisYear": (.year, 0)
            case "LastYear": (.year, -1)
            case "NextYear": (.year, 1)
            default: nil
            }
        guard let (unit, count) = named else { return nil }
        return text(Period.edge(edge, of: unit, around: Period.moved(local, by: count, unit)))
    }

    /// `gs.dateGenerate('2024-01-01','00:00:00')`; the time may also be `start` or `end`.
    private func generated(_ arguments: [String]) -> String? {
        guard arguments.count == 2 else { return nil }
        let clock =
            switch arguments[1] {
            case "start": "00:00:00"
            case "end": "23:59:59"
            default: arguments[1]
            }
        guard let time = Timestamp(glideText: arguments[0] + " " + clock) else { return nil }
        return text(time.civil)
    }

    /// `gs.getDurationDate('1 2:30:00')`: days and a time, as a duration is kept.
    private static func duration(_ text: String) -> String? {
        let parts = text.split(separator: " ")
        let clock = (parts.last ?? "").split(separator: ":").map { Int64($0) ?? -1 }
        guard parts.count == 2, clock.count == 3, clock.allSatisfy({ (0..<1_000_000).contains($0) }),
            let days = Int64(parts[0]), (0..<100_000).contains(days)
        else { return nil }
        return Timestamp(seconds: days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]).glideText
    }

    private func text(_ time: CivilTime) -> String { context.zone.moment(of: time).glideText }
}
