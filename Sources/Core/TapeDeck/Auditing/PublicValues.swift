import Redactors
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

    package mutating func take(tokensOf field: HeaderField) {
        let bytes = Array(field.value.utf8)
        for token in TokenScan.tokens(in: bytes) where !bytes[token].starts(with: "eyJ".utf8) {
            pieces.insert(Array(bytes[token]))
        }
    }

    /// Whether a text is part of a public value.
    package func contains(_ token: ArraySlice<UInt8>) -> Bool {
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
