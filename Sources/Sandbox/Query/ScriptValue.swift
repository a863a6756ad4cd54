import Database
import ExchangeModel

/// The `javascript:` values of encoded queries that the sandbox supports.
///
/// An instance runs them as scripts; here they are a table of the documented `gs` calls, evaluated in the user's time
/// zone at the instance's time. A condition with any other script is ignored.
struct ScriptValue {
    let context: QueryContext

    /// The value of an operand: itself, or the result of its script. Nil if the script may not be evaluated.
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
        var unit = Period.Unit.day
        var count = ["Today": 0, "Yesterday": -1, "Tomorrow": 1][name]
        for (word, number) in [("This", 0), ("Last", -1), ("Next", 1)] where name.hasPrefix(word) {
            let units: [Substring: Period.Unit] = [
                "Week": .week, "Month": .month, "Quarter": .quarter, "Year": .year,
            ]
            guard let named = units[name.dropFirst(word.count)] else { return nil }
            (unit, count) = (named, number)
        }
        guard let count else { return nil }
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

    /// `gs.getDurationDate('1 2:30:00')`: days and a time, as durations are stored.
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

/// A parsed call: `gs.daysAgoStart(7)` has the name `daysAgoStart` and one argument.
struct ScriptCall {
    let name: String
    /// Numbers as written, strings without quotes.
    let arguments: [String]

    init(name: String, arguments: [String]) {
        self.name = name
        self.arguments = arguments
    }

    /// Parses `gs.name(arguments)` with an optional `;`. Nil for anything else.
    init?(_ text: Substring) {
        var text = text
        while let last = text.last, last == ";" || last == " " { text = text.dropLast() }
        while text.first == " " { text = text.dropFirst() }
        guard text.hasPrefix("gs."), text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
        let name = text[text.index(text.startIndex, offsetBy: 3)..<open]
        guard !name.isEmpty, name.utf8.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
            return nil
        }
        self.name = String(name)
        let inside = text[text.index(after: open)...].dropLast()
        var arguments: [String] = []
        if !inside.isEmpty {
            for part in inside.split(separator: ",", omittingEmptySubsequences: false) {
                guard let argument = ScriptCall.argument(part) else { return nil }
                arguments.append(argument)
            }
        }
        self.arguments = arguments
    }

    private static func argument(_ text: Substring) -> String? {
        var text = text
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        guard let first = text.first else { return nil }
        if first == "'" || first == "\"" {
            guard text.count >= 2, text.last == first else { return nil }
            text = text.dropFirst().dropLast()
            return text.contains(first) ? nil : String(text)
        }
        return Int(text).map(String.init)
    }
}

/// The values of `sys_filter_option_dynamic` rows: filters that depend on the user.
///
/// An instance runs a row's script; here it must be one of the supported calls about the user, and other rows are
/// unknown.
struct DynamicFilters {
    /// "Me", which has the same sys_id on every instance.
    static let me = "54635e965f510100a9ad2572f2b4774c"
    /// "One of My Groups", with the same sys_id on every instance.
    static let myGroups = "d6435e965f510100a9ad2572f2b47744"

    static let table = "sys_filter_option_dynamic"

    let store: RecordStore
    let account: Account

    /// The values of every active, supported row by sys_id. The rows are read only for a query that may use one.
    func values(for query: String?) throws -> [String: [String]] {
        guard let query, query.contains("DYNAMIC"), let table = store.schema[DynamicFilters.table] else { return [:] }
        try store.fill([table.name])
        let rows = try store.connection.rows(
            "SELECT \"sys_id\", \"script\" FROM \(table.storage) WHERE \"sys_class_name\" = ? AND \"active\" = 1",
            [.text(table.name)]
        ) { ($0.text(0), $0.text(1)) }
        var values: [String: [String]] = [:]
        for (identifier, script) in rows { values[identifier] = try self.values(of: script) }
        return values
    }

    private func values(of script: String) throws -> [String]? {
        var script = script[...]
        if script.hasPrefix("javascript:") { script = script.dropFirst("javascript:".count) }
        while let last = script.last, last == ";" || last.isWhitespace { script = script.dropLast() }
        while script.first?.isWhitespace == true { script = script.dropFirst() }
        switch script {
        case "gs.getUserID()", "gs.getUser().getID()": return [account.sysID]
        case "gs.getUserName()", "gs.getUser().getName()": return [account.userName]
        case "gs.getUser().getMyGroups()", "getMyGroups()": return account.groupIDs
        case "gs.getUser().getCompanyID()": return try user("company")
        case "gs.getUser().getDepartmentID()": return try user("department")
        case "gs.getUser().getManagerID()": return try user("manager")
        case "gs.getUser().getLocation()": return try user("location")
        default: return nil
        }
    }

    /// A reference in the user's own record; empty if the target does not exist.
    private func user(_ column: String) throws -> [String] {
        let sql = "SELECT \"\(column)\" FROM \"sys_user\" WHERE \"sys_id\" = ?"
        let found = try store.connection.row(sql, [.text(account.sysID)]) { $0.text(0) }
        return [found].compactMap { $0 }.filter { !$0.isEmpty }
    }
}
