import Notation

/// Writes encoded queries that find the records of one group.
struct GroupQuery {
    private let groups: [EncodedQuery.Group]

    /// `conditions` is the encoded query that the groups were made of. What the instance dropped of it is left out: it
    /// widened nothing there, and would here.
    init(_ conditions: String, compiler: QueryCompiler) throws {
        var kept: [EncodedQuery.Group] = []
        for group in EncodedQuery(conditions).groups {
            var terms: [EncodedQuery.Term] = []
            for term in group.terms {
                let known = try term.conditions.filter { try compiler.compile($0) != nil }
                if !known.isEmpty { terms.append(EncodedQuery.Term(known)) }
            }
            if !terms.isEmpty { kept.append(EncodedQuery.Group(terms)) }
        }
        groups = kept
    }

    /// The query for the records that hold these values, given as the wire has them. Nil when a value cannot stand in a
    /// query, or would be taken for a script.
    func text(_ values: [(path: String, value: String)]) -> String? {
        var terms: [EncodedQuery.Term] = []
        for (path, value) in values {
            guard EncodedQuery.mayStandAsValue(value), !value.hasPrefix("javascript:") else { return nil }
            let condition =
                value.isEmpty
                ? EncodedQuery.Condition(path, .isEmpty) : EncodedQuery.Condition(path, .equals, value)
            terms.append(EncodedQuery.Term([condition]))
        }
        let all = groups.isEmpty ? [EncodedQuery.Group([])] : groups
        return EncodedQuery(groups: all.map { EncodedQuery.Group($0.terms + terms) }).text
    }
}
