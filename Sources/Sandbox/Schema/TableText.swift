internal import CSandboxTables
import Glibc

/// One of the texts embedded from `Sources/C/CSandboxTables`.
struct TableFile: Sendable {
    let index: Int32

    /// All texts, or those with a file extension: `table` or `records`.
    static func all(_ kind: String = "") -> [TableFile] {
        (0..<csandbox_tables_count()).map(TableFile.init).filter { $0.name.hasSuffix(kind) }
    }

    var name: String { String(cString: csandbox_tables_name(index)) }

    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: csandbox_tables_bytes(index), count: csandbox_tables_size(index))
    }

    /// The offsets of lines that begin with one of some words, with the words.
    func lines(beginning words: [String]) -> [(word: String, start: Int)] {
        let wanted = words.map { ($0, Array(($0 + " ").utf8)) }
        var found: [(word: String, start: Int)] = []
        let bytes = bytes
        guard let start = bytes.baseAddress else { return [] }
        var position = 0
        while position < bytes.count {
            // Most lines are indented.
            if start[position] != UInt8(ascii: " ") {
                for (word, text) in wanted
                where position + text.count <= bytes.count && memcmp(start + position, text, text.count) == 0 {
                    found.append((word, position))
                }
            }
            guard let end = memchr(start + position, Int32(UInt8(ascii: "\n")), bytes.count - position) else { break }
            position = UnsafeRawPointer(start).distance(to: end) + 1
        }
        return found
    }

    func line(at start: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end(ofLineAt: start)]), as: UTF8.self)
    }

    /// The end of the line that begins at an offset.
    func end(ofLineAt start: Int) -> Int {
        guard let base = bytes.baseAddress,
            let end = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
        else { return bytes.count }
        return UnsafeRawPointer(base).distance(to: end)
    }

    /// The number of the line at an offset, from 1.
    func lineNumber(at place: Int) -> Int { 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") } }
}

/// A part of a text: a table, a list of choices, or records of a table.
struct TextSection: Sendable {
    let file: TableFile
    /// The first word of the first line.
    let word: String
    let range: Range<Int>

    var text: String { String(decoding: file.bytes[range], as: UTF8.self) }

    /// Reads the cells of each indented line, as they are in the text.
    func forEachRow(_ body: ([TableCells.Bytes]) throws -> Void) rethrows {
        var start = range.lowerBound
        var cells: [TableCells.Bytes] = []
        while start < range.upperBound {
            let end = file.end(ofLineAt: start)
            if file.bytes[start] == UInt8(ascii: " ") {
                TableCells.split(TableCells.Bytes(rebasing: file.bytes[start..<end]), into: &cells)
                try body(cells)
            }
            start = end + 1
        }
    }

    /// The words of the first line.
    var heading: [String] { TableCells.words(file.line(at: range.lowerBound)[...]) }

    /// The second word of the first line.
    var name: String {
        let line = file.bytes[range].dropFirst(word.utf8.count + 1)
        return String(decoding: line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The sections that begin with one of these words, in order.
    static func all(_ kind: String, _ words: [String]) -> [TextSection] {
        TableFile.all(kind).flatMap { file in
            let lines = file.lines(beginning: words)
            return lines.enumerated().map { place, line in
                let end = place + 1 < lines.count ? lines[place + 1].start : file.bytes.count
                return TextSection(file: file, word: line.word, range: line.start..<end)
            }
        }
    }
}

/// The tables of the texts, in order, and the shared lists of choices. `TableReader` parses one.
enum TableTexts {
    private static let sections = TextSection.all(".table", ["table", "choices", "sequence", "collisions"])

    /// A table is parsed when it is first used.
    static let entries: [TableEntry] = {
        var sequence: UInt64?
        var entries: [TableEntry] = []
        for section in sections {
            let words = section.heading
            if section.word == "sequence" {
                sequence = words.last.flatMap { UInt64($0, radix: 16) }
            } else if section.word == "table", words.count > 1 {
                let parent = words.count > 3 && words[2] == "<" ? words[3] : nil
                let isHashed = sequence != nil
                entries.append(
                    TableEntry(words[1], extends: parent, sequence: sequence, section: section) {
                        var definition = TableReader.read(section).definition
                        definition.isHashed = isHashed && definition.order.isEmpty
                        return definition
                    })
            }
        }
        return entries
    }()

    private static let sharedChoices: [String: TextSection] = Dictionary(
        sections.filter { $0.word == "choices" }.map { ($0.heading.last ?? "", $0) },
        uniquingKeysWith: { first, _ in first })

    static func choices(_ name: String) -> [Choice]? {
        sharedChoices[name].map { section in
            section.text.split(separator: "\n").dropFirst().compactMap {
                let fields = TableCells.read($0)
                return fields.count == 2 ? Choice(fields[0], fields[1]) : nil
            }
        }
    }

    /// The positions of columns that follow others with the same hash (`ColumnOrder`).
    static let collisions: [String: Int] = {
        guard let section = sections.first(where: { $0.word == "collisions" }) else { return [:] }
        let names = section.text.split(separator: "\n").flatMap(TableCells.words).dropFirst()
        return Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }()
}

/// The cells of one line, separated by bars. Surrounding blanks are ignored; `\n` is a line feed, `\r` a carriage
/// return, `\t` a tab, `\p` a bar, `\s` a blank and `\\` a backslash.
enum TableCells {
    /// A part of a text, without surrounding blanks and with its escapes.
    typealias Bytes = UnsafeBufferPointer<UInt8>

    static func read(_ line: some StringProtocol) -> [String] {
        var line = String(line)
        return line.withUTF8 { line in
            var cells: [Bytes] = []
            split(line, into: &cells)
            return cells.map(text)
        }
    }

    /// Replaces `cells` by those of a line.
    static func split(_ line: Bytes, into cells: inout [Bytes]) {
        cells.removeAll(keepingCapacity: true)
        guard var cell = line.baseAddress else { return cells.append(line) }
        let end = cell + line.count
        while let bar = memchr(cell, Int32(UInt8(ascii: "|")), end - cell) {
            let start = cell
            cell += UnsafeRawPointer(cell).distance(to: bar) + 1
            cells.append(trimmed(from: start, to: cell - 1))
        }
        cells.append(trimmed(from: cell, to: end))
    }

    private static func trimmed(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bytes {
        var (start, end) = (start, end)
        while start < end, start.pointee == UInt8(ascii: " ") { start += 1 }
        while start < end, end[-1] == UInt8(ascii: " ") { end -= 1 }
        return Bytes(start: start, count: end - start)
    }

    static func text(_ cell: Bytes) -> String {
        isEscaped(cell) ? unescaped(cell) : String(decoding: cell, as: UTF8.self)
    }

    static func isEscaped(_ cell: Bytes) -> Bool {
        guard let start = cell.baseAddress else { return false }
        return memchr(start, Int32(UInt8(ascii: "\\")), cell.count) != nil
    }

    /// The words of a line. Bytes are split, because splitting characters takes ten times as long.
    static func words(_ line: Substring) -> [String] {
        line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    private static func unescaped(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "n"): out.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "r"): out.append(UInt8(ascii: "\r"))
                case UInt8(ascii: "t"): out.append(UInt8(ascii: "\t"))
                case UInt8(ascii: "p"): out.append(UInt8(ascii: "|"))
                case UInt8(ascii: "s"): out.append(UInt8(ascii: " "))
                default: out.append(byte)
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

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
