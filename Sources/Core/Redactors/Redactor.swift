import Notation

/// Finds secrets by position in one kind of text. It never changes the text: `Redaction` inserts placeholders.
package protocol Redactor: Sendable { func finds(in bytes: [UInt8]) -> [Find] }

extension Redactor {
    /// The secrets of a part of a text, which is not escaped.
    func finds(in part: ArraySlice<UInt8>) -> [Find] { finds(in: Array(part)).map { $0.moved(by: part.startIndex) } }
}

/// A secret in a text.
package struct Find: Placed, Sendable, Hashable {
    package var range: Range<Int>
    package var label: String
    /// How the secret is escaped in the text, the innermost escape first.
    var escapes: [EscapedView.Escape] = []
    /// Whether the placeholder needs quotation marks: a JSON number becomes a string.
    var isBare = false
    /// For a range that is encoded as a whole: the secrets in the decoded text.
    var encoded: Encoded?
    /// The plain secret, if it was found by value.
    var known: [UInt8]?

    struct Encoded: Sendable, Hashable {
        package var text: EncodedText
        var finds: [Find]
    }

    /// The decoded secret, for numbering and for the search by value.
    package func secret(in bytes: [UInt8]) -> [UInt8] {
        escapes.reversed().reduce(Array(bytes[range])) { EscapedView($0[...], of: $1)?.bytes ?? $0 }
    }

    /// A text as it is written in place of the secret.
    func written(_ text: [UInt8]) -> [UInt8] { escapes.reduce(text, NestedText.written) }

    func with(_ label: String) -> Find {
        var find = self
        find.label = label
        return find
    }
}

package protocol Placed {
    var range: Range<Int> { get set }
}

extension Placed {
    package func moved(by count: Int) -> Self { at(range.lowerBound + count..<range.upperBound + count) }

    package func at(_ range: Range<Int>) -> Self {
        var moved = self
        moved.range = range
        return moved
    }

    /// Sorted and without overlaps: of two that overlap the earlier one is kept and extended; of two that begin
    /// together, the longer one; of equal ones, the first.
    package static func merged(_ all: [Self]) -> [Self] {
        guard all.count > 1 else { return all }
        var merged: [Self] = []
        for one in all.sorted(by: {
            ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
        }) {
            guard let last = merged.last, one.range.lowerBound < last.range.upperBound else {
                merged.append(one)
                continue
            }
            merged[merged.count - 1].range = last.range.lowerBound..<max(last.range.upperBound, one.range.upperBound)
        }
        return merged
    }
}

package struct Edit: Placed, Sendable, Hashable {
    package var range: Range<Int>
    package var replacement: [UInt8]
    /// The label of a secret, or `value` if it was found by value.
    package var label: String

    package init(range: Range<Int>, replacement: [UInt8], label: String) {
        self.range = range
        self.replacement = replacement
        self.label = label
    }

    /// Applies edits, which are in order and do not overlap.
    package static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
        if edits.isEmpty { return bytes }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var done = 0
        for edit in edits {
            out += bytes[done..<edit.range.lowerBound]
            out += edit.replacement
            done = edit.range.upperBound
        }
        out += bytes[done...]
        return out
    }
}

