/// A `javascript:` value that is understood: a documented call about the user or the time.
package enum QueryScript: Sendable, Hashable {
    package enum Owner: Sendable, Hashable {
        case userID, userName, groups, company, department, manager, location
        /// The user and those for whom the user is a delegate.
        case assignments, approvals
        case usersWithRoles
    }

    package enum Unit: String, Sendable, CaseIterable { case second, minute, hour, day, week, month, quarter, year }

    package enum Edge: Sendable { case start, end }

    case owner(Owner)
    case now
    case localNow
    case localDate
    /// Now, moved by whole units, and possibly to the first or last second of the last unit.
    case moved(Int, Unit, Edge?)
    /// A local date and time: `2024-01-01 00:00:00`.
    case generated(String)
    case duration(Int64)

    package init?(_ value: some StringProtocol) {
        guard let script = QueryScript.source(of: value) else { return nil }
        if let owner = QueryScript.owners[script] {
            self = .owner(owner)
        } else if let call = ScriptCall(script[...]), let found = QueryScript.time(call) {
            self = found
        } else {
            return nil
        }
    }

    package init?(filter script: String) {
        self.init(script.hasPrefix("javascript:") ? script : "javascript:" + script)
    }

    package static func source(of value: some StringProtocol) -> String? {
        let prefix = "javascript:"
        guard value.hasPrefix(prefix) else { return nil }
        var script = value.dropFirst(prefix.count).drop(while: \.isWhitespace)
        while let last = script.last, last == ";" || last.isWhitespace { script.removeLast() }
        return String(script)
    }

    private static let owners: [String: Owner] = [
        "gs.getUserID()": .userID, "gs.getUser().getID()": .userID, "gs.getUserName()": .userName,
        "gs.getUser().getName()": .userName, "gs.getUser().getMyGroups()": .groups, "getMyGroups()": .groups,
        "gs.getUser().getCompanyID()": .company, "gs.getUser().getDepartmentID()": .department,
        "gs.getUser().getManagerID()": .manager, "gs.getUser().getLocation()": .location,
        "getMyAssignments()": .assignments, "getMyApprovals()": .approvals, "getRoledUsers()": .usersWithRoles,
    ]

    package static var names: [String] {
        let periods = ["This", "Last", "Next"].flatMap { word in ["Week", "Month", "Quarter", "Year"].map { word + $0 }
        }
        let edges = ["beginningOf", "endOf"].flatMap { edge in
            (["Today", "Yesterday", "Tomorrow"] + periods).map { "gs.\(edge)\($0)()" }
        }
        return owners.keys.sorted() + edges
    }

    private static func time(_ call: ScriptCall) -> QueryScript? {
        switch call.name {
        case "now": return .localDate
        case "nowDateTime": return .now
        case "nowNoTZ": return .localNow
        case "dateGenerate": return generated(call.arguments)
        case "getDurationDate": return call.arguments.first.flatMap(duration)
        default: break
        }
        for (edge, prefix, suffix) in [(Edge.start, "beginningOf", "AgoStart"), (.end, "endOf", "AgoEnd")] {
            if call.name.hasSuffix(suffix) { return ago(call.name.dropLast(suffix.count), call.arguments, edge) }
            if call.name.hasPrefix(prefix) { return period(call.name.dropFirst(prefix.count), edge) }
        }
        return call.name.hasSuffix("Ago") ? ago(call.name.dropLast(3), call.arguments, nil) : nil
    }

    private static func ago(_ units: Substring, _ arguments: [String], _ edge: Edge?) -> QueryScript? {
        guard let count = arguments.first.map({ Int($0) }) ?? 0, count.magnitude < 1_000_000, units.last == "s",
            let unit = Unit(rawValue: String(units.dropLast()))
        else { return nil }
        return .moved(-count, unit, edge)
    }

    /// `Today`, `LastWeek`, `CurrentHour`.
    private static func period(_ name: Substring, _ edge: Edge) -> QueryScript? {
        if let days = ["Today": 0, "Yesterday": -1, "Tomorrow": 1][name] { return .moved(days, .day, edge) }
        for (word, count) in [("This", 0), ("Current", 0), ("Last", -1), ("Next", 1)] where name.hasPrefix(word) {
            let rest = name.dropFirst(word.count)
            guard let unit = Unit(rawValue: rest.lowercased()), unit != .second, unit != .day,
                rest.first?.isUppercase == true
            else { return nil }
            return .moved(count, unit, edge)
        }
        return nil
    }

    /// `dateGenerate('2024-01-01','00:00:00')`, where the time may also be `start` or `end`; one argument is a date, or
    /// a date and a time.
    private static func generated(_ arguments: [String]) -> QueryScript? {
        guard let date = arguments.first, arguments.count <= 2 else { return nil }
        let clocks = ["start": "00:00:00", "end": "23:59:59"]
        let text =
            arguments.count == 2
            ? date + " " + (clocks[arguments[1]] ?? arguments[1]) : date.utf8.count == 10 ? date + " 00:00:00" : date
        return isTime(text) ? .generated(text) : nil
    }

    /// Whether a text is a date and time of the calendar: `2024-02-29 23:59:59`.
    private static func isTime(_ text: String) -> Bool {
        let form = Array("0000-00-00 00:00:00".utf8), bytes = Array(text.utf8)
        guard bytes.count == form.count, zip(bytes, form).allSatisfy({ $1 == 48 ? (48...57).contains($0) : $0 == $1 })
        else { return false }
        let parts = text.split { !$0.isNumber }.map { Int($0) ?? 0 }
        let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(parts[1]) && (1...days[parts[1] - 1]).contains(parts[2]) && parts[3] < 24
            && parts[4] < 60 && parts[5] < 60
    }

    /// `getDurationDate('1 2:30:00')`: days and a time, as durations are stored.
    private static func duration(_ text: String) -> QueryScript? {
        let parts = text.split(separator: " ")
        let clock = (parts.last ?? "").split(separator: ":").map { Int64($0) ?? -1 }
        guard parts.count == 2, clock.count == 3, clock.allSatisfy({ (0..<1_000_000).contains($0) }),
            let days = Int64(parts[0]), (0..<100_000).contains(days)
        else { return nil }
        return .duration(days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
    }
}

/// The value of `DATEPART`: `javascript:gs.datePart('dayofweek','monday','EE')`.
package struct DatePartScript: Sendable, Hashable {
    /// `dayofweek`, `month`, `week`, `quarter`, `year`, `hour` or `day`.
    package let unit: String
    /// Days of the week are counted from Sunday, which is 0.
    package let number: Int
    /// `=`, `<=` …
    package let sign: String

    package init?(_ value: some StringProtocol) {
        guard let script = QueryScript.source(of: value), let call = ScriptCall(script[...]), call.name == "datePart",
            call.arguments.count == 3,
            let sign = ["EE": "=", "GE": ">=", "LE": "<=", "GT": ">", "LT": "<"][call.arguments[2]]
        else { return nil }
        let unit = DatePartScript.synonyms[call.arguments[0]] ?? call.arguments[0]
        let names = DatePartScript.units[unit], wanted = call.arguments[1].lowercased()
        guard let names, let number = Int(wanted) ?? names.firstIndex(of: String(wanted.prefix(3))) else { return nil }
        (self.unit, self.number, self.sign) = (unit, number, sign)
    }

    private static let synonyms = ["hourofday": "hour", "dayofmonth": "day"]
    /// The names of each unit's numbers, in three letters, because instances write `jan` and `june`.
    private static let units: [String: [String]] = [
        "dayofweek": ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
        "month": ["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
        "week": [], "quarter": [], "year": [], "hour": [], "day": [],
    ]
}

private struct ScriptCall {
    let name: String
    let arguments: [String]

    init?(_ text: Substring) {
        guard text.hasPrefix("gs."), text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
        let name = text[..<open].dropFirst(3)
        guard !name.isEmpty, name.utf8.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
            return nil
        }
        self.name = String(name)
        let inside = text[text.index(after: open)...].dropLast()
        let parts = inside.isEmpty ? [] : inside.split(separator: ",", omittingEmptySubsequences: false)
        let arguments = parts.compactMap(ScriptCall.argument)
        guard arguments.count == parts.count else { return nil }
        self.arguments = arguments
    }

    private static func argument(_ text: Substring) -> String? {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        guard let first = text.first else { return nil }
        guard first == "'" || first == "\"" else { return Int(text).map(String.init) }
        guard text.count >= 2, text.last == first else { return nil }
        text = text.dropFirst().dropLast()
        return text.contains(first) ? nil : String(text)
    }
}

package enum DynamicFilterOption {
    /// How each is read after a column.
    package static let known: [String: String] = [
        "90d1921e5f510100a9ad2572f2b477fe": "is me",
        "54635e965f510100a9ad2572f2b4774c": "is one of my approvals",
        "0f63961e5f510100a9ad2572f2b47745": "is one of my assignments",
        myGroups: "is one of my groups",
        "32a39a165f510100a9ad2572f2b477a0": "is a user with roles",
    ]

    package static let myGroups = "d6435e965f510100a9ad2572f2b47744"
    package static let table = "sys_filter_option_dynamic"
}
