import ExchangeModel
import Notation

/// Reads a list of any length in batches, with one batch in memory at a time.
///
/// A list without its own order is ordered by `sys_id`, and each batch continues after the last record (keyset paging),
/// so records created or deleted in between cause no gaps or duplicates. Other lists are read by offset, with `sys_id`
/// as the final order, because ties cause gaps and duplicates between batches.
///
/// An instance may send fewer rows than requested, or none, because of access rules or its own limits; the list
/// continues. If it sends nothing new, the list ends with `.stalled`.
package struct RecordPager: AsyncSequence, Sendable {
    package typealias Element = RecordBatch

    private let client: TableClient
    private let read: TableRead
    private let batchSize: Int

    package static let defaultBatchSize = 1000

    /// `read.limit` bounds the total number of rows (nil: no limit); `read.offset` is the start.
    package init(_ client: TableClient, _ read: TableRead, batchSize: Int = defaultBatchSize) {
        self.client = client
        self.read = read
        self.batchSize = Swift.max(1, batchSize)
    }

    package func makeAsyncIterator() -> Iterator { Iterator(client: client, read: read, batchSize: batchSize) }

    package struct Iterator: AsyncIteratorProtocol {
        private let client: TableClient
        private var read: TableRead
        private let batchSize: Int
        private var window: PageWindow
        private var seen = SeenRecords()

        init(client: TableClient, read: TableRead, batchSize: Int) {
            self.client = client
            self.batchSize = batchSize
            window = PageWindow(read)
            var read = read
            // Keyset paging needs the sys_id of each row.
            if window.isByKey, !read.fields.isEmpty, !read.fields.contains("sys_id") { read.fields.append("sys_id") }
            self.read = read
        }

        package mutating func next() async throws -> RecordBatch? { try await next(isolation: nil) }

        /// The next batch; nil at the end. After a failure, the next call requests the same batch again.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestFailure) -> RecordBatch?
        {
            guard let requested = window.next(atMost: batchSize, read) else { return nil }
            let answer = try await client.list(requested)
            let keys = answer.rows.map(\.sysID)
            if !window.isInOrder(keys), window.switchToOffset() { return try await next(isolation: actor) }
            var following = window
            let batch = following.take(answer, of: requested)
            let records = zip(keys, batch.rows).map { $0 ?? JSON($1.node).compact }
            // The last batch may repeat records if records were inserted before it.
            if !following.isAtEnd {
                // Different records can have the same values in the requested columns; their sys_ids distinguish them.
                if !read.fields.isEmpty, !read.fields.contains("sys_id"), seen.hold(records) {
                    read.fields.append("sys_id")
                    return try await next(isolation: actor)
                }
                try seen.take(records, isByKey: window.isByKey)
            }
            window = following
            return batch
        }
    }
}

package struct RecordBatch: Sendable {
    package let rows: [TableRow]
    package let offset: Int
    package let total: Int?
    /// Rows of this batch omitted by access rules; nil if not counted.
    package let withheld: Int?

    package init(rows: [TableRow], offset: Int, total: Int?, withheld: Int?) {
        (self.rows, self.offset, self.total, self.withheld) = (rows, offset, total, withheld)
    }
}

/// Detects an instance that sends no new records whatever page is requested.
///
/// For paging by offset, a digest of each record is kept. Keyset batches are ordered, so only the last one can repeat.
package struct SeenRecords: Sendable {
    static let maxEmptyBatches = 1000

    private var digests: Set<Int64> = []
    private var emptyBatches = 0

    package init() {}

    func hold(_ records: some Collection<String>) -> Bool {
        !records.isEmpty && records.allSatisfy { digests.contains(StableHash.of($0)) }
    }

    /// Adds the records of a batch, each by its sys_id or its whole text. Throws if none is new.
    package mutating func take(_ records: some Collection<String>, isByKey: Bool) throws(RequestFailure) {
        guard !records.isEmpty else {
            emptyBatches += 1
            guard emptyBatches < SeenRecords.maxEmptyBatches else { throw .stalled(.empty(batches: emptyBatches)) }
            return
        }
        emptyBatches = 0
        guard !hold(records) else { throw .stalled(.repeated) }
        if isByKey { digests = [] }
        for record in records { digests.insert(StableHash.of(record)) }
    }
}

/// A query for keyset paging: ordered by `sys_id`, each batch after the last record of the previous one. Records
/// created or deleted in between do not move other records between batches.
struct KeysetQuery: Sendable {
    private let groups: [String]
    private let tail: String

