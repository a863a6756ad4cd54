import Notation

/// Commands of other tools, with their equivalents here.
enum CommandSuggestion {
    /// First words or flags that are aliases of commands.
    static let names = [
        "exit": "quit", "q": "quit", ":q": "quit", ":wq": "quit", "bye": "quit", "logoff": "quit",
        "?": "help", "--help": "help", "-h": "help", "cls": "clear", "--version": "version", "-V": "version",
    ]

    /// What people call tables.
    private static let tableLabels = [
        "user": "sys_user", "users": "sys_user", "incidents": "incident", "change": "change_request",
        "changes": "change_request", "problems": "problem",
    ]

    /// How the names of many tables begin.
    private static let tablePrefixes = ["sys_", "cmdb_", "sc_", "sn_", "kb_", "u_", "x_"]

    /// Typed patterns and their meaning. Words in capitals are placeholders: `TABLE` a table's name or label, `KNOWN`
    /// one that is certainly a table, `RECORD` a number or sys_id, `NUMBER` a number that determines its table (`OF`),
    /// `PREFIX` the letters of such a number, `FIELD` field names, `ASSIGNMENT` a field and its value, `CONDITION` the
    /// same or `!=`, `MATCH` the remaining words as a text search, `GROUP` a group of commands, `MEMBER` the last word
    /// of a command's name, `REST` the remaining words, if any. The first runnable line wins.
    private static let patterns: [(typed: String, meant: String)] = [
        ("snowdeck REST", "REST"),
        ("GROUP help|? REST", "help GROUP REST"), ("help MEMBER", "help MEMBER"),
        ("MEMBER -h|--help", "MEMBER --help"),
        ("select * from TABLE", "table list TABLE"), ("select count(*) from TABLE", "table count TABLE"),
        ("insert into REST", "help table create"), ("update TABLE set REST", "help table update"),
        ("delete from REST", "help table delete"),
        ("SETTING WORD", "set SETTING=WORD"), ("set SETTING WORD", "set SETTING=WORD"),
        ("SETTING = WORD", "set SETTING=WORD"), ("set SETTING = WORD", "set SETTING=WORD"),
        ("NUMBER REST", "table get OF NUMBER REST"), ("task NUMBER REST", "task show NUMBER REST"),
        ("PREFIX NUMBER REST", "table get OF NUMBER REST"),
        ("SYSID REST", "table get incident SYSID REST"),
        ("NUMBER FIELD", "table get OF NUMBER -f FIELD"),
        ("NUMBER ASSIGNMENT REST", "table update OF NUMBER ASSIGNMENT REST"),
        ("KNOWN RECORD FIELD", "table get KNOWN RECORD -f FIELD"),
        ("KNOWN RECORD ASSIGNMENT REST", "table update KNOWN RECORD ASSIGNMENT REST"),
        ("KNOWN CONDITION REST", "table list KNOWN -q CONDITION REST"),
        ("get|show|cat|read|view NUMBER FIELD", "table get OF NUMBER -f FIELD"),
        ("get|show|cat|read|view TABLE RECORD FIELD", "table get TABLE RECORD -f FIELD"),
        ("table get TABLE RECORD FIELD", "table get TABLE RECORD -f FIELD"),
        ("show|get|list|ls|query|search|find TABLE CONDITION REST", "table list TABLE -q CONDITION REST"),
        ("table KNOWN CONDITION REST", "table list KNOWN -q CONDITION REST"),
        ("count TABLE CONDITION REST", "table count TABLE -q CONDITION REST"),
        ("user|users|whois REST", "table get sys_user REST"),
        ("get|show|view|find|search user|users|sys_user REST", "table get sys_user REST"),
        ("table|get|show|cat|find|search|read|view|open|describe NUMBER REST", "table get OF NUMBER REST"),
        ("table get|list|show NUMBER REST", "table get OF NUMBER REST"),
        ("table update|delete NUMBER REST", "table update OF NUMBER REST"),
        ("update|set|edit|modify|patch NUMBER REST", "table update OF NUMBER REST"),
        ("delete|rm|remove|del|drop NUMBER REST", "table delete OF NUMBER REST"),
        ("table|get|show|cat|find|read|view TABLE RECORD REST", "table get TABLE RECORD REST"),
        ("TABLE RECORD REST", "table get TABLE RECORD REST"),
        ("tables|dt|.tables|ls|list|dir", "table names"),
        ("show|list tables", "table names"),
        ("find|search|grep KNOWN REST", "table list KNOWN REST"),
        ("find|search|grep KNOWN MATCH", "table list KNOWN -q MATCH"),
        ("find|search|grep MATCH", "table list incident -q MATCH"),
        ("show|get|list|ls|select|query|search|find|dir|table TABLE REST", "table list TABLE REST"),
        ("table ls|show|find|query|search|select TABLE REST", "table list TABLE REST"),
        ("create|new|insert|add|post TABLE REST", "table create TABLE REST"),
        ("table new|insert|add TABLE REST", "table create TABLE REST"),
        ("update|edit|modify|patch TABLE RECORD REST", "table update TABLE RECORD REST"),
        ("table set|edit|modify|patch TABLE RECORD REST", "table update TABLE RECORD REST"),
        ("delete|rm|remove|del TABLE RECORD", "table delete TABLE RECORD"),
        ("table rm|remove|del TABLE RECORD", "table delete TABLE RECORD"),
        ("count TABLE REST", "table count TABLE REST"),
        ("desc|describe|schema|fields|columns|d|dictionary|info TABLE", "table describe TABLE"),
        ("table desc|schema|fields|columns TABLE", "table describe TABLE"),
        ("METHOD PATH REST", "rest METHOD PATH REST"),
        ("curl|wget PATH", "rest GET PATH"), ("curl|wget WORD REST", "help rest"),
        ("man|info|explain REST", "help REST"),
        ("open|goto|visit|browse PATH", "page open PATH"),
        ("use|cd|switch WORD", "connect WORD"), ("open|instance WORD", "connect WORD"),
        ("record WORD", "tape new WORD"), ("status|pwd", "tape status"), ("whois|id|user|me", "whoami"),
        ("signin|sign-in", "login"), ("signout|sign-out", "logout"),
        ("tapes", "tape list"), ("recipes", "recipe list"), ("profiles", "profile list"), ("tasks", "task"),
        ("settings|config|options|env", "set"), ("hist", "history"),
        ("KNOWN REST", "table list KNOWN REST"), ("select WORD REST", "help table list"),
    ]

