import ExchangeModel

/// The position in a list that is read in batches: what to request next, and how a response advances it.
package struct PageWindow: Sendable {
    /// Keyset paging: the list after `last`, ordered by sys_id. Nil for paging by offset.
    private var keyset: KeysetQuery?
    private var last: String?
    private let stableQuery: String
    /// Relative to `last`, or to the start of the list.
    private var offset: Int
    private var place: Int
    /// How many more rows are wanted; nil for all.
    private var rowsLeft: Int?
    package private(set) var isAtEnd: Bool
    private var total: Int?
    private var unseen: Unseen?

    /// What a response leaves open until the next one: the received and missing rows of its window, and the rows
    /// expected from its start on.
    private struct Unseen {
        let rows: Int
        let missing: Int
        let expected: Int
    }

    /// Starts the list of `read` with its query, offset and limit.
    package init(_ read: TableRead) {
        offset = read.offset ?? 0
        place = offset
        rowsLeft = read.limit
        isAtEnd = read.limit == 0
        keyset = offset == 0 ? KeysetQuery(read.query) : nil
        stableQuery = StableOrder.added(to: read.query)
    }

    /// Whether batches continue after the sys_id of the previous row.
    package var isByKey: Bool { keyset != nil }

    /// The next request; nil at the end.
    package func next(atMost batchSize: Int, _ read: TableRead) -> TableRead? {
        guard !isAtEnd else { return nil }
        var requested = read
        requested.limit = Swift.min(batchSize, rowsLeft ?? .max)
        requested.query = keyset?.text(after: last) ?? stableQuery
        requested.offset = offset
        return requested
    }

    /// Whether the rows, given by sys_id, are in the order that paging requires; a row without sys_id is not.
    package func isInOrder(_ sysIDs: some Sequence<String?>) -> Bool {
        !isByKey || KeysetQuery.isInOrder(sysIDs, after: last)
    }

    /// Continues by offset from the next expected row. Returns whether the request must be sent again; the first one is
    /// the same either way.
    package mutating func switchToOffset() -> Bool {
        defer { last = nil }
        keyset = nil
        offset = place
        unseen = nil
        return last != nil
    }

    /// Advances past a response.
    mutating func take(_ answer: TableResponse, of requested: TableRead) -> RecordBatch {
        // Surplus rows do not belong to the next batch.
        let rows = Array(answer.rows.prefix(requested.limit ?? 0))
        let taken = take(
            count: rows.count, last: rows.last?.sysID, total: answer.total, next: answer.links.next, of: requested)
        return RecordBatch(rows: rows, offset: taken.offset, total: total, withheld: taken.withheld)
    }

    /// The same for rows of any kind: the number of rows received (at most as many as requested), the sys_id of the
    /// last, the total, and the offset of the next page according to the instance.
    ///
    /// - Returns: where in the list the batch begins, how many rows the list has, and how many were withheld.
    package mutating func take(
        count: Int, last sysID: String?, total answered: Int?, next: Int? = nil, of requested: TableRead
    ) -> (offset: Int, total: Int?, withheld: Int?) {
        let size = requested.limit ?? 0
        total = total ?? answered
        let begin = place
        // Rows from the start of this window on. The total counts from the key.
        let remaining = answered.map { Swift.max(0, $0 - offset) }
        var withheld = remaining == nil ? nil : withheldRows(by: remaining ?? 0)
        let missing = remaining.map { Swift.max(0, Swift.min($0, size) - count) }
        let isEnd = isEnd(count, next: next, size: size, remaining: remaining)

        if let key = keyset == nil ? nil : sysID {
            last = key
            offset = 0
            place += count
            unseen = isEnd ? nil : remaining.map { Unseen(rows: count, missing: missing ?? 0, expected: $0) }
        } else {
            // All rows of this window are skipped, received or not.
            let step = step(size, count, next: next)
            offset += step
            place += step
            if let missing, let sum = withheld { withheld = sum + missing }
        }
        rowsLeft = rowsLeft.map { $0 - count }
        isAtEnd = isEnd || rowsLeft.map { $0 <= 0 } ?? false
        return (begin, total, withheld)
    }

    /// How many rows of the previous window were withheld: not received and not ahead either. Rows deleted between two
    /// responses count at most for the number missing.
    private mutating func withheldRows(by remaining: Int) -> Int {
        guard let before = unseen else { return 0 }
        unseen = nil
        let withheld = Swift.min(before.missing, Swift.max(0, before.expected - before.rows - remaining))
        place += withheld
        return withheld
    }

    /// How far the offset advances: by the window, or as far as the instance says.
    private func step(_ size: Int, _ count: Int, next: Int?) -> Int {
        guard !isByKey, count < size, let next, next > offset else { return size }
        return Swift.min(size, next - offset)
    }

    private func isEnd(_ count: Int, next: Int?, size: Int, remaining: Int?) -> Bool {
        guard let remaining else {
            if next != nil { return false }
            // With keyset paging, one more request decides what a short batch means.
            return isByKey ? count == 0 : count < size
        }
        if count >= remaining { return true }
        // A short batch may be the most the instance sends at once. With keyset paging the rest is requested, and an
        // empty window means that the remaining rows are not readable.
        if isByKey, count > 0 { return false }
        return remaining <= size
    }
}

/// The offsets in a `Link` header. Instances send `first`, `prev`, `next` and `last` in one line, separated by commas.
package struct PageLinks: Sendable, Hashable {
    package var first: Int?
    /// The offset of the previous page.
    package var previous: Int?
    /// The offset of the next page; nil on the last page.
    package var next: Int?
    package var last: Int?

    package init() {}

    /// Parses the entries with an offset. Instances send a negative one before the first page; it is ignored.
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

    /// The value of `rel`, with or without quotation marks.
    private static func relation(_ parameters: Substring) -> String? {
        for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }) == "rel" else { continue }
            return String(parts[1].filter { $0 != "\"" && $0 != " " })
        }
        return nil
    }
}
