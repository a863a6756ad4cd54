import ExchangeModel
import Notation
import Redactors

/// Something that should not be on a tape. It names the place and never the value.
package struct AuditFinding: Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// A value where only a placeholder is allowed, with the placeholder's word.
        case position(String)
        case known
        case token
        /// The text cannot be read, so it cannot be checked.
        case unreadable(String)
        /// A part of the text was not searched, for this reason.
        case unchecked(String)
    }

    /// What contains it: `%:12.3`, `request 12`, `command 3`, `session 1`, `the tape`.
    package var holder: String
    /// The part that contains it: `request header Authorization`, `answer body`, `line`.
    package var part: String
    /// The byte offset in the part; nil for the whole part.
    package var offset: Int?
    package var kind: Kind
    /// The number of the request or answer that contains it.
    package var exchange: Int64?

    /// The place as an allow list names it.
    package var place: String { place(in: holder) }

    fileprivate func place(in holder: String) -> String {
        "\(holder), \(MissText.plain(part))" + (offset.map { ", byte \($0)" } ?? "")
    }

    package var description: String {
        switch kind {
        case .position("header"): "\(place): a header value that may be a secret."
        case .position(let label): "\(place): a value (\(label)) that is not a placeholder."
        case .known: "\(place): a secret that this process knows."
        case .token: "\(place): something that looks like a key or a token."
        case .unreadable(let reason): "\(place): cannot be read: \(MissText.plain(reason))"
        case .unchecked(let reason): "\(place): could not be checked for secrets: \(MissText.plain(reason))"
        }
    }
}

/// A project's allow list for findings that are not secrets, one `TAPE: PLACE: REASON` a line.
///
/// The place is what the audit prints, with or without the byte offset: `first-look: %:3.1, answer body: a public
/// key`.
package struct AllowedFindings: Sendable {
    package struct Entry: Sendable, Hashable {
        /// Counted from 1.
        package let line: Int
        package let tape: String
        package let place: String
        package let reason: String
    }

    package let entries: [Entry]
    /// The names of response headers that the project keeps on its tapes, in lower case: `header: NAME: REASON`.
    package let headers: Set<String>
    /// Numbers of malformed lines. They allow nothing.
    package let unreadable: [Int]

    /// Reads an allow list. Blank lines and lines that begin with `#` are skipped.
    package init(_ text: String) {
        var entries: [Entry] = [], unreadable: [Int] = [], headers: Set<String> = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = ASCII.trimmed(line)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            var parts = line.split(separator: ":", maxSplits: 2).map { String(ASCII.trimmed($0)) }
            if parts.count == 3, parts[1] == "%", let end = parts[2].firstIndex(of: ":") {
                parts[1] += ":" + parts[2][..<end]
                parts[2] = String(ASCII.trimmed(parts[2][end...].dropFirst()))
            }
            // A place names a request and a part of it: whole requests cannot be allowed.
            if parts.count == 3, parts[0] == "header", !parts[2].isEmpty, parts[1].utf8.allSatisfy(ASCII.isName) {
                headers.insert(ASCII.lowercased(parts[1]))
            } else if parts.count == 3, parts.allSatisfy({ !$0.isEmpty }), parts[1].contains(", ") {
                entries.append(Entry(line: number + 1, tape: parts[0], place: parts[1], reason: parts[2]))
            } else {
                unreadable.append(number + 1)
            }
        }
        (self.entries, self.headers) = (entries, headers)
        self.unreadable = unreadable
    }

    /// Splits a cassette's findings into those that remain and those that a line allows, and returns the lines that
    /// allow nothing. Known secrets and unreadable parts are never allowed.
    package func applied(
        to findings: [AuditFinding], of tape: String
    ) -> (left: [AuditFinding], allowed: [(finding: AuditFinding, entry: Entry)], unused: [Entry]) {
        let own = entries.filter { $0.tape == tape }
        var left: [AuditFinding] = [], allowed: [(finding: AuditFinding, entry: Entry)] = []
        for finding in findings {
            if finding.mayBeAllowed, let entry = own.first(where: { finding.matches(place: $0.place) }) {
                allowed.append((finding, entry))
            } else {
                left.append(finding)
            }
        }
        return (left, allowed, own.filter { entry in !allowed.contains { $0.entry == entry } })
    }
}

extension AuditFinding {
    fileprivate var mayBeAllowed: Bool {
        switch kind {
        case .position, .token, .unchecked: true
        case .known, .unreadable: false
        }
    }

    /// Earlier versions wrote `exchange 12` for every request.
    fileprivate func matches(place: String) -> Bool {
        ([holder] + (exchange.map { ["request \($0)", "exchange \($0)"] } ?? [])).contains {
            let own = self.place(in: $0)
            return place == own || own.hasPrefix(place + ", byte ")
        }
    }
}

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