    /// The line that a mistyped one probably means, ready to run; nil if unknown.
    package static func line(for typed: String) -> String? {
        let typed = typed.trimmingBlanks
        let words = typed.split(whereSeparator: \.isWhitespace)
        for (pattern, meant) in patterns {
            if let line = Self.line(meant, where: pattern, matches: words, of: typed), isRunnable(line) { return line }
        }
        // `describe incident`: the word is the last one of a command's name.
        guard let first = words.first?.lowercased() else { return nil }
        if words.count > 1, RecordNumber.isTooShort(words[1]) { return nil }
        let rest = typed.dropFirst(words[0].count)
        return CommandTable.all.lazy.filter { $0.words.count > 1 && $0.words.last.map(String.init) == first }
            .map { $0.name + rest }.first(where: isRunnable)
    }

    /// The command that a line with a record's number or a table's name at its start is short for: the same words
    /// behind `table get` or `table list`. Nil if more would have to change.
    static func expansion(of typed: String, after verb: String = "") -> String? {
        let words = typed.trimmingBlanks.lowercased().split(whereSeparator: \.isWhitespace)
        guard let whole = line(for: verb + typed), whole.hasPrefix("table get ") || whole.hasPrefix("table list "),
            whole.lowercased().split(whereSeparator: \.isWhitespace).suffix(words.count).elementsEqual(words)
        else { return nil }
        return whole
    }

