package import Notation

extension Format {
    package static let json = Format(
        "json", "One JSON value.", for: .objects, page: .json
    ) { _, side in JSONRowWriter(side: side, isCompact: false) }

    package static let ndjson = Format(
        "ndjson", "One JSON value per line.", for: .objects, page: .json, isCompact: true
    ) { _, side in JSONRowWriter(side: side, isCompact: true) }
}

/// An array of objects, indented by two spaces; a single record is an object. Compact, one object per line without white
/// space, so that each line can be parsed separately. Stored values are written as their columns say; what does not fit,
/// and displayed values, are strings.
struct JSONRowWriter: RowWriter {
    let side: CellSide
    let isCompact: Bool
    private(set) var names: [String] = []
    private(set) var kinds: [OutputColumn.Kind] = []
    private(set) var wroteRow = false

    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        kinds = columns.map(\.kind)
        names = columns.map { column in
            var text = ByteBuffer()
            TerminalJSON.appendString(column.name, to: &text)
            return String(decoding: text.bytes, as: UTF8.self)
        }
        if !isCompact { out.append(UInt8(ascii: "[")) }
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows {
            if !isCompact { out.append(wroteRow ? ",\n  " : "\n  ") }
            wroteRow = true
            writeObject(row, indent: "  ", to: &out)
            if isCompact { out.append(0x0A) }
        }
    }

    mutating func end(to out: inout ByteBuffer) {
        if !isCompact { out.append(wroteRow ? "\n]\n" : "]\n") }
    }

    mutating func writeRecord(_ columns: [OutputColumn], _ cells: [Cell], to out: inout ByteBuffer) {
        var brackets = ByteBuffer()
        begin(columns, sample: [], to: &brackets)
        writeObject(cells, indent: "", to: &out)
        out.append(0x0A)
    }

    private func writeObject(_ row: [Cell], indent: String, to out: inout ByteBuffer) {
        guard !names.isEmpty else { return out.append("{}") }
        let (line, colon) = isCompact ? ("", ":") : ("\n" + indent, ": ")
        let (inside, deeper) = isCompact ? ("", "") : (line + "  ", line + "    ")
        out.append(UInt8(ascii: "{"))
        for (index, name) in names.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            out.append(inside)
            out.append(name)
            out.append(colon)
            let cell = row.cell(index)
            if side == .both {
                out.append("{\(deeper)\"value\"\(colon)")
                appendValue(cell.value, kinds[index], to: &out)
                out.append(",\(deeper)\"display_value\"\(colon)")
                TerminalJSON.appendString(cell.shown, to: &out)
                out.append(inside)
                out.append(UInt8(ascii: "}"))
            } else {
                appendValue(side.text(of: cell), side == .value ? kinds[index] : .text, to: &out)
            }
        }
        out.append(line)
        out.append(UInt8(ascii: "}"))
    }

    private func appendValue(_ text: String, _ kind: OutputColumn.Kind, to out: inout ByteBuffer) {
        switch kind.json(text) {
        case .string(let text): TerminalJSON.appendString(text, to: &out)
        case .array(let parts):
            out.append(UInt8(ascii: "["))
            for (number, part) in parts.enumerated() {
                if number > 0 { out.append(isCompact ? "," : ", ") }
                TerminalJSON.appendString(part.scalarText ?? "", to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .null: out.append("null")
        case let scalar: out.append(scalar.scalarText ?? "")
        }
    }
}

extension OutputColumn.Kind {
    /// A stored value as JSON; a string if it does not fit.
    package func json(_ text: String) -> JSON {
        switch self {
        case .number where text.isEmpty, .boolean where text.isEmpty: .null
        case .number where Self.isNumber(text): .number(text)
        case .boolean where text == "true" || text == "false": .bool(text == "true")
        case .list: .array(text.utf8.split(separator: UInt8(ascii: ",")).map { .string(String(Substring($0))) })
        case .number, .boolean, .text: .string(text)
        }
    }

    /// Whether a text is a number without an exponent by RFC 8259.
    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = rest.prefix(while: ASCII.isDigit)
        guard whole.count == 1 || whole.count > 1 && whole.first != UInt8(ascii: "0") else { return false }
        rest = rest[whole.endIndex...]
        return rest.isEmpty
            || rest.first == UInt8(ascii: ".") && rest.count > 1 && rest.dropFirst().allSatisfy(ASCII.isDigit)
    }
}

/// JSON that is safe on a terminal. Besides what RFC 8259 requires, characters that affect a screen are escaped: DEL,
/// C1 controls, line and paragraph separators, and bidirectional controls. Values stay the same.
enum TerminalJSON {
    static func appendString(_ text: String, to out: inout ByteBuffer) {
        out.append(UInt8(ascii: "\""))
        append(text, isSerialized: false, to: &out)
        out.append(UInt8(ascii: "\""))
    }

