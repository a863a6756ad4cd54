internal import CSandboxTables
import Glibc
import Notation

/// One of the texts embedded from `Sources/C/CSandboxTables`.
struct TableFile: Sendable {
    let index: Int32

    static func all(_ end: String = "") -> [TableFile] {
        (0..<csandbox_tables_count()).map(TableFile.init).filter { $0.name.hasSuffix(end) }
    }

    var name: String { String(cString: csandbox_tables_name(index)) }

    var bytes: TableCells.Bytes {
        TableCells.Bytes(start: csandbox_tables_bytes(index), count: csandbox_tables_size(index))
    }

    var entries: [TableLine] { TableLine.all(in: bytes) }
}

/// A line of a text with the indented lines that follow it. It points into embedded memory, which never changes.
struct TableLine: @unchecked Sendable {
    let bytes: TableCells.Bytes
    let words: [String]
    var rows: [TableCells.Bytes] = []

    var rest: TableCells.Bytes { TableCells.Bytes(rebasing: bytes.dropFirst(words[0].utf8.count)) }

    static func all(in bytes: TableCells.Bytes) -> [TableLine] {
        var lines: [TableLine] = []
        for line in TableCells.split(bytes, at: "\n") {
            switch line.first {
            case nil, UInt8(ascii: "#"): continue
            case UInt8(ascii: " "): lines[lines.count - 1].rows.append(line)
            default: lines.append(TableLine(bytes: line, words: TableCells.words(line)))
            }
        }
        return lines
    }
}

/// The cells of one line, separated by bars. Surrounding blanks are ignored; `\n` is a line feed, `\r` a carriage
/// return, `\t` a tab, `\p` a bar, `\s` a blank and `\\` a backslash.
enum TableCells {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Reads by address: a debug build reads collections of bytes ten times as slowly, and every test has a sandbox.
    static func read(_ line: Bytes) -> [String] {
        var cells: [String] = []
        for cell in split(line, at: "|") {
            guard var start = cell.baseAddress else { return [""] }
            var end = start + cell.count
            while start < end, start.pointee == UInt8(ascii: " ") { start += 1 }
            while start < end, (end - 1).pointee == UInt8(ascii: " ") { end -= 1 }
            let text = Bytes(start: start, count: end - start)
            let isEscaped = memchr(start, Int32(UInt8(ascii: "\\")), text.count) != nil
            cells.append(isEscaped ? unescaped(text) : String(decoding: text, as: UTF8.self))
        }
        return cells
    }

