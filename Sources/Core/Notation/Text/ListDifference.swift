/// The elements of two lists that have no equal in the other, in order, with few differences. Lists that differ in too
/// many elements differ as a whole between their common beginning and end.
package struct ListDifference {
    /// Indexes of the older and of the newer list.
    package private(set) var gone, come: Set<Int>

    private static let maxAligned = 2000

    /// - Parameters:
    ///   - old: how many elements the older list has.
    ///   - new: how many the newer one has.
    ///   - isSame: whether an older and a newer element are equal.
    package init(_ old: Int, _ new: Int, _ isSame: (Int, Int) -> Bool) {
        var start = 0, left = old, right = new
        while start < min(left, right), isSame(start, start) { start += 1 }
        while left > start, right > start, isSame(left - 1, right - 1) {
            left -= 1
            right -= 1
        }
        (gone, come) = (Set(start..<left), Set(start..<right))
        guard gone.count + come.count <= Self.maxAligned else { return }
        let before = start..<left, changes = Array(start..<right).difference(from: Array(before)) { isSame($0, $1) }
        gone = Set(changes.removals.compactMap { if case .remove(_, let place, _) = $0 { place } else { nil } })
        come = Set(changes.insertions.compactMap { if case .insert(_, let place, _) = $0 { place } else { nil } })
    }
}
