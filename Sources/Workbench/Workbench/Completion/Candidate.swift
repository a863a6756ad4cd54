import Notation

/// A completion: the inserted text and its meaning.
package struct Candidate: Sendable, Hashable {
    package let name: String
    /// The display name; may be empty.
    package let label: String
    /// Whether a blank follows if it is the only candidate; false if the word can continue.
    package let appendsSpace: Bool

    package init(_ name: String, _ label: String = "", appendsSpace: Bool = true) {
        self.name = name
        self.label = label
        self.appendsSpace = appendsSpace
    }
}

extension [Candidate] {
    /// The best matches for typed text: prefix matches with exact ones first, or else matches at the beginning of a
    /// word, or else substrings, or else subsequences. Case is ignored for ASCII letters.
    package func matching(_ typed: String) -> [Candidate] {
        let wanted = typed.utf8.map(ASCII.lowercased)
        guard !wanted.isEmpty else { return self }
        var ranked: [[Candidate]] = Array<[Candidate]>(repeating: [], count: 5)
        for candidate in self {
            let name = Self.rank(candidate.name, wanted), label = Self.rank(candidate.label, wanted) ?? .max
            // A label counts only if it, or a word in it, begins with the typed text.
            let best = Swift.min(name ?? .max, label <= 2 ? 2 : .max)
            if best < ranked.count { ranked[best].append(candidate) }
        }
        let beginning = ranked[0] + ranked[1]
        return beginning.isEmpty
            ? ranked[2] + (ranked[3].isEmpty && ranked[2].isEmpty ? ranked[4] : ranked[3]) : beginning
    }

    /// 0 for equal, 1 for a prefix, 2 for the beginning of a word, 3 for a substring, 4 for a subsequence; nil for no
    /// match.
    static func rank(_ text: String, _ wanted: [UInt8]) -> Int? {
        let bytes = text.utf8.map(ASCII.lowercased)
        if bytes.starts(with: wanted) { return bytes.count == wanted.count ? 0 : 1 }
        var isInside = false
        var place = 1
        while place + wanted.count <= bytes.count {
            if bytes[place] == wanted[0], bytes[place...].starts(with: wanted) {
                isInside = true
                if !ASCII.isLetter(bytes[place - 1]), !ASCII.isDigit(bytes[place - 1]) { return 2 }
            }
            place += 1
        }
        if isInside { return 3 }
        // Two characters match nearly everything as a subsequence, and flags are short.
        guard wanted.count > 2, wanted[0] != UInt8(ascii: "-") else { return nil }
        var next = 0
        for byte in bytes where byte == wanted[next] {
            next += 1
            if next == wanted.count { return 4 }
        }
        return nil
    }

    /// The candidates without a blank after them.
    package var open: [Candidate] { map { Candidate($0.name, $0.label, appendsSpace: false) } }

    package static var truth: [Candidate] { [Candidate("true"), Candidate("false")] }
}

/// Names of a table's records, possibly not all of them.
package struct RecordNames: Sendable, Hashable {
    /// In display order.
    package let names: [Candidate]
    /// Whether all matching names are included.
    package let isWhole: Bool

    package init(_ names: [Candidate], isWhole: Bool = true) {
        self.names = names
        self.isWhole = isWhole
    }
}
