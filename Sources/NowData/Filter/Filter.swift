import Notation

/// Which rows are wanted, and in what order.
public struct Filter: Sendable, Hashable {
    /// The filter as an encoded query; nil when a part cannot be written in one.
    let query: String?
    let queryCategory: String?

    /// Rows that meet one of the criteria.
    public init(criteria: [Criteria], sortBy: [Sort]? = nil, queryCategory: String? = nil) {
        query = Filter.sorted(EncodedText.joined(criteria, by: "^NQ"), sortBy)
        self.queryCategory = queryCategory
    }

    /// Rows that meet all conditions.
    public init(conditions: [any QueryProviding], sorts: [Sort]? = nil) {
        query = Filter.sorted(EncodedText.joined(conditions, by: "^"), sorts)
        queryCategory = nil
    }

    /// Rows an encoded query finds.
    public init(query: String, queryCategory: String? = nil) {
        self.query = query
        self.queryCategory = queryCategory
    }

    /// Rows in which the keywords are found and that meet all conditions.
    public init(keywords: String? = nil, conditions: [Condition], sortBy: [Sort]? = nil) {
        queryCategory = nil
        let all = EncodedText.joined(conditions, by: "^")
        guard let keywords, !keywords.isEmpty else {
            query = Filter.sorted(all, sortBy)
            return
        }
        guard let all, EncodedQuery.mayStandAsValue(keywords) else {
            query = nil
            return
        }
        let parts = [EncodedQuery.Condition.textSearchField + "=" + keywords] + (all.isEmpty ? [] : [all]) + ["EQ"]
        query = Filter.sorted(parts.joined(separator: "^"), sortBy)
    }

    private static func sorted(_ query: String?, _ sorts: [Sort]?) -> String? {
        query.map { query in
            ((query.isEmpty ? [] : [query]) + (sorts ?? []).map(\.query)).joined(separator: "^")
        }
    }
}
