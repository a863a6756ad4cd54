import ExchangeModel
import Notation

/// Gathers the lines of a dump and hands them on in pieces of whole lines, so that a tape of any length is written in
/// little memory.
struct DumpText {
    private var gathered = ""
    private let receive: (String) -> Void
    private static let pieceSize = 64 << 10

    init(_ receive: @escaping (String) -> Void) { self.receive = receive }

    /// One line, indented by two spaces a level. The text must be free of control characters.
    mutating func line(_ text: String, level: Int = 0) {
        for _ in 0..<level { gathered += "  " }
        gathered += text
        gathered += "\n"
        if gathered.utf8.count >= DumpText.pieceSize { flush() }
    }

    /// A named fact; nothing when there is none. Text that would be lost at the end of a line stands in quotes.
    mutating func fact(_ name: String, _ text: String?, level: Int = 1) {
        guard let text else { return }
        let bare = PrintableText.escaped(text)
        let isClear = bare.utf8.first.map { $0 != 0x20 && $0 != UInt8(ascii: "\"") } ?? false && bare.utf8.last != 0x20
        line(name + " " + (isClear ? bare : "\"" + bare + "\""), level: level)
    }

    /// Bytes under a heading that says what they are: JSON one member a line, text line by line behind a bar, anything
    /// else in base64.
    mutating func content(_ heading: String, _ bytes: [UInt8], level: Int = 1) {
        guard !bytes.isEmpty else { return line("\(heading): empty", level: level) }
        let digest = UInt64(bitPattern: StableHash.of(bytes)).padded(to: 16, radix: 16)
        let size = "\(bytes.count) bytes, digest \(digest)"
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            line("\(heading): binary, \(size)", level: level)
            for start in stride(from: 0, to: bytes.count, by: 57) {
                line(Base64.encode(bytes[start..<min(start + 57, bytes.count)]), level: level + 1)
            }
            return
        }
        if let document = try? JSONDocument(bytes), document.root.kind == .object || document.root.kind == .array {
            line("\(heading): JSON, \(size)", level: level)
            json(document.root, before: "", after: "", level: level + 1)
            return
        }
        let isComplete = bytes.last == UInt8(ascii: "\n")
        line("\(heading): text, \(size)" + (isComplete ? "" : ", no newline at its end"), level: level)
        // Split by byte: to Swift's characters a CR LF is one.
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if isComplete { lines.removeLast() }
        for part in lines { line(part.isEmpty ? "|" : "| " + PrintableText.escaped(Substring(part)), level: level + 1) }
    }

    mutating func flush() {
        guard !gathered.isEmpty else { return }
        receive(gathered)
        gathered.removeAll(keepingCapacity: true)
    }

    /// The depth is bounded by the reader's limits.
    private mutating func json(_ node: JSONNode, before: String, after: String, level: Int) {
        switch node.kind {
        case .object where node.count > 0:
            line(before + "{", level: level)
            var left = node.count
            for member in node.members {
                left -= 1
                let name = PrintableText.inert(JSON.string(member.name).compact)
                json(member.value, before: name + ": ", after: left > 0 ? "," : "", level: level + 1)
            }
            line("}" + after, level: level)
        case .array where node.count > 0:
            line(before + "[", level: level)
            var left = node.count
            for element in node.elements {
                left -= 1
                json(element, before: "", after: left > 0 ? "," : "", level: level + 1)
            }
            line("]" + after, level: level)
        case .object: line(before + "{}" + after, level: level)
        case .array: line(before + "[]" + after, level: level)
        default:
            line(before + PrintableText.inert(String(decoding: node.source, as: UTF8.self)) + after, level: level)
        }
    }
}
