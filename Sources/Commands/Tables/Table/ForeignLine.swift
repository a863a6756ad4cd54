import Notation
import Workbench

/// Lines of other tools as commands: SQL, curl and wget.
enum ForeignLine {
    /// The command that means the same; nil if none does.
    static func translated(_ typed: String) -> String? { SQLQuery(typed)?.line ?? curlRequest(typed) }

    /// The `rest` command for a request of curl or wget: its method, path, query and body.
    private static func curlRequest(_ typed: String) -> String? {
        guard let words = try? Parser.parse(typed).words.map({ $0.literal ?? "" }),
            ["curl", "wget"].contains(words.first?.lowercased())
        else { return nil }
        func values(of flags: Set<String>) -> [String] {
            zip(words, words.dropFirst()).filter { flags.contains($0.0) }.map(\.1)
        }
        let bodies = values(of: ["-d", "--data", "--data-raw", "--data-binary", "--json"])
        let method = values(of: ["-X", "--request"]).first?.uppercased()
        let address = words.first { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? words.dropFirst().first
        guard bodies.count < 2, let path = address.flatMap(pathAndQuery) else { return nil }
        return "rest \(method ?? (bodies.isEmpty ? "GET" : "POST")) \(Quoting.word(path))"
            + bodies.map { " --body " + Quoting.word($0) }.joined()
    }

    /// `/path?query` of a URL or path; nil for other words.
    private static func pathAndQuery(_ word: String) -> String? {
        let text = word.prefix { $0 != "#" }
        if text.first == "/" { return String(text) }
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
        let target = text.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" && $0 != "?" }
        return (target.first == "/" ? "" : "/") + String(target)
    }
}

/// Converts an SQL statement into the equivalent `table` command.
struct SQLQuery {
    private enum Token: Equatable {
        case word(String)
        case text(String)
        case sign(String)
    }

    private var tokens: ArraySlice<Token>
    /// The command; nil if no `table` command is equivalent.
    private(set) var line: String?

    /// Nil unless the text begins with `select`, `insert`, `update` or `delete`.
    init?(_ text: String) {
        let verb = text.prefix { !$0.isWhitespace }.lowercased()
        guard verb.count < text.count, ["select", "insert", "update", "delete"].contains(verb) else { return nil }
        tokens = SQLQuery.tokens(text)[...]
        switch verb {
        case "insert": line = readInsert()
        case "update": line = readUpdate()
        case "delete": line = readDelete()
        default: line = read()
        }
    }

    /// `insert into incident (short_description) values ('x')`.
    private mutating func readInsert() -> String? {
        guard takes("insert"), takes("into"), let table = takeTable(), takes("("), let names = readNames(), takes(")"),
            takes("values"), takes("(")
        else { return nil }
        var values: [String] = []
        repeat {
            guard let value = takeValue() else { return nil }
            values.append(value)
        } while takes(",")
        guard takes(")"), tokens.isEmpty, names.count == values.count else { return nil }
        return "table create \(table)" + zip(names, values).map { " " + Quoting.assignment($0, $1) }.joined()
    }

    /// `update incident set state=2 where number='INC0010021'`.
    private mutating func readUpdate() -> String? {
        guard takes("update"), let table = takeTable(), takes("set") else { return nil }
        var assignments = ""
        repeat {
            guard let name = takeWord()?.lowercased(), takes("="), let value = takeValue() else { return nil }
            assignments += " " + Quoting.assignment(name, value)
        } while takes(",")
        return readRecord().map { "table update \(table) \($0)\(assignments)" }
    }

    /// `delete from incident where number='INC0010021'`.
    private mutating func readDelete() -> String? {
        guard takes("delete"), takes("from"), let table = takeTable() else { return nil }
        return readRecord().map { "table delete \(table) \($0)" }
    }

