/// A syntax error in the text of a table.
struct TableTextError: Error, CustomStringConvertible {
    let file: String
    let line: Int
    let reason: String

    var description: String { "\(file):\(line): \(reason)" }
}

/// Parses the text of one table. ARCHITECTURE.md describes the format.
///
/// A line with an error is skipped and reported: a test reads every text, and starting never fails.
struct TableReader {
    private(set) var definition: TableDefinition
    private(set) var errors: [TableTextError] = []
    private let file: String
    private let firstLine: () -> Int
    /// The offset of the current line from the first.
    private var offset = 0

    /// The table in a section, with syntax errors.
    static func read(_ section: TextSection) -> TableReader {
        read(section.text, file: section.file.name) {
            section.file.lineNumber(at: section.range.lowerBound)
        }
    }

    /// The table in a text; `firstLine` is the number of its first line.
    static func read(_ text: String, file: String, firstLine: @escaping () -> Int) -> TableReader {
        var reader = TableReader(file: file, firstLine: firstLine)
        var keyword: Substring = ""
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (offset, line) in lines.enumerated() {
            reader.offset = offset
            switch line.first {
            case nil, UInt8(ascii: "#"): continue
            case UInt8(ascii: " "): reader.continues(keyword, Substring(line))
            default:
                let end = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
                keyword = Substring(line[..<end])
                reader.read(keyword, Substring(line[end...]))
            }
        }
        reader.check()
        return reader
    }

    private init(file: String, firstLine: @escaping () -> Int) {
        (self.file, self.firstLine) = (file, firstLine)
        definition = TableDefinition("")
    }

    private mutating func read(_ keyword: Substring, _ rest: Substring) {
        let words = TableCells.words(rest)
        switch keyword {
        case "table":
            let cells = TableCells.read(rest), names = TableCells.words(cells[0][...])
            guard cells.count == 3, names.count == 1 || names.count == 3 && names[1] == "<" else {
                return fail("a table is written: table NAME < PARENT | LABEL | PLURAL")
            }
            definition = TableDefinition(names[0], extends: names.count == 3 ? names[2] : nil)
            (definition.label, definition.plural) = (cells[1], cells[2])
        case "display": definition.display = words.first
        case "prefix":
            definition.numberPrefix = words.first
            if words.count > 1, let last = Int(words[1]) { definition.lastNumber = last }
        case "without": definition.missingColumns.formUnion(words)
        case "ordered": definition.ordering = .sysID
        case "index": definition.indexed += words
        case "unique": definition.unique.append(words)
        case "column": readColumn(rest)
        case "choice", "choose": readChoice(keyword, TableCells.read(rest), words)
        case "default":
            let cells = TableCells.read(rest)
            guard cells.count == 2 else { return fail("a default is written: default COLUMN | VALUE") }
            definition.defaults[cells[0]] = cells[1]
        case "order": definition.order += words
        case "form", "view", "related", "required": readLayout(keyword, TableCells.read(rest), words)
        case "allow", "guard", "closed": readRule(keyword, TableCells.read(rest), words)
        default: fail("unknown word '\(keyword)'")
        }
    }

    private mutating func continues(_ keyword: Substring, _ line: Substring) {
        if keyword == "order" {
            definition.order += TableCells.words(line)
        } else {
            fail("only 'order' goes on in another line")
        }
    }

    private mutating func readColumn(_ rest: Substring) {
        let cells = TableCells.read(rest)
        var notation = ColumnNotation(cells[0])
        guard cells.count <= 3, var column = notation.column(label: cells.count > 1 ? cells[1] : "") else {
            return fail("no column: \(notation.reason ?? "too many cells")")
        }
        for word in cells.count > 2 ? cells[2].split(separator: " ") : [] {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            column.attributes[parts[0]] = parts.count > 1 ? parts[1] : "true"
        }
        definition.columns.append(column)
    }

    private mutating func readChoice(_ keyword: Substring, _ cells: [String], _ words: [String]) {
        if keyword == "choice" {
            guard cells.count == 3 else { return fail("a choice is written: choice COLUMN | VALUE | LABEL") }
            definition.choices[cells[0], default: []].append(Choice(cells[1], cells[2]))
        } else if words.count == 2, let choices = words[1] == "none" ? [] : TableTexts.choices(words[1]) {
            definition.choices[words[0]] = choices
        } else {
            fail("choices are named: choose COLUMN LIST")
        }
    }