/// The text that replaces a secret on a tape: `REDACTED-cookie-1`. Letters, digits and hyphens need no escaping in any
/// syntax. The number distinguishes the secrets of a session. A header value that is withheld without being a known
/// secret has no number (`REDACTED-header`); in request keys every placeholder is just `REDACTED`.
package enum Placeholder {
    /// The beginning of every placeholder, and the whole placeholder in a request key.
    package static let mark = "REDACTED"

    private static let head = Array((mark + "-").utf8)
    /// How it appears in base64, by its place in a group of three bytes, and in hexadecimal.
    private static let encodedHeads =
        Base64Text.cores(of: head) + ["2d", "2D"].map { Array(("5245444143544544" + $0).utf8) }

    /// The placeholder without a number. Only the label's ASCII letters are used, in lower case.
    package static func text(_ label: String) -> String {
        let letters = label.utf8.map(ASCII.lowercased).filter(ASCII.isLowercaseLetter)
        return mark + "-" + (letters.isEmpty ? "secret" : String(decoding: letters, as: UTF8.self))
    }

    /// Whether the bytes are one placeholder or the mark, and nothing else.
    package static func isWhole(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.starts(with: mark.utf8) else { return false }
        let bytes = Array(bytes)[...].dropFirst(mark.utf8.count)
        return bytes.isEmpty || suffixLength(of: bytes) == bytes.count
    }

    package static func occurs(in text: String) -> Bool { !ranges(in: Array(text.utf8)).isEmpty }

    /// Whether a file's content, a member of it if it is an archive, or what is encoded in it was redacted.
    package static func occurs(inContent bytes: [UInt8]) -> Bool {
        if !ranges(in: bytes).isEmpty { return true }
        if let text = EncodedText(opening: bytes) { return occurs(inContent: text.bytes) }
        return mayBeEncoded(in: bytes) && !EncodedRedactor.texts(in: bytes) { ranges(in: $0.bytes).first }.isEmpty
    }

    package static func unnumbered(_ text: String) -> String {
        occurs(in: text) ? String(decoding: unnumbered(Array(text.utf8)), as: UTF8.self) : text
    }

    package static func unnumbered(_ bytes: [UInt8]) -> [UInt8] {
        Edit.apply(ranges(in: bytes).map { Edit(range: $0, replacement: Array(mark.utf8), label: "") }, to: bytes)
    }

    package static func places(in text: String) -> [Range<Int>] { ranges(in: Array(text.utf8)) }

    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while let place = bytes.firstPlace(of: head, from: start) {
            let suffix = suffixLength(of: bytes[(place + mark.utf8.count)...])
            let end = place + mark.utf8.count + max(suffix, 1)
            if suffix > 0 { found.append(place..<end) }
            start = end
        }
        return found
    }

    /// Whether base64 or hexadecimal digits in a text may be those of a placeholder.
    static func mayBeEncoded(in bytes: [UInt8]) -> Bool { encodedHeads.contains { bytes.firstPlace(of: $0) != nil } }

    /// The length of `-label` or `-label-number` at the start; 0 if there is none.
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

/// Masks that people and tools write in place of a secret. A masked value is not a secret: it is neither replaced nor
/// searched for.
package enum Mask {
    /// Characters that form a mask when repeated, and the least number of them.
    private static let runs: [Character: Int] = [
        "*": 1, "•": 1, "●": 1, "…": 1, "x": 4, "X": 4, "#": 4, ".": 3, "-": 3, "_": 3,
    ]
    /// Words that are a mask between brackets or asterisks: `[REDACTED]`, `<password hidden>`, `***MASKED***`.
    private static let words: Set<String> = [
        "redacted", "masked", "filtered", "hidden", "removed", "omitted", "obfuscated", "scrubbed", "sanitized",
        "withheld", "protected",
    ]
    private static let closing: [Character: Character] = [
        "[": "]", "<": ">", "(": ")", "{": "}", "*": "*", "-": "-", "_": "_", "%": "%", "#": "#",
    ]
    private static let longest = 256

    /// Whether a decoded value is a placeholder or a common mask, and nothing else.
    package static func isWhole(_ value: some Collection<UInt8>) -> Bool {
        guard let first = value.first, value.count <= longest else { return false }
        if Placeholder.isWhole(value) { return true }
        // Nearly all values end here, without creating a string.
        guard first == UInt8(ascii: "r") || first >= 0x80 || "*xX#.-_[<({%".utf8.contains(first),
            let text = String(validating: value, as: UTF8.self), let sign = text.first
        else { return false }
        if let least = runs[sign], text.count >= least, text.allSatisfy({ $0 == sign }) { return true }
        var inner = text[...]
        while let open = inner.first, let close = closing[open], inner.count > 2, inner.last == close {
            inner = inner.dropFirst().dropLast()
        }
        if inner.count == text.count { return text.lowercased() == "redacted" }
        // Recording tools write `<API_TOKEN>` for a name.
        if sign == "<", inner.allSatisfy({ $0 == "_" || $0.isASCII && $0.isUppercase }) { return true }
        // Other signs may be those of a secret: a JSON object in which something is called hidden.
        guard inner.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || " _-:".utf8.contains($0) }) else {
            return false
        }
        return inner.lowercased().split { " _-:".contains($0) }.contains { words.contains(String($0)) }
    }
}
