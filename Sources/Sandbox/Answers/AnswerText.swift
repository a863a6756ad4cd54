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

extension Sequence<UInt8> {
    /// Replaces some bytes with texts.
    func replacing(_ texts: [UInt8: String]) -> [UInt8] {
        reduce(into: []) { out, byte in
            if let text = texts[byte] { out += text.utf8 } else { out.append(byte) }
        }
    }
}
