/// How alike two parts of requests are, from 0 to 1. Only the ranking of nearest exchanges rests on it.
enum Likeness {
    /// The share of path segments that stand at the same place, counted from both ends.
    static func ofPaths(_ left: String, _ right: String) -> Double {
        let left = left.split(separator: "/"), right = right.split(separator: "/")
        let longer = max(left.count, right.count)
        guard longer > 0 else { return 1 }
        let front = zip(left, right).prefix { $0 == $1 }.count
        let back = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        return Double(min(front + back, longer)) / Double(longer)
    }
}
