import Notation

/// Writes JSON text without building a tree: a list may have ten thousand records.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// Truncates the text to that many bytes.
    mutating func cut(to count: Int) { bytes.removeLast(max(bytes.count - count, 0)) }

    /// Appends bytes unchanged.
    mutating func raw(_ text: some Collection<UInt8>) { bytes.append(contentsOf: text) }

    /// Appends a string with quotes and the necessary escapes.
    mutating func string(_ text: String) { JSON.append(text, to: &bytes) }

    /// The same for UTF-8; other bytes become U+FFFD.
    mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
        let isPlain = utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x80 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isPlain else { return string(String(decoding: utf8, as: UTF8.self)) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func flag(_ flag: Bool) { if flag { raw("true") } else { raw("false") } }

    mutating func number(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONText(capacity: text.utf8.count + 2)
        writer.string(text)
        return writer.bytes
    }
}

/// Converts a response of the Table API to XML: `<response>` as the root, an element for each member, and a `<result>`
/// for each record of a list.
enum XMLAnswer {
    /// The response in XML; unchanged if it is not JSON.
    static func converted(_ answer: Answer) -> Answer {
        guard answer.contentType.hasPrefix("application/json"), !answer.isWrittenByScript,
            let document = try? JSONDocument(answer.body)
        else {
            return answer
        }
        var out = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><response>".utf8)
        for member in document.root.members { write(member.value, named: member.name, into: &out) }
        out += Array("</response>".utf8)
        var changed = answer
        changed.body = out
        changed.contentType = "application/xml;charset=UTF-8"
        return changed
    }

    private static func write(_ value: JSONNode, named name: String, into out: inout [UInt8]) {
        switch value.kind {
        case .array:
            for element in value.elements { write(element, named: name, into: &out) }
        case .object:
            open(name, into: &out)
            for member in value.members { write(member.value, named: member.name, into: &out) }
            close(name, into: &out)
        case .null: empty(name, into: &out)
        case .bool, .number, .string:
            let text = value.scalarText ?? ""
            guard !text.isEmpty else { return empty(name, into: &out) }
            open(name, into: &out)
            // XML does not allow these control characters, so they are left out.
            out += text.utf8.lazy.filter { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }.replacing([
                UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;", UInt8(ascii: "&"): "&amp;", 0x0D: "&#13;",
            ])
            close(name, into: &out)
        }
    }

    private static func open(_ name: String, into out: inout [UInt8]) { out += Array("<\(element(name))>".utf8) }
    private static func close(_ name: String, into out: inout [UInt8]) { out += Array("</\(element(name))>".utf8) }
    private static func empty(_ name: String, into out: inout [UInt8]) { out += Array("<\(element(name))/>".utf8) }

    /// A valid element name: `Change Request` in a script becomes one with an underscore.
    private static func element(_ name: String) -> String {
        let kept = name.utf8.map { $0 >= 0x80 || ASCII.isName($0) ? $0 : UInt8(ascii: "_") }
        let starts = kept.first.map { $0 >= 0x80 || ASCII.isLetter($0) || $0 == UInt8(ascii: "_") } ?? false
        return (starts ? "" : "_") + String(decoding: kept, as: UTF8.self)
    }
}

extension Sequence<UInt8> {
    /// Replaces some bytes with texts.
    func replacing(_ texts: [UInt8: String]) -> [UInt8] {
        reduce(into: []) { out, byte in
            if let text = texts[byte] { out += text.utf8 } else { out.append(byte) }
        }
    }
}
