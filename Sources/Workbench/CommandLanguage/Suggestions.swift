/// Suggestions for misspelled words.
package enum DidYouMean {
    /// At most three similar names, the most similar first. Case is ignored.
    ///
    /// The limit is a third of the word's length in edits (insertion, deletion, substitution, transposition), at least
    /// one; a name that begins with the word is similar too.
    package static func nearest(to word: String, among names: some Sequence<String>) -> [String] {
        let typed = Array(word.lowercased().utf8)
        guard !typed.isEmpty, typed.count <= 64 else { return [] }
        let bound = max(1, typed.count / 3)
        var found: [(name: String, distance: Int)] = []
        for name in names {
            let bytes = Array(name.lowercased().utf8)
            if typed.count > 1, bytes.starts(with: typed) {
                found.append((name, bytes == typed ? 0 : 1))
            } else if let distance = distance(typed, bytes, atMost: bound) {
                found.append((name, distance))
            }
        }
        guard let best = found.map(\.distance).min() else { return [] }
        return found.filter { $0.distance == best }.map(\.name).sorted().prefix(3).map { $0 }
    }

    /// The suggestion as a hint; empty if there is none.
    ///
    /// - Parameter spelling: how a name is written at the prompt.
    package static func hints(
        for word: String, among names: some Sequence<String>, spelling: (String) -> String = { $0 }
    ) -> [String] {
        hints(nearest(to: word, among: names).map(spelling))
    }

    /// The same for names that are known to be meant.
    package static func hints(_ near: [String]) -> [String] {
        near.isEmpty ? [] : ["Did you mean " + Phrase.listed(near, joinedBy: "or") + "?"]
    }

    /// The edit distance of two words (optimal string alignment); nil if it is more than `bound`.
    package static func distance(_ left: [UInt8], _ right: [UInt8], atMost bound: Int) -> Int? {
        guard abs(left.count - right.count) <= bound else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var cost = min(last[column] + (byte == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            guard current.contains(where: { $0 <= bound }) else { return nil }
            beforeLast = last
            last = current
        }
        return last[right.count] <= bound ? last[right.count] : nil
    }
}

/// Phrases that many messages use.
package enum Phrase {
    /// `1 record`, `2 records`: for regular plurals.
    package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The same for irregular plurals.
    package static func counted(_ count: Int, _ noun: String, _ plural: String) -> String {
        "\(count) \(count == 1 ? noun : plural)"
    }

    /// `a`, `a or b`, `a, b or c`.
    package static func listed(_ names: [String], joinedBy joint: String) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(joint) " + last
    }
}
