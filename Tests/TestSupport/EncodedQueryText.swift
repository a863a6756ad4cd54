package import Notation

extension EncodedQuery {
    /// The query with operators in canonical spelling: conditions, then groupings, then orderings. Parsing it gives an
    /// equal query if nothing is unparsed; unparsed parts follow the conditions unchanged.
    package var text: String {
        let conditions = groups.map(Self.text).joined(separator: "^NQ")
        let tail = unparsed.map(\.text) + groupings.map { "GROUPBY" + $0 } + orderings.map(\.text)
        return ((conditions.isEmpty ? [] : [conditions]) + tail).joined(separator: "^")
    }

    private static func text(of group: Group) -> String {
        var text = "", isAfterJoin = false
        for term in group.terms {
            for (place, condition) in term.conditions.enumerated() {
                // A join takes in what follows, up to an end like this.
                if isAfterJoin { text += "^EQ" }
                if !text.isEmpty { text += place == 0 ? "^" : "^OR" }
                text += condition.text
                isAfterJoin = condition.operator == .join
            }
        }
        return text
    }
}
