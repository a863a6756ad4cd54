import Redactors
package import Notation

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

    /// What contains it: `exchange 12`, `command 3`, `session 1`, `the tape`.
    package var holder: String
    /// The part that contains it: `request header Authorization`, `answer body`, `line`.
    package var part: String
    /// The byte offset in the part; nil for the whole part.
    package var offset: Int?
    package var kind: Kind

    package init(_ holder: String, _ part: String, at offset: Int?, _ kind: Kind) {
        self.holder = holder
        self.part = part
        self.offset = offset
        self.kind = kind
    }

    /// The place as an allow list names it.
    package var place: String { "\(holder), \(MissText.plain(part))" + (offset.map { ", byte \($0)" } ?? "") }

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

    package var json: JSON {
        let word =
            switch kind {
            case .position(let label): label
            case .known: "known-secret"
            case .token: "token"
            case .unreadable: "unreadable"
            case .unchecked: "unchecked"
            }
        return [
            "holder": .string(holder), "part": .string(part),
            "offset": offset.map { .number(String($0)) } ?? .null, "kind": .string(word),
        ]
    }
}

/// A project's allow list for findings that are not secrets, one `TAPE: PLACE: REASON` a line.
///
/// The place is what the audit prints, with or without the byte offset: `first-look: exchange 3, answer body: a public
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
            let parts = line.split(separator: ":", maxSplits: 2).map { String(ASCII.trimmed($0)) }
            // A place names an exchange and a part of it: whole exchanges cannot be allowed.
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

    fileprivate func matches(place: String) -> Bool { place == self.place || self.place.hasPrefix(place + ", byte ") }
}