    /// Whether a line is a complete command without placeholders.
    static func isRunnable(_ line: String) -> Bool {
        guard let invocation = try? Parser.parse(line), !invocation.words.contains(where: isPlaceholder),
            let match = try? CommandTable.match(invocation)
        else { return false }
        return match.asksForHelp || (try? match.bind(in: line)) != nil
    }

    /// Whether a word is a placeholder, as `FILE` in a hint.
    private static func isPlaceholder(_ word: Word) -> Bool {
        guard let text = word.literal, !["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].contains(text)
        else {
            return false
        }
        if text.contains("…") { return true }
        return text.split(whereSeparator: { !$0.isLetter && $0 != "_" }).contains {
            $0.count > 1 && $0.allSatisfy { $0.isUppercase || $0 == "_" }
        } && !text.contains(where: \.isNumber)
    }

    /// The line that replaced a line of an earlier version; nil for every other line.
    static func renamed(_ invocation: Invocation) -> String? {
        let text = invocation.text.utf8, end = invocation.words.last?.span.upperBound ?? 0
        let typed = String(decoding: text.prefix(end), as: UTF8.self)
        func index(_ offset: Int) -> String.Index { typed.utf8.index(typed.startIndex, offsetBy: offset) }
        let words = invocation.words.map { typed[index($0.span.lowerBound)..<index($0.span.upperBound)] }
        let meant = CommandTable.current.capabilities.flatMap(\.renamed).lazy
            .compactMap { line($0.value, where: $0.key, matches: words, of: typed) }.first
        return meant.map { $0 + String(decoding: text.dropFirst(end), as: UTF8.self) }
    }

    private static func line(
        _ meant: String, where pattern: String, matches words: [Substring], of typed: String
    ) -> String? {
        var found: [String: String] = [:]
        var place = 0
        for part in pattern.split(separator: " ") {
            if part == "REST" {
                found["REST"] = place < words.count ? String(typed[words[place].startIndex...]) : ""
                place = words.count
                break
            }
            guard place < words.count else { return nil }
            if part == "MATCH" {
                guard let match = textSearch(words[place...]) else { return nil }
                found["MATCH"] = match
                place = words.count
                break
            }
            let word = words[place]
            place += 1
            if part.allSatisfy(\.isUppercase) {
                guard let value = value(word, as: part) else { return nil }
                found[String(part)] = value
                if part == "NUMBER" { found["OF"] = RecordNumber.table(of: value) }
            } else if !part.split(separator: "|").contains(where: { $0 == word.lowercased() }) {
                return nil
            }
        }
        guard place == words.count else { return nil }
        var line = "", name = ""
        for character in meant + " " {
            if character.isUppercase {
                name.append(character)
            } else {
                line += found[name] ?? name
                name = ""
                line.append(character)
            }
        }
        return line.trimmingBlanks
    }

    /// The query that finds words in short descriptions; nil for flags, numbers and field names.
    private static func textSearch(_ words: ArraySlice<Substring>) -> String? {
        let text = words.joined(separator: " ").filter { $0 != "'" && $0 != "\"" }
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || " -.".contains($0) }), text.contains(where: \.isLetter),
            !words.contains(where: {
                $0.first == "-" || RecordNumber.table(of: String($0)) != nil || RecordNumber.isTooShort($0)
            })
        else { return nil }
        return Quoting.word("short_descriptionLIKE" + text)
    }

    private static func value(_ word: Substring, as kind: Substring) -> String? {
        switch kind {
        case "NUMBER": RecordNumber.table(of: String(word)) == nil ? nil : word.uppercased()
        case "RECORD":
            RecordNumber.table(of: String(word)) != nil
                ? word.uppercased() : SysIDForm.isWritten(word) ? word.lowercased() : nil
        case "SYSID": SysIDForm.isWritten(word) ? word.lowercased() : nil
        case "DIGITS": word.utf8.allSatisfy(ASCII.isDigit) ? String(word) : nil
        case "PREFIX": RecordNumber.hasTable(prefix: word) ? String(word) : nil
        case "TABLE": isName(word) && !RecordNumber.isTooShort(word) ? table(word) : nil
        case "KNOWN": isKnownTable(table(word)) ? table(word) : nil
        case "FIELD":
            word.split(separator: ",").allSatisfy { isName($0) && RecordNumber.table(of: String($0)) == nil }
                ? String(word) : nil
        case "ASSIGNMENT": isComparison(word, signs: ["="]) ? String(word) : nil
        case "CONDITION": isComparison(word, signs: ["=", "!="]) ? String(word) : nil
        case "GROUP": CommandTable.groups.contains { $0.name == word.lowercased() } ? word.lowercased() : nil
        case "MEMBER":
            CommandTable.all.first { $0.words.count == 2 && $0.words[1] == word.lowercased() }?.name
        case "SETTING": SettingTable.named(word.lowercased())?.name
        case "PATH": word.contains("://") || word.first == "/" ? String(word) : nil
        case "METHOD":
            ["get", "post", "put", "patch", "delete", "head"].contains(word.lowercased()) ? word.uppercased() : nil
        default: String(word)
        }
    }

    private static func table(_ word: Substring) -> String { tableLabels[word.lowercased()] ?? word.lowercased() }

    private static func isKnownTable(_ name: String) -> Bool {
        isName(name)
            && (name == "task" || tableLabels.values.contains(name) || RecordNumber.hasNumbers(table: name)
                || tablePrefixes.contains { name.hasPrefix($0) })
    }

    /// Whether a word is a field, one of these signs and a value, which may be empty.
    private static func isComparison(_ word: Substring, signs: Set<String>) -> Bool {
        let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return name.first?.isLetter == true && signs.contains { word.dropFirst(name.count).hasPrefix($0) }
    }

    static func isName(_ word: some StringProtocol) -> Bool {
        word.first?.isLetter == true && word.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x5F }
    }
}

