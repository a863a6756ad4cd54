import Notation

/// Commands of other tools, with their equivalents here.
enum CommandSuggestion {
    /// First words or flags that are aliases of commands.
    static let names = [
        "exit": "quit", "q": "quit", ":q": "quit", ":wq": "quit", "bye": "quit", "logoff": "quit",
        "?": "help", "--help": "help", "-h": "help", "cls": "clear", "--version": "version", "-V": "version",
        "-v": "version", "h": "help", "rollback": "undo",
    ]

    /// What people call tables.
    private static let tableLabels = [
        "user": "sys_user", "users": "sys_user", "incidents": "incident", "change": "change_request",
        "changes": "change_request", "problems": "problem",
    ]

    /// How the names of many tables begin.
    private static let tablePrefixes = ["sys_", "cmdb_", "sc_", "sn_", "kb_", "u_", "x_"]

    /// Flags of other tools, with those of commands here.
    static let flags = [
        "-o": "--format", "--output": "--format", "--out": "--format", "--where": "--query", "--filter": "--query",
        "--columns": "--fields", "--sort": "--order", "--sort-by": "--order", "--max": "--limit", "--top": "--limit",
    ]

    /// Lines and their meaning. Words in capitals are placeholders: `TABLE` a table's name or label, `KNOWN` one that is
    /// certainly a table, `RECORD` a number or sys_id, `NUMBER` a number that determines its table (`OF`), `PREFIX` the
    /// letters of such a number, `FIELD` field names, `ASSIGNMENT` a field and its value, `CONDITION` the same or `!=`,
    /// `WHERE` and `LIMIT` clauses of SQL, if there are any, `MATCH` the remaining words as a text search, `GROUP` a
    /// group of commands, `MEMBER` the last word of a command's name, `NAVIGATED` and `FORM` what the navigator of an
    /// instance takes, `REST` the remaining words, if any. Words in brackets may be missing. The first runnable line wins.
    private static let patterns = read(texts[0])

    /// Lines that no command is equivalent to, and what to do instead.
    private static let advice = read(texts[1])

    private static let texts = ProgramText.suggestions.split(separator: "\n\n")

    /// Reads patterns, one for each choice of their words in brackets.
    private static func read(_ text: Substring) -> [(typed: [String], meant: String)] {
        text.split { $0 == "\n" || $0 == ";" }.flatMap { line in
            let sides = line.split(separator: " → ").map(String.init)
            var choices: [[String]] = [[]]
            for part in sides[0].split(separator: " ") {
                let isOptional = part.first == "["
                let words = [isOptional ? String(part.dropFirst().dropLast()) : String(part)]
                choices = choices.map { $0 + words } + (isOptional ? choices : [])
            }
            return choices.map { ($0, sides[1]) }
        }
    }

    /// The line that a mistyped one probably means, ready to run; nil if unknown.
    package static func line(for typed: String) -> String? {
        for (meant, isWhole) in meanings(of: typed, in: patterns) {
            if let line = runnable(meant) ?? (isWhole ? line(for: meant) : nil) { return line }
        }
        // `back`: the word is the last one of a command's name.
        let typed = typed.asTyped
        let words = typed.split(whereSeparator: \.isWhitespace)
        guard let first = words.first?.lowercased(), words.count < 2 || !RecordNumber.isTooShort(words[1]),
            advice(for: typed) == nil
        else { return nil }
        let rest = typed.dropFirst(words[0].count)
        return CommandTable.all.lazy.filter { $0.words.count > 1 && $0.words.last.map(String.init) == first }
            .map { $0.name + rest }.first(where: isRunnable)
    }

    /// What to do instead of a line for which there is no command; nil if unknown.
    static func advice(for typed: String) -> String? { meanings(of: typed, in: advice).first?.meant }

    /// What the matching patterns say, and whether that is all the remaining words.
    private static func meanings(
        of typed: String, in patterns: [(typed: [String], meant: String)]
    ) -> [(meant: String, isWhole: Bool)] {
        let typed = typed.asTyped
        let words = typed.split(whereSeparator: \.isWhitespace)
        return patterns.compactMap { pattern in
            line(pattern.meant, where: pattern.typed, matches: words, of: typed).map { ($0, pattern.meant == "REST") }
        }
    }

    /// A line if it can be run, else the line with its error corrected; nil if that is not known.
    private static func runnable(_ line: String) -> String? {
        do throws(Problem) { return try isComplete(line) ? line : nil } catch { return error.corrected(line) }
    }

