import Notation

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