    static func appendSerialized(_ json: String, to out: inout ByteBuffer) {
        append(json, isSerialized: true, to: &out)
    }

    private static func append(_ text: String, isSerialized: Bool, to out: inout ByteBuffer) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x7F, isSerialized || byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                {
                    index += 1
                    continue
                }
                let length = unsafeLength(bytes, index)
                guard length > 0 || byte < 0x7F else {
                    index += 1
                    continue
                }
                out.append(bytes[start..<index])
                if length > 0 { appendEscape(bytes, index, length, to: &out) } else { appendShort(byte, to: &out) }
                index += max(length, 1)
                start = index
            }
            out.append(bytes[start..<bytes.count])
        }
    }

    /// The length in bytes of a character that affects a screen, else 0.
    private static func unsafeLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        switch bytes[index] {
        case 0x7F: return 1
        case 0xC2: return index + 1 < bytes.count && bytes[index + 1] < 0xA0 ? 2 : 0
        case 0xE2:
            guard index + 2 < bytes.count else { return 0 }
            let last = bytes[index + 2]
            // U+2028…U+202E, U+2066…U+2069
            if bytes[index + 1] == 0x80 { return last >= 0xA8 && last <= 0xAE ? 3 : 0 }
            return bytes[index + 1] == 0x81 && last >= 0xA6 && last <= 0xA9 ? 3 : 0
        default: return 0
        }
    }

    private static func appendEscape(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ length: Int, to out: inout ByteBuffer
    ) {
        let scalar: UInt32
        switch length {
        case 1: scalar = UInt32(bytes[index])
        case 2: scalar = UInt32(bytes[index] & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        default:
            scalar =
                UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
                | UInt32(bytes[index + 2] & 0x3F)
        }
        appendUnicode(scalar, to: &out)
    }

    private static func appendShort(_ byte: UInt8, to out: inout ByteBuffer) {
        switch byte {
        case UInt8(ascii: "\""): out.append("\\\"")
        case UInt8(ascii: "\\"): out.append("\\\\")
        case 0x08: out.append("\\b")
        case 0x09: out.append("\\t")
        case 0x0A: out.append("\\n")
        case 0x0C: out.append("\\f")
        case 0x0D: out.append("\\r")
        default: appendUnicode(UInt32(byte), to: &out)
        }
    }

    private static func appendUnicode(_ scalar: UInt32, to out: inout ByteBuffer) {
        out.append("\\u")
        for shift in [UInt32(12), 8, 4, 0] {
            let digit = UInt8(scalar >> shift & 0xF)
            out.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
        }
    }
}

/// Colors JSON text for a terminal: keys, strings, numbers and literals. Takes pieces of any length.
package struct JSONHighlighter: Sendable {
    private enum Place { case between, literal, string, escape }

    private var place = Place.between
    /// For each open bracket, whether it is an object's.
    private var open: [Bool] = []
    private var expectsKey = false

    package init() {}

    package mutating func painted(_ bytes: [UInt8]) -> [UInt8] {
        var out = ByteBuffer()
        for byte in bytes { paint(byte, to: &out) }
        return out.bytes
    }

    private mutating func paint(_ byte: UInt8, to out: inout ByteBuffer) {
        switch place {
        case .escape:
            place = .string
        case .string where byte == UInt8(ascii: "\\"):
            place = .escape
        case .string where byte == UInt8(ascii: "\""):
            place = .between
            out.append(byte)
            return out.append(Style.plain)
        case .string: break
        case .literal, .between: return paintToken(byte, to: &out)
        }
        out.append(byte)
    }

    private mutating func paintToken(_ byte: UInt8, to out: inout ByteBuffer) {
        var isLiteral = false
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: "\""), 0x20, 0x0A, 0x0D, 0x09:
            break
        default: isLiteral = true
        }
        if place == .literal, !isLiteral { out.append(Style.plain) }
        if place == .between, isLiteral { out.append(byte == UInt8(ascii: "n") ? Style.dim : Style.magenta) }
        place = isLiteral ? .literal : .between
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            open.append(byte == UInt8(ascii: "{"))
            expectsKey = open.last ?? false
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            _ = open.popLast()
            expectsKey = false
        case UInt8(ascii: ","): expectsKey = open.last ?? false
        case UInt8(ascii: ":"): expectsKey = false
        case UInt8(ascii: "\""):
            place = .string
            out.append(expectsKey ? Style.cyan : Style.green)
        default: break
        }
        out.append(byte)
    }
}