    /// The command that a line with a record's number or a table's name at its start is short for: the same words
    /// behind `table get` or `table list`. Nil if more would have to change.
    static func expansion(of typed: String, after verb: String = "") -> String? {
        let words = typed.asTyped.lowercased().split(whereSeparator: \.isWhitespace)
        guard let whole = line(for: verb + typed), whole.hasPrefix("table get ") || whole.hasPrefix("table list "),
            whole.lowercased().split(whereSeparator: \.isWhitespace).suffix(words.count).elementsEqual(words)
        else { return nil }
        return whole
    }

    /// Whether a line is a complete command without placeholders.
    static func isRunnable(_ line: String) -> Bool { (try? isComplete(line)) ?? false }

    private static func isComplete(_ typed: String) throws(Problem) -> Bool {
        // A variable may have any value; 1 is a number, a name and a text.
        let parts = typed.split(separator: "{{", omittingEmptySubsequences: false)
        let line = parts.dropFirst().reduce(String(parts[0])) { $0 + "1" + $1.drop { $0 != "}" }.dropFirst(2) }
        guard let invocation = try? Parser.parse(line), !invocation.words.contains(where: isPlaceholder) else {
            return false
        }
        let match = try CommandTable.match(invocation)
        if !match.asksForHelp { _ = try match.bind(in: line) }
        return true
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
            .compactMap {
                line($0.value, where: $0.key.split(separator: " ").map(String.init), matches: words, of: typed)
            }.first
        return meant.map { $0 + String(decoding: text.dropFirst(end), as: UTF8.self) }
    }

    private static func line(
        _ meant: String, where pattern: [String], matches words: [Substring], of typed: String
    ) -> String? {
        var found: [String: String] = [:]
        var rest = words[...]
        for part in pattern {
            switch part {
            case "REST": found[part] = rest.popFirst().map { String(typed[$0.startIndex...]) } ?? ""
            case "MATCH": found[part] = textSearch(rest)
            case "WHERE", "LIMIT":
                found[part] = clause(part, &rest)
                continue
            default:
                guard let word = rest.popFirst() else { return nil }
                if part.allSatisfy(\.isUppercase) {
                    guard let value = value(word, as: part) else { return nil }
                    found[part] = value
                    if part == "NUMBER" { found["OF"] = RecordNumber.table(of: value) }
                } else if !part.split(separator: "|").contains(where: { $0 == word.lowercased() }) {
                    return nil
                }
                continue
            }
            if found[part] == nil { return nil }
            rest = []
        }
        guard rest.isEmpty else { return nil }
        return meant.split(separator: " ").map { word in
            var text = "", name = ""
            for character in word + " " {
                if character.isUppercase {
                    name.append(character)
                } else {
                    text += found[name] ?? name
                    name = ""
                    text.append(character)
                }
            }
            return String(text.dropLast())
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A clause of SQL as a flag, taken from the front of the words; empty if there is none.
    private static func clause(_ part: String, _ words: inout ArraySlice<Substring>) -> String {
        guard words.first?.uppercased() == part else { return "" }
        words.removeFirst()
        if part == "LIMIT" { return words.popFirst().map { "-n \($0)" } ?? "" }
        let condition = words.prefix { !["limit", "order", "group"].contains($0.lowercased()) }
        words = words.dropFirst(condition.count)
        let text = condition.joined(separator: " ").filter { $0 != "'" }.replacing("<>", with: "!=")
        return "-q " + Quoting.word(EncodedQuery.corrected(text) ?? text)
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

    private static func value(_ word: Substring, as kind: String) -> String? {
        switch kind {
        case "NUMBER": RecordNumber.table(of: String(word)) == nil ? nil : word.uppercased()
        case "RECORD":
            RecordNumber.table(of: String(word)) != nil
                ? word.uppercased()
                : SysIDForm.isWritten(word) ? word.lowercased() : word.hasPrefix("{{") ? String(word) : nil
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
        case "NAVIGATED":
            [".list", "_list.do"].first { word.lowercased().hasSuffix($0) }.map { String(word.dropLast($0.count)) }
        case "FORM": word.hasSuffix(".do") && isName(word.dropLast(3)) ? "/" + word : nil
        case "SHELL": word.first == "!" || ["cd", "pwd", "vi", "vim", "jq"].contains(word) ? String(word) : nil
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
        guard (2...8).contains(letters.count), (5...12).contains(digits.count), digits.utf8.allSatisfy(ASCII.isDigit)
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
    /// A line without blanks and semicolons around it, without the sign before commands of psql and sqlite3, and with
    /// lists of fields as one word.
    fileprivate var asTyped: String {
        var text = Substring(self).drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true || text.last == ";" { text.removeLast() }
        if text.dropFirst().first?.isLetter == true, text.first == "." || text.first == "\\" { text.removeFirst() }
        return String(text.lowercased().hasPrefix("select ") ? text.replacing(", ", with: ",") : text)
    }
}
