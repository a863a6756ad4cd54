import Notation

/// The text that stands on a tape where a secret stood: `REDACTED-cookie-1`.
///
/// It is made of letters, digits and hyphens only, so that it survives unchanged in addresses, header lines, cookies,
/// JSON, form bodies, pages and command lines. The word in the middle says what was there; the number tells secrets of
/// one session apart, so that equal ones stay equal. Header values that are withheld without being known secrets carry
/// no number (`REDACTED-header`). In request keys every placeholder is the bare mark `REDACTED`.
package enum Placeholder {
    /// How every placeholder begins, and the whole of it in a request key.
    package static let mark = "REDACTED"

    /// The placeholder of the `number`th secret of a session. Of the label only ASCII letters count, in lower case.
    package static func text(_ label: String, _ number: Int) -> String { text(label) + "-\(number)" }

    /// The placeholder of a value whose identity does not matter.
    package static func text(_ label: String) -> String {
        let letters = label.utf8.map(ASCII.lowercased).filter(ASCII.isLowercaseLetter)
        return mark + "-" + (letters.isEmpty ? "secret" : String(decoding: letters, as: UTF8.self))
    }

    /// Whether the bytes are one placeholder or the bare mark, and nothing else.
    package static func isWhole(_ bytes: some Collection<UInt8>) -> Bool {
        var bytes = Array(bytes)[...]
        guard bytes.starts(with: mark.utf8) else { return false }
        bytes = bytes.dropFirst(mark.utf8.count)
        return bytes.isEmpty || suffixLength(of: bytes) == bytes.count
    }

    /// Whether a placeholder stands anywhere in the text.
    package static func occurs(in text: String) -> Bool {
        !ranges(in: Array(text.utf8)).isEmpty
    }

    /// The text with every placeholder replaced by the bare mark.
    package static func unnumbered(_ text: String) -> String {
        guard let bytes = unnumbered(text.utf8.map { $0 }, orNilFrom: ()) else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes with every placeholder replaced by the bare mark.
    package static func unnumbered(_ bytes: [UInt8]) -> [UInt8] { unnumbered(bytes, orNilFrom: ()) ?? bytes }

    private static func unnumbered(_ bytes: [UInt8], orNilFrom _: Void) -> [UInt8]? {
        let found = ranges(in: bytes)
        guard !found.isEmpty else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var done = 0
        for range in found {
            out += bytes[done..<range.lowerBound]
            out += mark.utf8
            done = range.upperBound
        }
        out += bytes[done...]
        return out
    }

    /// Where placeholders stand in a text, in order, in bytes.
    package static func places(in text: String) -> [Range<Int>] { ranges(in: Array(text.utf8)) }

    /// Where placeholders stand, in order.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        let head = Array((mark + "-").utf8)
        var found: [Range<Int>] = []
        var start = 0
        while let place = bytes.firstRange(of: head, from: start) {
            let suffix = suffixLength(of: bytes[(place + mark.utf8.count)...])
            let end = place + mark.utf8.count + max(suffix, 1)
            if suffix > 0 { found.append(place..<end) }
            start = end
        }
        return found
    }

    /// The length of `-label` or `-label-number` at the start; 0 when neither stands there.
    private static func suffixLength(of bytes: ArraySlice<UInt8>) -> Int {
        guard bytes.first == UInt8(ascii: "-") else { return 0 }
        let label = bytes.dropFirst().prefix(while: ASCII.isLowercaseLetter)
        guard !label.isEmpty else { return 0 }
        let rest = bytes[label.endIndex...]
        guard rest.first == UInt8(ascii: "-") else { return 1 + label.count }
        let digits = rest.dropFirst().prefix(while: ASCII.isDigit)
        return 1 + label.count + (digits.isEmpty ? 0 : 1 + digits.count)
    }
}
