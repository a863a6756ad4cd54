extension GraphQL {
    /// The byte ranges of a selection's head, everything before its braces, in the canonical text.
    struct CanonicalHead: Sendable {
        var start: Int
        var nameEnd: Int
        var fieldStart: Int
        var fieldEnd: Int
        var argumentsEnd: Int
        var end: Int

        var name: Range<Int> { start..<nameEnd }
        var field: Range<Int> { fieldStart..<fieldEnd }
        var directives: Range<Int> { argumentsEnd..<end }
        var range: Range<Int> { start..<end }

        func moved(to newStart: Int) -> Self {
            let by = newStart - start
            return Self(
                start: newStart, nameEnd: nameEnd + by, fieldStart: fieldStart + by, fieldEnd: fieldEnd + by,
                argumentsEnd: argumentsEnd + by, end: end + by)
        }
    }

    /// A selection as ranges in the canonical text.
    struct CanonicalNode: Sendable {
        var head: CanonicalHead
        var arguments: Int?
        var hasBraces: Bool
        var end: Int
        var next: Int
    }

    /// Sorts the selections of a level and finds equal ones.
    enum CanonicalOrder {
        /// The sort key of a selection.
        struct Rank {
            fileprivate var head: Range<Int>
            fileprivate var hasBraces: Bool
            fileprivate var isPlain: Bool
            /// The first eight bytes of the head, zero-padded: most heads differ there, and none contains a zero byte.
            fileprivate var prefix: UInt64 = 0
            let number: Int
            fileprivate(set) var group = 0

            init(_ head: CanonicalHead, hasBraces: Bool, number: Int) {
                self.number = number
                self.head = head.range
                self.hasBraces = hasBraces
                isPlain = head.directives.isEmpty
            }
        }

        /// Sorted by head bytes, or with `keepsOrder` by the first occurrence of each group. Groups are contiguous and
        /// sorted by number.
        static func ranks(_ level: [Rank], of heads: [UInt8], keepsOrder: Bool) -> [Rank] {
            var ranks = level
            heads.withUnsafeBufferPointer { heads in
                for index in ranks.indices { ranks[index].prefix = prefix(of: ranks[index].head, heads) }
                ranks.sort { one, other in
                    if one.prefix != other.prefix { return one.prefix < other.prefix }
                    let order = compare(one.head, other.head, heads)
                    if order != 0 { return order < 0 }
                    return one.hasBraces == other.hasBraces ? one.number < other.number : other.hasBraces
                }
                for index in ranks.indices {
                    let isSame = index > 0 && canMerge(ranks[index - 1], ranks[index], heads)
                    ranks[index].group = isSame ? ranks[index - 1].group : ranks[index].number
                }
            }
            if keepsOrder { ranks.sort { ($0.group, $0.number) < ($1.group, $1.number) } }
            return ranks
        }

        /// Whether two neighbours have the same head, without directives.
        private static func canMerge(_ one: Rank, _ other: Rank, _ heads: UnsafeBufferPointer<UInt8>) -> Bool {
            one.isPlain && one.prefix == other.prefix && one.hasBraces == other.hasBraces
                && one.head.count == other.head.count && compare(one.head, other.head, heads) == 0
        }

        private static func prefix(of head: Range<Int>, _ heads: UnsafeBufferPointer<UInt8>) -> UInt64 {
            var prefix: UInt64 = 0
            let end = min(head.upperBound, head.lowerBound + 8)
            for index in head.lowerBound..<end { prefix = prefix << 8 | UInt64(heads[index]) }
            return prefix << UInt64(8 * (8 - (end - head.lowerBound)))
        }

        /// Negative if the first sorts first, zero if equal. The first eight bytes are equal.
        private static func compare(_ one: Range<Int>, _ other: Range<Int>, _ heads: UnsafeBufferPointer<UInt8>) -> Int
        {
            var (left, right) = (one.lowerBound + 8, other.lowerBound + 8)
            while left < one.upperBound, right < other.upperBound {
                if heads[left] != heads[right] { return heads[left] < heads[right] ? -1 : 1 }
                left += 1
                right += 1
            }
            return one.count - other.count
        }
    }
}