    /// Nil if the query has its own order, or if a condition cannot safely be added to its alternatives: unparsable
    /// parts, blocks or grouping.
    init?(_ text: String?) {
        let text = text ?? ""
        let query = EncodedQuery(text)
        guard query.unparsed.isEmpty, query.groupings.isEmpty, !text.hasSuffix("^"), !text.hasPrefix("^"),
            query.orderings.allSatisfy({ $0.field == "sys_id" && !$0.descending }),
            query.groups.lazy.flatMap(\.terms).flatMap(\.conditions).allSatisfy({ $0.kind == .comparison })
        else { return nil }
        var groups: [String] = [""]
        var tail = ""
        for part in EncodedQuery.parts(of: text) {
            let bare = part.hasPrefix("^") ? String(part.dropFirst()) : part
            if bare.hasPrefix("ORDERBY") { continue }
            if bare == "EQ" {
                tail = "^EQ"
            } else if tail.isEmpty, bare.hasPrefix("NQ") {
                groups.append(String(bare.dropFirst(2)))
            } else if tail.isEmpty {
                groups[groups.count - 1] += groups[groups.count - 1].isEmpty ? bare : "^" + bare
            } else {
                return nil
            }
        }
        // An alternative without conditions matches every row; adding one would restrict it.
        guard groups.count == 1 || groups.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.groups = groups
        self.tail = tail
    }

    func text(after sysID: String?) -> String {
        let condition = sysID.map { "sys_id>" + $0 } ?? ""
        let alternatives = groups.map { [$0, condition].filter { !$0.isEmpty }.joined(separator: "^") }
        let conditions = alternatives.joined(separator: "^NQ") + tail
        return EncodedQuery.text(of: conditions, orderedBy: [EncodedQuery.Ordering("sys_id")])
    }

    /// Whether rows are in the required order, all of them after `last`: increasing sys_ids of 32 hexadecimal digits.
    /// Database views have other ids, and an instance may order differently.
    static func isInOrder(_ sysIDs: some Sequence<String?>, after last: String?) -> Bool {
        var last = last ?? ""
        for sysID in sysIDs {
            guard let sysID, SysIDForm.isWritten(sysID), last < sysID else { return false }
            last = sysID
        }
        return true
    }
}

/// Paging needs a total order; ties cause gaps and duplicates between batches.
enum StableOrder {
    static func added(to query: String?) -> String {
        guard let query, !query.isEmpty else { return ascending }
        let parts = query.utf8.split(separator: UInt8(ascii: "^"))
        let isStable = parts.contains { $0.elementsEqual(ascending.utf8) || $0.elementsEqual(descending.utf8) }
        return isStable ? query : EncodedQuery.text(of: query, orderedBy: [EncodedQuery.Ordering("sys_id")])
    }

    private static let ascending = EncodedQuery.Ordering("sys_id").text
    private static let descending = EncodedQuery.Ordering("sys_id", descending: true).text
}

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

    package init(_ read: TableRead) {
        offset = read.offset ?? 0
        place = offset
        rowsLeft = read.limit
        isAtEnd = read.limit == 0
        keyset = offset == 0 ? KeysetQuery(read.query) : nil
        stableQuery = StableOrder.added(to: read.query)
    }

    package var isByKey: Bool { keyset != nil }

    package func next(atMost batchSize: Int, _ read: TableRead) -> TableRead? {
        guard !isAtEnd else { return nil }
        var requested = read
        requested.limit = Swift.min(batchSize, rowsLeft ?? .max)
        requested.query = keyset?.text(after: last) ?? stableQuery
        requested.offset = offset
        return requested
    }

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

    mutating func take(_ answer: TableResponse, of requested: TableRead) -> RecordBatch {
        // Surplus rows do not belong to the next batch.
        let rows = Array(answer.rows.prefix(requested.limit ?? 0))
        let taken = take(
            count: rows.count, last: rows.last?.sysID, total: answer.total, next: answer.nextOffset, of: requested)
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

/// Parses the `Link` header. Instances send `first`, `prev`, `next` and `last` in one line, separated by commas.
enum PageLink {
    static func nextOffset(in lines: [String]) -> Int? {
        for line in lines {
            for entry in line.split(separator: "<") {
                guard let close = entry.firstIndex(of: ">"), let url = HTTPURL(String(entry[..<close])),
                    let offset = url.queryFields.last(where: { $0.name == "sysparm_offset" }).flatMap({ Int($0.value) }
                    ), offset >= 0, isNext(entry[close...])
                else { continue }
                return offset
            }
        }
        return nil
    }

    private static func isNext(_ parameters: Substring) -> Bool {
        let plain = parameters.filter { $0 != "\"" && $0 != " " && $0 != ">" }
        return plain.split { $0 == ";" || $0 == "," }.contains("rel=next")
    }
}