    static func words(_ line: Bytes) -> [String] {
        split(line, at: " ").filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Bytes are split, because splitting characters takes ten times as long.
    static func words(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    static func split(_ bytes: Bytes, at sign: Unicode.Scalar) -> [Bytes] {
        guard var start = bytes.baseAddress else { return [bytes] }
        let end = start + bytes.count
        var parts: [Bytes] = []
        while let found = memchr(start, Int32(sign.value), end - start) {
            let length = UnsafeRawPointer(start).distance(to: found)
            parts.append(Bytes(start: start, count: length))
            start += length + 1
        }
        return parts + [Bytes(start: start, count: end - start)]
    }

    private static func unescaped(_ bytes: Bytes) -> String {
        let signs = Dictionary(uniqueKeysWithValues: zip("nrtps".utf8, "\n\r\t| ".utf8))
        var out: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
                out.append(signs[next] ?? next)
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// Reads the texts of tables. Their README describes the format.
struct TableReader {
    private(set) var definitions: [TableDefinition] = []
    /// The positions of columns that follow others with the same hash (`ColumnOrder`).
    private(set) var collisions: [String: Int] = [:]
    /// Lines that could not be read. They are skipped: a test reads every text, and starting never fails.
    private(set) var errors: [String] = []
    private var lists: [String: [Choice]] = [:]

    static let embedded = TableReader(TableFile.all(".table").flatMap(\.entries))

    init(_ lines: [TableLine]) {
        for line in lines {
            let cells = TableCells.read(line.rest), words = Array(line.words.dropFirst())
            let isRead =
                switch line.words[0] {
                case "table": begin(cells)
                case "choices": readList(words, line.rows.map(TableCells.read))
                case "collisions": readCollisions(words + line.rows.flatMap(TableCells.words))
                case "order" where !definitions.isEmpty: readOrder(words + line.rows.flatMap(TableCells.words))
                case let word:
                    !definitions.isEmpty && line.rows.isEmpty
                        && TableReader.read(word, cells, words, lists, into: &definitions[definitions.count - 1])
                }
            if !isRead { errors.append(String(decoding: line.bytes, as: UTF8.self)) }
        }
    }

    private mutating func begin(_ cells: [String]) -> Bool {
        let names = TableCells.words(cells[0])
        guard cells.count == 3, names.count == 1 || names.count == 3 && names[1] == "<" else { return false }
        var table = TableDefinition(names[0], extends: names.count == 3 ? names[2] : nil)
        (table.label, table.plural) = (cells[1], cells[2])
        definitions.append(table)
        return true
    }

    private mutating func readList(_ words: [String], _ rows: [[String]]) -> Bool {
        guard words.count == 1, rows.allSatisfy({ $0.count == 2 }) else { return false }
        lists[words[0]] = rows.map { Choice($0[0], $0[1]) }
        return true
    }

    private mutating func readCollisions(_ names: [String]) -> Bool {
        for (place, name) in names.enumerated() { collisions[name] = place }
        return true
    }

    private mutating func readOrder(_ names: [String]) -> Bool {
        definitions[definitions.count - 1].order += names
        return true
    }

    private static func read(
        _ word: String, _ cells: [String], _ words: [String], _ lists: [String: [Choice]],
        into table: inout TableDefinition
    ) -> Bool {
        switch word {
        case "display": table.display = words.first
        case "prefix":
            table.numberPrefix = words.first
            if words.count > 1, let last = Int(words[1]) { table.lastNumber = last }
        case "without": table.missingColumns.formUnion(words)
        case "ordered": table.ordering = .sysID
        case "index": table.indexed += words
        case "unique": table.unique.append(words)
        case "required": table.required.formUnion(words)
        case "closed": table.access.requiredRoles = Set(words)
        case "column":
            guard let column = ColumnDefinition(cells), !table.columns.contains(where: { $0.name == column.name })
            else { return false }
            table.columns.append(column)
        case "choice" where cells.count == 3:
            table.choices[cells[0], default: []].append(Choice(cells[1], cells[2]))
        case "choose" where words.count == 2:
            guard let choices = words[1] == "none" ? [] : lists[words[1]] else { return false }
            table.choices[words[0]] = choices
        case "default" where cells.count == 2: table.defaults[cells[0]] = cells[1]
        case "form" where cells.count == 2:
            table.form.append(.init(title: cells[0], columns: TableCells.words(cells[1])))
        case "view" where cells.count == 2: table.views[cells[0]] = TableCells.words(cells[1])
        case "allow" where cells.count == 3, "guard" where cells.count == 3:
            guard let operation = AccessRules.Operation(word: cells[0]) else { return false }
            let roles = Set(TableCells.words(cells[1])), columns = Set(TableCells.words(cells[2]))
            if word == "allow" {
                table.access.rules.append(AccessRule(operation: operation, roles: roles, condition: cells[2]))
            } else {
                table.access.columnRules.append(ColumnRule(operation: operation, roles: roles, columns: columns))
            }
        default: return false
        }
        return true
    }
}

extension ColumnDefinition {
    /// The cells of a column: its name with what differs from a plain text column, its label, its attributes.
    ///
    /// `description(4000)` is a length, `active:boolean` a type, `caller_id>sys_user` a reference,
    /// `watch_list>>sys_user` a list, `category>sys_db_object@name` a reference by another column than `sys_id`,
    /// `sys_class_name:sys_class_name!` read-only, and `state=ready` a default, in this order.
    fileprivate init?(_ cells: [String]) {
        var rest = Array(cells[0].utf8)[...]
        func take(_ sign: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: sign) else { return false }
            rest.removeFirst()
            return true
        }
        func word() -> String {
            let word = rest.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
            rest = rest[word.endIndex...]
            return String(decoding: word, as: UTF8.self)
        }
        let name = word()
        let length = take("(") ? Int(word()) : nil
        if length != nil, !take(")") { return nil }
        guard var type = take(":") ? InternalType(rawValue: word()) : .string else { return nil }
        var reference: String?
        if take(">") {
            if take(">") { type = .list } else if type == .string { type = .reference }
            reference = word()
        }
        let key = take("@") ? word() : nil
        let isReadOnly = take("!")
        let defaultValue = take("=") ? String(decoding: rest, as: UTF8.self) : nil
        guard !name.isEmpty, defaultValue != nil || rest.isEmpty, cells.count <= 3 else { return nil }
        self.init(
            name, type, label: cells.count > 1 && !cells[1].isEmpty ? cells[1] : nil, to: reference, key: key,
            length: length, readOnly: isReadOnly, default: defaultValue)
        for word in cells.count > 2 ? TableCells.words(cells[2]) : [] {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            attributes[parts[0]] = parts.count > 1 ? parts[1] : "true"
        }
    }
}
