import ExchangeModel
import Notation

/// Values that look like tokens but are public: digests under one of the names below.
///
/// They are found by name in JSON, XML, HTML, URLs, CSV and plain text, and from then on by value.
struct PublicValues {
    /// Columns, fields and attributes whose values are digests.
    private static let names = [
        // Of a user, a group or a role: the same record has the same value on every instance of a company.
        "federated_id",
        // The challenge of PKCE (RFC 7636).
        "code_challenge",
        // Subresource Integrity and Content Security Policy (W3C).
        "integrity", "nonce",
    ].map { Array($0.utf8) }
    /// What may be between a name and its value.
    private static let between = [
        "%253D", "%3D", "&quot;", "<![CDATA[", "display_value", "displayValue", "value", "content",
    ].map { Array($0.utf8) }
    private static let sizes: Set<Int> = [16, 20, 32, 48, 64]

    /// Header fields with an entity tag (RFC 9110, 8.8.3 and 13.1.2).
    private static let validators = ["ETag", "If-None-Match"]

    /// The runs of letters and digits in the values.
    private var pieces: Set<[UInt8]> = []

    mutating func read(_ bytes: [UInt8]) {
        var isNamed = false
        for name in Self.names {
            var from = 0
            while let place = bytes.firstPlace(of: name, from: from) {
                from = place + name.count
                isNamed = true
                guard place == 0 || !Self.isWordPart(bytes[place - 1]) else { continue }
                take(bytes[Self.skipped(from, bytes)...])
            }
        }
        guard isNamed else { return }
        let cells = DelimitedTable.cells(of: bytes) { column in Self.names.contains { column.elementsEqual($0) } }
        for cell in cells { take(bytes[cell]) }
    }

    mutating func read(_ field: HeaderField) {
        if Self.validators.contains(where: { HeaderFields.same($0, field.name) }) { take(tokensOf: field) }
    }

    mutating func take(tokensOf field: HeaderField) {
        let bytes = Array(field.value.utf8)
        for token in TokenScan.tokens(in: bytes) where !bytes[token].starts(with: "eyJ".utf8) {
            pieces.insert(Array(bytes[token]))
        }
    }

    /// Whether a text is part of a public value.
    func contains(_ token: ArraySlice<UInt8>) -> Bool {
        // In a URL the `=` before the value may be percent-encoded.
        ["", "3D", "253D"].contains { sign in
            token.starts(with: sign.utf8) && pieces.contains(Array(token.dropFirst(sign.utf8.count)))
        }
    }

    private mutating func take(_ text: ArraySlice<UInt8>) {
        var value = text.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "+/-_\\=".utf8.contains($0) }
            .filter { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "=") }
        var forms = [value]
        if value.starts(with: "sha".utf8), let hyphen = value.firstIndex(of: UInt8(ascii: "-")), hyphen == 6 {
            value.removeFirst(hyphen + 1)
            forms.append(value)
        }
        guard Base64.decode(value).map({ Self.sizes.contains($0.count) }) ?? false else { return }
        for form in forms { pieces.formUnion(form.split(separator: UInt8(ascii: "/")).map(Array.init)) }
    }

    private static func isWordPart(_ byte: UInt8) -> Bool { byte != UInt8(ascii: ".") && ASCII.isName(byte) }

    private static func skipped(_ start: Int, _ bytes: [UInt8]) -> Int {
        var place = start
        while place < bytes.count {
            if ASCII.isSpace(bytes[place]) || "\":={>\\".utf8.contains(bytes[place]) {
                place += 1
            } else if let word = between.first(where: { bytes[place...].starts(with: $0) }) {
                place += word.count
            } else {
                break
            }
        }
        return place
    }
}

/// Finds text that looks like a key or token: runs that switch between capitals, small letters and digits as often as
/// random text; the beginning of a JWT; hexadecimal text of a length that no identifier or digest has.
package enum TokenScan {
    private static let lengths = 20...512

    package static func tokens(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = 0
        while place < bytes.count {
            guard isPart(bytes[place]) else {
                place += 1
                continue
            }
            let start = place
            while place < bytes.count, isPart(bytes[place]) { place += 1 }
            guard lengths.contains(place - start) else { continue }
            for run in bytes[start..<place].split(whereSeparator: { $0 == UInt8(ascii: "/") })
            where lengths.contains(run.count) && isToken(run) { found.append(run.startIndex..<run.endIndex) }
        }
        return found
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }

    private static func isToken(_ run: ArraySlice<UInt8>) -> Bool {
        guard Placeholder.ranges(in: Array(run)).isEmpty else { return false }
        if run.starts(with: "eyJ".utf8) { return true }
        if run.allSatisfy({ ASCII.hexValue($0) != nil }) { return isHexToken(run) }
        var text = Array(run)
        // A sys_id inside a longer word is not evidence of a token.
        if let hex = longHex(in: text) { text.removeSubrange(hex) }
        guard lengths.contains(text.count), !isCompound(text) else { return false }
        let kinds = text.map(kind)
        guard [1, 2, 3].allSatisfy(kinds.contains) else { return false }
        let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
        return Double(changes) / Double(kinds.count - 1) >= 0.45 && Set(text).count >= 12
    }

    /// Whether a run is words and numbers joined by hyphens or underscores: `Tue_Mar_11_22_11_44_PDT_2025`.
    private static func isCompound(_ text: [UInt8]) -> Bool {
        let parts = text.split { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        return parts.count > 2
            && parts.allSatisfy { part in
                part.allSatisfy(ASCII.isDigit) || part.allSatisfy { $0 &- 65 < 26 }
                    || ASCII.isLetter(part[part.startIndex]) && part.dropFirst().allSatisfy(ASCII.isLowercaseLetter)
            }
    }

    /// Capitals with digits are a servlet container's session id; small letters are one only at lengths that no digest
    /// has.
    private static func isHexToken(_ run: ArraySlice<UInt8>) -> Bool {
        let hasCapital = run.contains { $0 &- 65 < 6 }, hasSmall = run.contains { $0 &- 97 < 6 }
        guard run.contains(where: ASCII.isDigit) else { return false }
        if hasCapital && !hasSmall { return run.count >= 32 }
        return hasSmall && run.count > 40 && ![64, 96, 128].contains(run.count)
    }

    private static func longHex(in text: [UInt8]) -> Range<Int>? {
        var start = 0
        for place in 0...text.count {
            if place < text.count, ASCII.isDigit(text[place]) || text[place] &- 97 < 6 { continue }
            if place - start >= 32 { return start..<place }
            start = place + 1
        }
        return nil
    }

    private static func kind(_ byte: UInt8) -> Int {
        if ASCII.isDigit(byte) { return 3 }
        return byte &- 65 < 26 ? 2 : ASCII.isLowercaseLetter(byte) ? 1 : 0
    }
}