    private mutating func readLayout(_ keyword: Substring, _ cells: [String], _ words: [String]) {
        if keyword == "required" { return definition.required.formUnion(words) }
        let names = TableCells.words(cells[0][...])
        guard cells.count == 2, keyword != "related" || names.count == 2 else {
            return fail("a layout is written: form TITLE | COLUMNS, view NAME | COLUMNS, related TABLE COLUMN | TITLE")
        }
        let columns = TableCells.words(cells[1][...])
        switch keyword {
        case "form": definition.form.append(.init(title: cells[0], columns: columns))
        case "view": definition.views[cells[0]] = columns
        default: definition.related.append(.init(table: names[0], column: names[1], title: cells[1]))
        }
    }

    private mutating func readRule(_ keyword: Substring, _ cells: [String], _ words: [String]) {
        if keyword == "closed" { return definition.access.requiredRoles = Set(words) }
        guard cells.count == 3, let operation = AccessRules.Operation(word: cells[0]) else {
            return fail("a rule is written: \(keyword) OPERATION | ROLES | \(keyword == "allow" ? "QUERY" : "COLUMNS")")
        }
        let roles = Set(TableCells.words(cells[1][...]))
        if keyword == "allow" {
            definition.access.rules.append(AccessRule(operation: operation, roles: roles, condition: cells[2]))
        } else {
            let columns = Set(TableCells.words(cells[2][...]))
            definition.access.columnRules.append(ColumnRule(operation: operation, roles: roles, columns: columns))
        }
    }

    /// Checks that need the whole text.
    private mutating func check() {
        var names: Set<String> = []
        for column in definition.columns where !names.insert(column.name).inserted {
            fail("\(definition.name) has two columns \(column.name)")
        }
    }

    private mutating func fail(_ reason: String) {
        errors.append(TableTextError(file: file, line: firstLine() + offset, reason: reason))
    }
}

/// A column in one text: its name, then what differs from a plain text column, in this order.
///
/// `description(4000)` is a length, `active:boolean` a type, `caller_id>sys_user` a reference, `watch_list>>sys_user` a
/// list, `category>sys_db_object@name` a reference by another column than `sys_id`, `sys_class_name:sys_class_name!`
/// read-only, and `state=ready` a default.
struct ColumnNotation {
    private var bytes: ArraySlice<UInt8>
    /// The syntax error, if there is no column.
    private(set) var reason: String?

    init(_ text: String) { bytes = Array(text.utf8)[...] }

    /// The column; the default label is derived from the name.
    mutating func column(label: String) -> ColumnDefinition? {
        let name = text()
        var type = InternalType.string
        var reference: String?
        var key: String?
        var length: Int?
        if take("(") {
            length = Int(text())
            guard length != nil, take(")") else { return fail("\(name) has no length") }
        }
        if take(":") {
            let word = text()
            guard let known = InternalType(rawValue: word) else { return fail("\(name) has no type '\(word)'") }
            type = known
        }
        if take(">") {
            if take(">") { type = .list } else if type == .string { type = .reference }
            reference = text()
            if take("@") { key = text() }
        }
        let isReadOnly = take("!")
        let defaultValue = take("=") ? String(decoding: bytes, as: UTF8.self) : nil
        guard !name.isEmpty, defaultValue != nil || bytes.isEmpty else {
            return fail("nothing is known of '\(String(decoding: bytes, as: UTF8.self))'")
        }
        return ColumnDefinition(
            name, type, label: label.isEmpty ? nil : label, to: reference, key: key, length: length,
            readOnly: isReadOnly, default: defaultValue)
    }

    private mutating func fail(_ reason: String) -> ColumnDefinition? {
        self.reason = reason
        return nil
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: sign) else { return false }
        bytes.removeFirst()
        return true
    }

    /// Letters, digits and underscores.
    private mutating func text() -> String {
        let end = bytes.firstIndex { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && byte != UInt8(ascii: "_")
        }
        let word = bytes[..<(end ?? bytes.endIndex)]
        bytes = bytes[(end ?? bytes.endIndex)...]
        return String(decoding: word, as: UTF8.self)
    }
}