/// Record numbers, whose prefix determines the table.
enum RecordNumber {
    private static let tables = [
        "INC": "incident", "CHG": "change_request", "PRB": "problem", "RITM": "sc_req_item", "REQ": "sc_request",
        "SCTASK": "sc_task", "CTASK": "change_task", "PTASK": "problem_task", "KB": "kb_knowledge", "CALL": "new_call",
        "CS": "sn_customerservice_case", "HRC": "sn_hr_core_case", "SIR": "sn_si_incident", "STRY": "rm_story",
        "DFCT": "rm_defect", "ENHC": "rm_enhancement", "EPIC": "rm_epic", "PRJ": "pm_project", "IMS": "interaction",
    ]

    /// The table of a record number: `incident` for `INC0010021`, `task` for an unknown prefix; nil if the text is not
    /// a number.
    static func table(of text: String) -> String? {
        let letters = text.prefix { $0.isASCII && $0.isLetter }, digits = text.dropFirst(letters.count)
        guard (2...8).contains(letters.count), (5...12).contains(digits.count),
            digits.utf8.allSatisfy(ASCII.isDigit)
        else { return nil }
        return tables[letters.uppercased()] ?? "task"
    }

    static func hasTable(prefix: some StringProtocol) -> Bool { tables[prefix.uppercased()] != nil }

    /// Whether the records of a table have numbers with a known prefix.
    static func hasNumbers(table: String) -> Bool { tables.values.contains(table) }

    /// Whether a text begins like a record number and has too few digits, as `INC9`.
    static func isTooShort(_ text: some StringProtocol) -> Bool {
        let letters = text.prefix { $0.isASCII && $0.isLetter }, digits = text.dropFirst(letters.count)
        return (1...4).contains(digits.count) && digits.utf8.allSatisfy(ASCII.isDigit)
            && (hasTable(prefix: letters) || letters.uppercased() == "TASK")
    }
}

extension StringProtocol {
    fileprivate var trimmingBlanks: String {
        var text = Substring(self)
        while text.last?.isWhitespace == true || text.last == ";" { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }
}
