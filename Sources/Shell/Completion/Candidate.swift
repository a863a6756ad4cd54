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
    /// Those that begin with what was typed; when none does, those that contain it, or whose label begins with it. Case does
    /// not count; only ASCII letters are folded.
    func matching(_ typed: String) -> [Candidate] {
        let wanted = typed.utf8.map(ASCII.lowercased)
        guard !wanted.isEmpty else { return self }
        func begins(_ text: String) -> Bool { text.utf8.lazy.map(ASCII.lowercased).starts(with: wanted) }
        let beginning = filter { begins($0.name) }
        if !beginning.isEmpty { return beginning }
        return filter { begins($0.label) || $0.name.utf8.map(ASCII.lowercased).firstRange(of: wanted) != nil }
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
