import ExchangeModel
import Notation

/// Reads a list of any length in batches, one in memory at a time.
///
/// A list without an order of its own goes by `sys_id`, each batch beginning behind the last record of the one before: a
/// record that is deleted or made in the meantime loses none and brings none twice. Any other list goes by offset, with
/// `sys_id` as its last order, since rows that are equal otherwise are lost and doubled between batches.
///
/// An instance may answer with fewer rows than were asked for, and with none, because some may not be read or because it
/// sends no more at once; the list goes on all the same. One that sends nothing new ends it with `.stalled`.
package struct RecordPager: AsyncSequence, Sendable {
    package typealias Element = RecordBatch

    private let client: TableClient
    private let read: TableRead
    private let batchSize: Int

    /// How many rows a batch asks for by default.
    package static let usualBatchSize = 1000

    /// `read.limit` bounds the rows of the whole; nil reads to the end. `read.offset` is where it begins.
    package init(_ client: TableClient, _ read: TableRead, batchSize: Int = usualBatchSize) {
        self.client = client
        self.read = read
        self.batchSize = Swift.max(1, batchSize)
    }

    /// Begins at the first batch.
    package func makeAsyncIterator() -> Iterator { Iterator(client: client, read: read, batchSize: batchSize) }

    /// Reads one batch after another.
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
            // Batches cannot follow each other by a column that they do not hold.
            if window.isByKey, !read.fields.isEmpty, !read.fields.contains("sys_id") { read.fields.append("sys_id") }
            self.read = read
        }

        /// Throws `RequestFailure`.
        package mutating func next() async throws -> RecordBatch? {
            try await next(isolation: nil)
        }

        /// The next batch; nil at the end, and after a failure the same batch is asked for again.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestFailure) -> RecordBatch?
        {
            guard let asked = window.next(atMost: batchSize, read) else { return nil }
            let answer = try await client.list(asked)
            if !window.isInOrder(answer.rows.lazy.map(\.sysID)), window.goByOffset() {
                return try await next(isolation: actor)
            }
            var following = window
            let batch = following.take(answer, of: asked)
            let records = batch.rows.map { $0.sysID ?? JSON($0.node).compact }
            // The last batch may repeat records: those before it may have become more in the meantime.
            if !following.isOver {
                // Different records can hold the same in the columns asked for; their sys_ids tell.
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

/// Part of a long list.
package struct RecordBatch: Sendable {
    /// The records in the order they came.
    package let rows: [TableRow]
    package let offset: Int
    /// How many rows match on the instance; nil when it did not count.
    package let total: Int?
    /// Rows of this window that were not shown, for want of rights; nil when the instance did not count.
    package let withheld: Int?
}

/// Notices an instance that sends no new records of a list, whatever page it is asked for.
///
/// Of records that are read by offset a digest of each is kept. Batches by key follow each other in growing order, so
/// only the last one can come again.
package struct SeenRecords: Sendable {
    /// How many batches without a record may follow each other: records may be withheld, but not without end.
    static let mostEmptyBatches = 1000

    private var digests: Set<Int64> = []
    private var emptyBatches = 0

    package init() {}

    /// Whether there are records and none of them is new.
    func hold(_ records: some Collection<String>) -> Bool {
        !records.isEmpty && records.allSatisfy { digests.contains(StableHash.of($0)) }
    }

    /// Takes the records of a batch, each by its sys_id or its whole text. Throws when none is new.
    package mutating func take(_ records: some Collection<String>, isByKey: Bool) throws(RequestFailure) {
        guard !records.isEmpty else {
            emptyBatches += 1
            guard emptyBatches < SeenRecords.mostEmptyBatches else { throw .stalled(.empty(batches: emptyBatches)) }
            return
        }
        emptyBatches = 0
        guard !hold(records) else { throw .stalled(.repeated) }
        if isByKey { digests = [] }
        for record in records { digests.insert(StableHash.of(record)) }
    }
}

/// A query that goes through a list by the order of `sys_id`, each batch beginning behind the last record of the one
/// before. Records that are made or deleted in the meantime move no other record from one batch into another.
struct KeysetQuery: Sendable {
    private let groups: [String]
    /// What stands behind them and orders nothing: `^EQ`.
    private let tail: String

    /// Nil for a query that orders its rows otherwise, and for one to whose alternatives a condition cannot be added for
    /// certain: with a part that cannot be read, a block, or a list in groups.
    init?(_ text: String?) {
        let text = text ?? ""
        let query = EncodedQuery(text)
        guard query.unread.isEmpty, query.groupings.isEmpty, !text.hasSuffix("^"), !text.hasPrefix("^"),
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
        // An alternative without a condition means every row; the added one must not make it mean less.
        guard groups.count == 1 || groups.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.groups = groups
        self.tail = tail
    }

    /// The query for the records behind that sys_id; nil for those from the beginning.
    func text(after sysID: String?) -> String {
        let condition = sysID.map { "sys_id>" + $0 } ?? ""
        let alternatives = groups.map { [$0, condition].filter { !$0.isEmpty }.joined(separator: "^") }
        let conditions = alternatives.joined(separator: "^NQ") + tail
        return EncodedQuery.text(of: conditions, orderedBy: [EncodedQuery.Ordering("sys_id")])
    }

    /// Whether rows came in the order that the batches rely on, all of them behind `last`, by their sys_ids: 32 hexadecimal digits that
    /// grow. Views of several tables have others, and an instance could order them otherwise.
    static func isInOrder(_ sysIDs: some Sequence<String?>, after last: String?) -> Bool {
        var last = last ?? ""
        for sysID in sysIDs {
            guard let sysID, RecordName.isSysID(sysID), last < sysID else { return false }
            last = sysID
        }
        return true
    }
}

/// Paging needs an order without ties, or rows are lost and doubled between batches.
enum StableOrder {
    /// The query with an ordering by `sys_id` at its end, unless it has one.
    static func added(to query: String?) -> String {
        guard let query, !query.isEmpty else { return ascending }
        let parts = query.utf8.split(separator: UInt8(ascii: "^"))
        let isStable = parts.contains { $0.elementsEqual(ascending.utf8) || $0.elementsEqual(descending.utf8) }
        return isStable ? query : EncodedQuery.text(of: query, orderedBy: [EncodedQuery.Ordering("sys_id")])
    }

    private static let ascending = EncodedQuery.Ordering("sys_id").text
    private static let descending = EncodedQuery.Ordering("sys_id", descending: true).text
}
