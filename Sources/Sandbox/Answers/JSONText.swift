import Notation

/// Writes JSON text piece by piece, without a tree in between: a list may hold ten thousand records.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

    /// Adds text as it is.
    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// How many bytes there are.
    var count: Int { bytes.count }

    /// Takes back what was added since there were that many bytes.
    mutating func cut(to count: Int) { bytes.removeLast(max(bytes.count - count, 0)) }

    /// Adds bytes as they are.
    mutating func raw(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    /// Adds a string with its quotes; only what must be escaped is.
    mutating func string(_ text: String) { JSON.append(text, to: &bytes) }

    /// Adds `true` or `false`.
    mutating func flag(_ flag: Bool) { if flag { raw("true") } else { raw("false") } }

    /// Adds a whole number.
    mutating func number(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    /// A string's JSON form.
    static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONText(capacity: text.utf8.count + 2)
        writer.string(text)
        return writer.bytes
    }
}
