import Notation

extension Format {
    package static let yaml = Format(
        "yaml", "YAML.", for: .objects, page: .yaml
    ) { options, side in YAMLRowWriter(side: side, color: options.color) }
}

/// YAML 1.2, a sequence of mappings; a single record is a mapping. Values have the types of their columns; a string is
/// quoted if a YAML 1.1 reader would take it for a number, a date, a boolean or null.
struct YAMLRowWriter: RowWriter {
    private let side: CellSide
    private let tree: YAMLTree
    private var columns: [OutputColumn] = []
    private var wroteRow = false

    init(side: CellSide, color: Bool = false) {
        self.side = side
        tree = YAMLTree(key: YAMLKey(color: color))
    }

    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        self.columns = columns
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows { tree.append(.array([json(row)]), to: &out) }
        wroteRow = wroteRow || !rows.isEmpty
    }

    mutating func end(to out: inout ByteBuffer) {
        if !wroteRow { out.append("[]\n") }
    }

    mutating func writeRecord(_ columns: [OutputColumn], _ cells: [Cell], to out: inout ByteBuffer) {
        self.columns = columns
        tree.append(json(cells), to: &out)
    }

    private func json(_ row: [Cell]) -> JSON {
        .object(
            columns.enumerated().map { index, column in
                let cell = row.cell(index)
                let value = column.kind.json(cell.value)
                return switch side {
                case .value: JSON.Member(column.name, value)
                case .display: JSON.Member(column.name, .string(cell.shown))
                case .both: JSON.Member(column.name, ["value": value, "display_value": .string(cell.shown)])
                }
            })
    }
}

/// A mapping's key, colored on a terminal.
struct YAMLKey {
    let color: Bool

    func append(_ name: String, to out: inout ByteBuffer) {
        if color { out.append(Style.cyan) }
        YAMLScalar.append(name, to: &out)
        if color { out.append(Style.plain) }
    }
}

/// A string as a YAML scalar: plain if unambiguous, a literal block for several lines, quoted otherwise.
enum YAMLScalar {
    static func append(_ text: String, to out: inout ByteBuffer) {
        if canBePlain(text) { return out.append(text) }
        // A JSON string is a valid double-quoted YAML scalar.
        TerminalJSON.appendString(text, to: &out)
    }

    /// Whether a text of several lines can be a literal block: nothing unprintable, no line with only blanks, and no
    /// blank at its start, which would count as indentation.
    static func canBeLiteralBlock(_ text: String) -> Bool {
        var lines = 0
        var blanks = 0
        var length = 0
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                if length > 0, blanks == length { return false }
                if lines == 0, length == 0 { return false }
                lines += 1
                blanks = 0
                length = 0
                continue
            }
            if !isPrintable(scalar), scalar != "\t" { return false }
            if scalar == " " || scalar == "\t" {
                if lines == 0, length == 0 { return false }
                blanks += 1
            }
            length += 1
        }
        return lines > 0 && (length == 0 || blanks < length)
    }

    static func appendBlock(_ text: String, indent: Int, to out: inout ByteBuffer) {
        var body = Substring(text)
        var breaks = 0
        while body.utf8.last == 0x0A {
            body.unicodeScalars.removeLast()
            breaks += 1
        }
        out.append(breaks == 0 ? "|-\n" : breaks == 1 ? "|\n" : "|+\n")
        for line in body.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !line.isEmpty {
                out.append(spaces: indent)
                out.append(String(Substring(line)))
            }
            out.append(0x0A)
        }
        if breaks > 1 { for _ in 1..<breaks { out.append(0x0A) } }
    }

    private static func canBePlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "/" else { return false }
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if !isPrintable(scalar) { return false }
            if scalar == " ", previous == ":" { return false }
            if scalar == "#", previous == " " { return false }
            previous = scalar
        }
        if previous == " " || previous == ":" { return false }
        return text.utf8.count > 5 || !reserved.contains(text.lowercased())
    }

    private static let reserved: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        case 0..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}

/// A JSON value as YAML, for shallow values: recursive.
struct YAMLTree {
    let key: YAMLKey

    func append(_ json: JSON, to out: inout ByteBuffer) { append(json, indent: 0, isInside: false, to: &out) }

    private func append(_ json: JSON, indent: Int, isInside: Bool, to out: inout ByteBuffer) {
        switch json {
        case .object(let members) where !members.isEmpty:
            for (number, member) in members.enumerated() {
                if number > 0 || !isInside { out.append(spaces: indent) }
                key.append(member.name, to: &out)
                out.append(":")
                appendValue(member.value, indent: indent + 2, to: &out)
            }
        case .array(let elements) where !elements.isEmpty:
            for (number, element) in elements.enumerated() {
                if number > 0 || !isInside { out.append(spaces: indent) }
                out.append("- ")
                append(element, indent: indent + 2, isInside: true, to: &out)
            }
        case .string(let text):
            if YAMLScalar.canBeLiteralBlock(text) {
                YAMLScalar.appendBlock(text, indent: max(indent, 2), to: &out)
            } else {
                YAMLScalar.append(text, to: &out)
                out.append(0x0A)
            }
        case .object: out.append("{}\n")
        case .array: out.append("[]\n")
        case .null: out.append("null\n")
        case .bool, .number: out.append((json.scalarText ?? "") + "\n")
        }
    }

    private func appendValue(_ value: JSON, indent: Int, to out: inout ByteBuffer) {
        switch value {
        case .object(let members) where !members.isEmpty: out.append(0x0A)
        case .array(let elements) where !elements.isEmpty: out.append(0x0A)
        default:
            out.append(0x20)
            return append(value, indent: indent, isInside: true, to: &out)
        }
        append(value, indent: indent, isInside: false, to: &out)
    }
}
