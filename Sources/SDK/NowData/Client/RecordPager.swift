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

        /// Throws `RequestFailure`.
        package mutating func next() async throws -> RecordBatch? {
            try await next(isolation: nil)
        }

        /// The next batch; nil at the end. After a failure, the next call requests the same batch again.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestFailure) -> RecordBatch?
        {
            guard let requested = window.next(atMost: batchSize, read) else { return nil }
            let answer = try await client.list(requested)
            let keys = answer.rows.map(\.sysID)
            if !window.isInOrder(keys), window.switchToOffset() {
                return try await next(isolation: actor)
            }
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

/// A batch of a long list.
package struct RecordBatch: Sendable {
    /// In response order.
    package let rows: [TableRow]
    package let offset: Int
    /// How many rows match on the instance; nil if not counted.
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
    /// The limit of consecutive empty batches: records may be withheld, but not without end.
    static let maxEmptyBatches = 1000

    private var digests: Set<Int64> = []
    private var emptyBatches = 0

    package init() {}

    /// Whether there are records and all of them are known.
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
    /// A trailing `^EQ`, which orders nothing.
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

    /// The query for the records after a sys_id; nil for the first batch.
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
    /// Appends an order by `sys_id` unless the query has one.
    static func added(to query: String?) -> String {
        guard let query, !query.isEmpty else { return ascending }
        let parts = query.utf8.split(separator: UInt8(ascii: "^"))
        let isStable = parts.contains { $0.elementsEqual(ascending.utf8) || $0.elementsEqual(descending.utf8) }
        return isStable ? query : EncodedQuery.text(of: query, orderedBy: [EncodedQuery.Ordering("sys_id")])
    }

    private static let ascending = EncodedQuery.Ordering("sys_id").text
    private static let descending = EncodedQuery.Ordering("sys_id", descending: true).text
}
