import ExchangeModel

/// Where a list is that is read in batches: what to ask for next, and what an answer means for it.
package struct PageWindow: Sendable {
    /// By key: the list behind `last`, in the order of sys_id. Nil goes by offset.
    private var keyset: KeysetQuery?
    private var last: String?
    private let stableQuery: String
    /// Counted from behind `last`, or from the list's beginning.
    private var offset: Int
    private var place: Int
    /// How many rows may still come; nil for any number.
    private var rowsLeft: Int?
    /// Whether nothing is left to ask for.
    package private(set) var isOver: Bool
    private var total: Int?
    private var unseen: Unseen?

    /// What an answer leaves open until the next one: the rows of its window that came and that did not, and those that
    /// were to come from its beginning on.
    private struct Unseen {
        let rows: Int
        let missing: Int
        let promised: Int
    }

    /// The list that `read` asks for: its query, where it begins, and how many rows are wanted in all.
    package init(_ read: TableRead) {
        offset = read.offset ?? 0
        place = offset
        rowsLeft = read.limit
        isOver = read.limit == 0
        keyset = offset == 0 ? KeysetQuery(read.query) : nil
        stableQuery = StableOrder.added(to: read.query)
    }

    /// Whether batches follow each other by the sys_id of their last row.
    package var isByKey: Bool { keyset != nil }

    /// The next question; nil at the end.
    package func next(atMost batchSize: Int, _ read: TableRead) -> TableRead? {
        guard !isOver else { return nil }
        var asked = read
        asked.limit = Swift.min(batchSize, rowsLeft ?? .max)
        asked.query = keyset?.text(after: last) ?? stableQuery
        asked.offset = offset
        return asked
    }

    /// Whether rows came as the way of reading needs them, by their sys_ids; nil where one has none.
    package func isInOrder(_ sysIDs: some Sequence<String?>) -> Bool {
        !isByKey || KeysetQuery.isInOrder(sysIDs, after: last)
    }

    /// Goes on by offset, from the row that would have come next. Whether the question has to be asked again: the first
    /// one was the same either way.
    package mutating func goByOffset() -> Bool {
        defer { last = nil }
        keyset = nil
        offset = place
        unseen = nil
        return last != nil
    }

    /// Takes an answer in and moves on behind it.
    mutating func take(_ answer: TableAnswer, of asked: TableRead) -> RecordBatch {
        // What is more than was asked for is not the next batch's.
        let rows = Array(answer.rows.prefix(asked.limit ?? 0))
        let taken = take(
            count: rows.count, last: rows.last?.sysID, total: answer.total, next: answer.links.next, of: asked)
        return RecordBatch(rows: rows, offset: taken.offset, total: total, withheld: taken.withheld)
    }

    /// The same for rows of any kind: how many came, at most as many as were asked for, the sys_id of the last, how many
    /// there are in all, and the offset at which the instance says that the next begin.
    ///
    /// - Returns: where in the list the batch begins, how many rows the list has, and how many were withheld.
    package mutating func take(
        count: Int, last sysID: String?, total answered: Int?, next: Int? = nil, of asked: TableRead
    ) -> (offset: Int, total: Int?, withheld: Int?) {
        let size = asked.limit ?? 0
        total = total ?? answered
        let begin = place
        // What there is from this window's beginning on. The total counts from behind the key.
        let remaining = answered.map { Swift.max(0, $0 - offset) }
        var withheld = remaining == nil ? nil : settled(by: remaining ?? 0)
        let missing = remaining.map { Swift.max(0, Swift.min($0, size) - count) }
        let isEnd = isEnd(count, next: next, size: size, remaining: remaining)

        if let key = keyset == nil ? nil : sysID {
            last = key
            offset = 0
            place += count
            unseen = isEnd ? nil : remaining.map { Unseen(rows: count, missing: missing ?? 0, promised: $0) }
        } else {
            // Every row of this window is skipped, seen or not.
            let step = step(size, count, next: next)
            offset += step
            place += step
            if let missing, let sum = withheld { withheld = sum + missing }
        }
        rowsLeft = rowsLeft.map { $0 - count }
        isOver = isEnd || rowsLeft.map { $0 <= 0 } ?? false
        return (begin, total, withheld)
    }

    /// How many rows of the window before were withheld: those that did not come and do not lie ahead either. Rows that
    /// were deleted between two answers do not count for more than the window lacked.
    private mutating func settled(by remaining: Int) -> Int {
        guard let before = unseen else { return 0 }
        unseen = nil
        let withheld = Swift.min(before.missing, Swift.max(0, before.promised - before.rows - remaining))
        place += withheld
        return withheld
    }

    /// How far an offset moves: by the window, or as far as the instance says that its window went.
    private func step(_ size: Int, _ count: Int, next: Int?) -> Int {
        guard !isByKey, count < size, let next, next > offset else { return size }
        return Swift.min(size, next - offset)
    }

    private func isEnd(_ count: Int, next: Int?, size: Int, remaining: Int?) -> Bool {
        guard let remaining else {
            if next != nil { return false }
            // By key one question more settles what a short batch means.
            return isByKey ? count == 0 : count < size
        }
        if count >= remaining { return true }
        // A short batch may be all that the instance sends at once: by key the rest is asked for, and an empty window
        // says that what is left may not be read.
        if isByKey, count > 0 { return false }
        return remaining <= size
    }
}

/// The offsets in a `Link` line; instances send one line with `first`, `prev`, `next`, `last` joined by commas.
package struct PageLinks: Sendable, Hashable {
    package var first: Int?
    /// Of the page before.
    package var previous: Int?
    /// Of the page after; nil on the last.
    package var next: Int?
    package var last: Int?

    package init() {}

    /// Reads the entries that name an offset. A negative one, which instances do send before the first page, does not
    /// count.
    package init(_ lines: [String]) {
        for line in lines {
            for entry in line.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
                guard let close = entry.firstIndex(of: ">"), let url = HTTPURL(String(entry[..<close])),
                    let offset = url.queryFields.last(where: { $0.name == "sysparm_offset" }).flatMap({ Int($0.value) }
                    ),
                    offset >= 0, let relation = PageLinks.relation(entry[entry.index(after: close)...])
                else { continue }
                switch relation {
                case "first": first = offset
                case "prev": previous = offset
                case "next": next = offset
                case "last": last = offset
                default: break
                }
            }
        }
    }

    /// The text of `rel="…"`, quotation marks or not.
    private static func relation(_ parameters: Substring) -> String? {
        for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }) == "rel" else { continue }
            return String(parts[1].filter { $0 != "\"" && $0 != " " })
        }
        return nil
    }
}
