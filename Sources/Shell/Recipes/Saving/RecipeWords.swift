import Notation

/// The words that a saved recipe is written in.
enum RecipeWords {
    /// What a record of a table is called: `incident`, `change request`, `user`.
    static func thing(_ table: String) -> String {
        if let name = things[table] { return name }
        let words = table.split(separator: "_").map(String.init)
        let own =
            words.count > 1 && ["sys", "u", "x", "sc", "cmdb", "kb"].contains(words[0])
            ? Array(words.dropFirst()) : words
        return own.isEmpty ? "record" : own.joined(separator: " ")
    }

    /// `an incident`, `a problem`.
    static func a(_ noun: String) -> String {
        let begins = noun.utf8.first.map(ASCII.lowercased) ?? 0
        return (Array("aeio".utf8).contains(begins) ? "an " : "a ") + noun
    }

    /// Several of a noun.
    static func several(_ noun: String) -> String {
        if noun.hasSuffix("y"), !noun.hasSuffix("ey") { return noun.dropLast() + "ies" }
        return noun + (noun.hasSuffix("s") ? "es" : "s")
    }

    /// What records are called together: `incident and problems`.
    static func things(of tables: [String]) -> String {
        var seen: [String] = []
        for table in tables where !seen.contains(table) { seen.append(table) }
        let names = seen.map { table in
            tables.count { $0 == table } > 1 ? several(thing(table)) : thing(table)
        }
        return Phrase.listed(names, joinedBy: "and")
    }

    /// A variable for a record of a table: `inc`, `user`.
    static func variable(_ table: String) -> String {
        if let name = variables[table] { return name }
        return name(from: thing(table).split(separator: " ").last.map(String.init) ?? "record")
    }

    /// A variable for a field: `caller` for `caller_id`.
    static func variable(field: String) -> String {
        var name = field.split(separator: ".").last.map(String.init) ?? field
        if name.hasPrefix("u_") { name = String(name.dropFirst(2)) }
        for end in ["_id", "_by"] where name.hasSuffix(end) && name.count > end.count + 2 {
            name = String(name.dropLast(end.count))
        }
        return self.name(from: name)
    }

    /// Letters, digits and `_` only, with a letter first.
    static func name(from text: String) -> String {
        let kept = text.utf8.map { ASCII.isLetter($0) || ASCII.isDigit($0) ? ASCII.lowercased($0) : UInt8(ascii: "_") }
        let name = String(decoding: kept, as: UTF8.self).split(separator: "_").joined(separator: "_")
        return VariableName.isValid(name) ? name : "value"
    }

    /// `Raise incident` for `raise-incident`.
    static func heading(_ name: String) -> String {
        let words = name.split { $0 == "-" || $0 == "_" || $0 == " " || $0 == "/" }.joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The field's name as one says it: `assigned to`.
    static func field(_ name: String) -> String {
        fields[name] ?? variableless(name).split(separator: "_").joined(separator: " ")
    }

    private static let fields = [
        "assigned_to": "assignee", "cmdb_ci": "configuration item", "close_code": "resolution code",
        "close_notes": "resolution notes", "opened_by": "opener", "work_notes": "work notes",
    ]

    private static func variableless(_ name: String) -> String {
        name.hasPrefix("u_") ? String(name.dropFirst(2)) : name.hasSuffix("_id") ? String(name.dropLast(3)) : name
    }

    private static let things = [
        "incident": "incident", "problem": "problem", "change_request": "change request", "change_task": "change task",
        "sc_request": "request", "sc_req_item": "requested item", "sc_task": "catalog task", "task": "task",
        "sys_user": "user", "sys_user_group": "group", "kb_knowledge": "knowledge article",
        "cmdb_ci": "configuration item", "sys_attachment": "attachment", "sys_user_grmember": "group member",
        "sys_journal_field": "journal entry", "core_company": "company", "cmn_location": "location",
        "cmn_department": "department",
    ]

    private static let variables = [
        "incident": "inc", "problem": "prb", "change_request": "chg", "change_task": "ctask", "sc_request": "req",
        "sc_req_item": "ritm", "sc_task": "sctask", "task": "task", "sys_user": "user", "sys_user_group": "group",
        "kb_knowledge": "article", "cmdb_ci": "ci", "sys_attachment": "attachment", "incident_task": "itask",
    ]
}

/// Names that are given once.
struct UniqueNames {
    private var taken: Set<String>

    init(_ taken: Set<String>) { self.taken = taken }

    /// The name, or that with the first number that makes it new.
    mutating func take(_ name: String) -> String {
        var made = name, number = 2
        while taken.contains(made) || SettingTable.named(made) != nil {
            made = name + String(number)
            number += 1
        }
        taken.insert(made)
        return made
    }
}
