/// Compares two lists of fields.
enum FieldDifferences {
    /// What differs between two lists that are sorted by name; nil when they mean the same. `detail` may take the
    /// difference of two values of one name further apart.
    static func mismatch(
        _ matcher: String, asked: [RequestField], recorded: [RequestField],
        detail: (_ asked: RequestField, _ recorded: RequestField) -> [Mismatch.Difference]?
    ) -> Mismatch? {
        var differences: [Mismatch.Difference] = []
        var same = 0
        var left = asked[...], right = recorded[...]
        while let one = left.first ?? right.first {
            let name =
                [left.first?.name, right.first?.name].compactMap { $0 }
                .min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? one.name
            let asked = left.first.flatMap { $0.name.isSame(as: name) ? $0 : nil }
            let recorded = right.first.flatMap { $0.name.isSame(as: name) ? $0 : nil }
            if asked != nil { left.removeFirst() }
            if recorded != nil { right.removeFirst() }
            if let asked, let recorded, asked.normal.isSame(as: recorded.normal) {
                same += 1
            } else if let asked, let recorded, let details = detail(asked, recorded), !details.isEmpty {
                differences += details
            } else {
                differences.append(.init(name, recorded: recorded?.value, asked: asked?.value))
            }
        }
        guard !differences.isEmpty else { return nil }
        return Mismatch(matcher, differences, likeness: Double(same) / Double(max(asked.count, recorded.count, 1)))
    }

    /// What two lists do not share, each in its order; an element that stands twice is shared twice.
    static func unshared(_ left: [String], _ right: [String]) -> ([String], [String]) {
        func without(_ list: [String], _ other: [String]) -> [String] {
            var counts: [[UInt8]: Int] = [:]
            for element in other { counts[Array(element.utf8), default: 0] += 1 }
            return list.filter { element in
                guard let count = counts[Array(element.utf8)], count > 0 else { return true }
                counts[Array(element.utf8)] = count - 1
                return false
            }
        }
        return (without(left, right), without(right, left))
    }
}