    /// The only record that a statement changes, at its end: `where number='INC0010021'`, or its sys_id.
    private mutating func readRecord() -> String? {
        guard takes("where"), takes("number") || takes("sys_id"), takes("="), let value = takeValue(), tokens.isEmpty,
            !value.isEmpty, value.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) })
        else { return nil }
        return value
    }

    private mutating func takeTable() -> String? {
        takeWord().flatMap { $0.first?.isLetter == true && FieldList.isName($0) ? $0.lowercased() : nil }
    }

    private mutating func read() -> String? {
        guard takes("select") else { return nil }
        var fields: [String] = [], counts = false
        _ = takes("distinct")
        repeat {
            if takes("*") { continue }
            guard let name = takeWord() else { return nil }
            if takes("(") {
                guard name.lowercased() == "count" else { return nil }
                if !takes("*"), takeWord() == nil { return nil }
                guard takes(")") else { return nil }
                counts = true
            } else {
                fields.append(name.lowercased())
            }
        } while takes(",")
        guard takes("from"), let table = takeTable() else { return nil }
        var command = (counts ? "table count " : "table list ") + table
        if takes("where") {
            guard let query = readConditions() else { return nil }
            command += " -q " + Quoting.word(query)
        }
        if takes("group") {
            guard counts, takes("by"), let names = readNames() else { return nil }
            fields = names
        }
        if !fields.isEmpty { command += (counts ? " --by " : " -f ") + fields.joined(separator: ",") }
        if takes("order") {
            guard takes("by"), let names = readNames() else { return nil }
            command += " --order=" + names.joined(separator: ",")
        }
        if takes("limit") {
            guard let count = takeWord(), Int(count) != nil, !counts else { return nil }
            command += " -n " + count
        }
        return tokens.isEmpty ? command : nil
    }

    /// Field names, with `-` before those in descending order.
    private mutating func readNames() -> [String]? {
        var names: [String] = []
        repeat {
            guard let name = takeWord() else { return nil }
            if takes("desc") {
                names.append("-" + name.lowercased())
            } else {
                _ = takes("asc")
                names.append(name.lowercased())
            }
        } while takes(",")
        return names
    }

    private mutating func readConditions() -> String? {
        var query = ""
        while true {
            guard let condition = readCondition() else { return nil }
            query += condition
            if takes("and") {
                query += "^"
            } else if takes("or") {
                query += "^OR"
            } else {
                return query
            }
        }
    }

    private mutating func readCondition() -> String? {
        guard let name = takeWord()?.lowercased() else { return nil }
        if takes("is") {
            let isNegated = takes("not")
            return takes("null") ? name + (isNegated ? "ISNOTEMPTY" : "ISEMPTY") : nil
        }
        let isNegated = takes("not")
        if takes("like") {
            guard let value = takeValue() else { return nil }
            return condition(name, like: value, isNegated: isNegated)
        }
        if takes("in") {
            var values: [String] = []
            guard takes("(") else { return nil }
            repeat {
                guard let value = takeValue() else { return nil }
                values.append(value)
            } while takes(",")
            return takes(")") ? name + (isNegated ? "NOT IN" : "IN") + values.joined(separator: ",") : nil
        }
        if takes("between") {
            guard !isNegated, let low = takeValue(), takes("and"), let high = takeValue() else { return nil }
            return "\(name)BETWEEN\(low)@\(high)"
        }
        guard !isNegated, case .sign(let sign)? = tokens.first, ["=", "!=", "<>", "<", ">", "<=", ">="].contains(sign)
        else { return nil }
        tokens.removeFirst()
        return takeValue().map { name + (sign == "<>" ? "!=" : sign) + $0 }
    }

    private func condition(_ name: String, like value: String, isNegated: Bool) -> String? {
        let text = value.drop { $0 == "%" }
        let inner = text.prefix { $0 != "%" }
        // A `%` or `_` inside has no equivalent.
        guard text.drop(while: { $0 != "%" }).allSatisfy({ $0 == "%" }) else { return nil }
        switch (value.first == "%", value.last == "%", isNegated) {
        case (true, true, false): return "\(name)LIKE\(inner)"
        case (true, true, true): return "\(name)NOT LIKE\(inner)"
        case (false, true, false): return "\(name)STARTSWITH\(inner)"
        case (true, false, false): return "\(name)ENDSWITH\(inner)"
        case (false, false, let isNegated): return "\(name)\(isNegated ? "!=" : "=")\(inner)"
        default: return nil
        }
    }

    private mutating func takes(_ wanted: String) -> Bool {
        switch tokens.first {
        case .word(let text)? where text.lowercased() == wanted, .sign(let text)? where text == wanted:
            tokens.removeFirst()
            return true
        default: return false
        }
    }

    private mutating func takeWord() -> String? {
        guard case .word(let text)? = tokens.first else { return nil }
        tokens.removeFirst()
        return text
    }

    /// A value. Nil if it contains a caret, which would end the condition.
    private mutating func takeValue() -> String? {
        switch tokens.first {
        case .word(let text)?, .text(let text)?:
            tokens.removeFirst()
            return text.contains("^") ? nil : text
        default: return nil
        }
    }

    private static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = [], rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "'" || first == "\"" {
                rest.removeFirst()
                var value = ""
                while let next = rest.popFirst() {
                    if next == first {
                        guard rest.first == first else { break }
                        rest.removeFirst()
                    }
                    value.append(next)
                }
                tokens.append(.text(value))
            } else if first.isLetter || first.isNumber || first == "_" || first == "-" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || "_.-:".contains($0) }
                tokens.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            } else {
                let isPair = "<>!".contains(first) && rest.dropFirst().first.map { "=>".contains($0) } ?? false
                tokens.append(.sign(String(rest.prefix(isPair ? 2 : 1))))
                rest = rest.dropFirst(isPair ? 2 : 1)
            }
        }
        return tokens
    }
}
