import Notation

/// Commands of other tools, with their equivalents here.
package enum CommandSuggestion {
    /// First words or flags that are aliases of commands.
    static let names = [
        "exit": "quit", "q": "quit", ":q": "quit", ":wq": "quit", "bye": "quit", "logoff": "quit",
        "?": "help", "--help": "help", "-h": "help", "cls": "clear", "--version": "version", "-V": "version",
    ]

    /// Typed patterns and their meaning. Words in capitals are placeholders: `TABLE` a table, `RECORD` a number or
    /// sys_id, `NUMBER` a number that determines its table (`OF`), `REST` the remaining words, if any.
    private static let patterns: [(typed: String, meant: String)] = [
        ("snowdeck REST", "REST"),
        ("NUMBER REST", "table get OF NUMBER REST"), ("task NUMBER REST", "task show NUMBER REST"),
        ("table|get|show|cat|find|read|view|open|describe NUMBER REST", "table get OF NUMBER REST"),
        ("table get|list|show NUMBER REST", "table get OF NUMBER REST"),
        ("table update|delete NUMBER REST", "table update OF NUMBER REST"),
        ("update|set|edit|modify|patch NUMBER REST", "table update OF NUMBER REST"),
        ("delete|rm|remove|del|drop NUMBER REST", "table delete OF NUMBER REST"),
        ("table|get|show|cat|find|read|view TABLE RECORD REST", "table get TABLE RECORD REST"),
        ("TABLE RECORD REST", "table get TABLE RECORD REST"),
        ("tables|dt|.tables|ls|list|dir", "table names"),
        ("show|list tables", "table names"),
        ("show|get|list|ls|select|query|search|find|dir|table TABLE REST", "table list TABLE REST"),
        ("table ls|show|find|query|search|select TABLE REST", "table list TABLE REST"),
        ("create|new|insert|add|post TABLE REST", "table create TABLE REST"),
        ("table new|insert|add TABLE REST", "table create TABLE REST"),
        ("update|edit|modify|patch TABLE RECORD REST", "table update TABLE RECORD REST"),
        ("table set|edit|modify|patch TABLE RECORD REST", "table update TABLE RECORD REST"),
        ("delete|rm|remove|del TABLE RECORD", "table delete TABLE RECORD"),
        ("table rm|remove|del TABLE RECORD", "table delete TABLE RECORD"),
        ("desc|schema|fields|columns|d|dictionary|info TABLE", "table describe TABLE"),
        ("table desc|schema|fields|columns TABLE", "table describe TABLE"),
        ("curl|wget PATH", "rest GET PATH"), ("METHOD PATH REST", "rest METHOD PATH REST"),
        ("man|info|explain REST", "help REST"),
        ("open|goto|visit|browse PATH", "page open PATH"),
        ("use|cd|switch WORD", "connect WORD"), ("ssh|open|instance WORD", "connect WORD"),
        ("record WORD", "tape new WORD"), ("status|pwd", "tape status"), ("whois|id|user|me", "whoami"),
        ("signin|sign-in", "login"), ("signout|sign-out", "logout"),
        ("tapes", "tape list"), ("recipes", "recipe list"), ("profiles", "profile list"), ("tasks", "task"),
        ("settings|config|options|env", "set"), ("hist", "history"),
    ]

    /// The line that a mistyped one probably means, ready to run; nil if unknown.
    package static func line(for typed: String) -> String? {
        let typed = typed.trimmingBlanks
        if let query = SQLQuery(typed)?.line, isRunnable(query) { return query }
        let words = typed.split(whereSeparator: \.isWhitespace)
        for (pattern, meant) in patterns {
            if let line = Self.line(meant, where: pattern, matches: words, of: typed), isRunnable(line) { return line }
        }
        // `describe incident`: the word is the last one of a command's name.
        guard let first = words.first?.lowercased() else { return nil }
        let rest = typed.dropFirst(words[0].count)
        return CommandTable.all.lazy.filter { $0.words.count > 1 && $0.words.last.map(String.init) == first }
            .map { $0.name + rest }.first(where: isRunnable)
    }

    /// Whether a line is a complete command without placeholders.
    package static func isRunnable(_ line: String) -> Bool {
        guard let invocation = try? Parser.parse(line), !invocation.words.contains(where: isPlaceholder),
            let match = try? CommandTable.match(invocation)
        else { return false }
        return (try? match.bind(in: line)) != nil
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
        return meant.split(separator: " ").map { found[String($0)] ?? String($0) }.filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    private static func value(_ word: Substring, as kind: Substring) -> String? {
        switch kind {
        case "NUMBER": RecordNumber.table(of: String(word)) == nil ? nil : word.uppercased()
        case "RECORD":
            RecordNumber.table(of: String(word)) != nil ? word.uppercased() : isSysID(word) ? word.lowercased() : nil
        case "TABLE": isName(word) ? word.lowercased() : nil
        case "PATH": word.contains("://") || word.first == "/" ? String(word) : nil
        case "METHOD":
            ["get", "post", "put", "patch", "delete", "head"].contains(word.lowercased()) ? word.uppercased() : nil
        default: String(word)
        }
    }

    private static func isSysID(_ word: Substring) -> Bool { word.count == 32 && word.allSatisfy(\.isHexDigit) }

    static func isName(_ word: some StringProtocol) -> Bool {
        word.first?.isLetter == true && word.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x5F }
    }
}

/// Record numbers, whose prefix determines the table.
package enum RecordNumber {
    private static let tables = [
        "INC": "incident", "CHG": "change_request", "PRB": "problem", "RITM": "sc_req_item", "REQ": "sc_request",
        "SCTASK": "sc_task", "CTASK": "change_task", "PTASK": "problem_task", "KB": "kb_knowledge", "CALL": "new_call",
        "CS": "sn_customerservice_case", "HRC": "sn_hr_core_case", "SIR": "sn_si_incident", "STRY": "rm_story",
        "DFCT": "rm_defect", "ENHC": "rm_enhancement", "EPIC": "rm_epic", "PRJ": "pm_project", "IMS": "interaction",
    ]

    /// The table of a record number: `incident` for `INC0010021`, `task` for an unknown prefix; nil if the text is not
    /// a number.
    package static func table(of text: String) -> String? {
        let letters = text.prefix { $0.isASCII && $0.isLetter }, digits = text.dropFirst(letters.count)
        guard (2...8).contains(letters.count), (5...12).contains(digits.count),
            digits.utf8.allSatisfy(ASCII.isDigit)
        else { return nil }
        return tables[letters.uppercased()] ?? "task"
    }
}

extension StringProtocol {
    fileprivate var trimmingBlanks: String {
        var text = Substring(self)
        while text.last?.isWhitespace == true || text.last == ";" { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }
}
