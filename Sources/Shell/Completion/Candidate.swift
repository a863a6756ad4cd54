import Notation

/// What completion offers: what is typed, and what it means.
package struct Candidate: Sendable, Hashable {
    package let name: String
    /// What a person calls it; may be empty.
    package let label: String
    /// Whether a blank follows when it is the only one; not when more can be typed on.
    package let appendsSpace: Bool

    package init(_ name: String, _ label: String = "", appendsSpace: Bool = true) {
        self.name = name
        self.label = label
        self.appendsSpace = appendsSpace
    }
}

extension [Candidate] {
    /// Those that begin with what was typed, an exact one first. When none does, those in which a word begins so, then those
    /// that contain it, then those that have its characters in their order. Case does not count; only ASCII letters are
    /// folded.
    func matching(_ typed: String) -> [Candidate] {
        let wanted = typed.utf8.map(ASCII.lowercased)
        guard !wanted.isEmpty else { return self }
        var ranked: [[Candidate]] = Array<[Candidate]>(repeating: [], count: 5)
        for candidate in self {
            let name = Self.rank(candidate.name, wanted), label = Self.rank(candidate.label, wanted) ?? .max
            // A label is of use where it begins so, or a word in it does.
            let best = Swift.min(name ?? .max, label <= 2 ? 2 : .max)
            if best < ranked.count { ranked[best].append(candidate) }
        }
        let beginning = ranked[0] + ranked[1]
        return beginning.isEmpty
            ? ranked[2] + (ranked[3].isEmpty && ranked[2].isEmpty ? ranked[4] : ranked[3]) : beginning
    }

    /// 0 for the text itself, 1 where it begins so, 2 where a word does, 3 where it is inside, 4 where its characters are
    /// there in their order; nil where they are not.
    static func rank(_ text: String, _ wanted: [UInt8]) -> Int? {
        let bytes = text.utf8.map(ASCII.lowercased)
        if bytes.starts(with: wanted) { return bytes.count == wanted.count ? 0 : 1 }
        var isInside = false
        var place = bytes[...]
        while let found = place.firstRange(of: wanted) {
            isInside = true
            if !ASCII.isLetter(bytes[found.lowerBound - 1]), !ASCII.isDigit(bytes[found.lowerBound - 1]) { return 2 }
            place = bytes[(found.lowerBound + 1)...]
        }
        if isInside { return 3 }
        // Two characters are in nearly everything, and flags are short.
        guard wanted.count > 2, wanted[0] != UInt8(ascii: "-") else { return nil }
        var next = 0
        for byte in bytes where byte == wanted[next] {
            next += 1
            if next == wanted.count { return 4 }
        }
        return nil
    }

    /// The same, with more to be typed behind each.
    var open: [Candidate] { map { Candidate($0.name, $0.label, appendsSpace: false) } }

    static var truth: [Candidate] { [Candidate("true"), Candidate("false")] }
}

/// Names of records of a table, of which there may be too many to hold.
package struct RecordNames: Sendable, Hashable {
    /// In the order in which they are shown.
    package let names: [Candidate]
    /// Whether these are all that were asked for.
    package let isWhole: Bool

    package init(_ names: [Candidate], isWhole: Bool = true) {
        self.names = names
        self.isWhole = isWhole
    }
}
