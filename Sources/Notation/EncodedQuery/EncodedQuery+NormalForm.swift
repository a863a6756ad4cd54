extension EncodedQuery {
    /// One text for all spellings that mean the same (order of AND-ed terms, of OR-ed alternatives and of lists does not
    /// count, order of orderings does). Nil when a part was not understood: then only equal text means the same.
    ///
    /// It is for comparing and is no query: every block is closed in it, a join too, so that nothing behind one can be
    /// taken for its inside.
    package var normalForm: String? {
        guard unread.isEmpty else { return nil }
        let groups = groups.map { group in
            group.terms.map { term in
                Self.sorted(term.conditions.map(Self.normalForm)).joined(separator: "^OR")
            }
        }.map { Self.sorted($0).joined(separator: "^") }
        let tail = groupings.map { "^GROUPBY" + $0 } + orderings.map { "^" + $0.text }
        return Self.sorted(groups).joined(separator: "^NQ") + tail.joined()
    }

    private static func normalForm(of condition: Condition) -> String {
        if condition.operator == .join { return condition.text + "^ENDJOIN" }
        // A script's commas separate arguments.
        guard condition.operator.takesList, !condition.value.hasPrefix("javascript:") else { return condition.text }
        let items = condition.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return Condition(condition.field, condition.operator, sorted(items).joined(separator: ",")).text
    }

    /// In the order of UTF-8 bytes, which is the same on every machine.
    private static func sorted(_ texts: [String]) -> [String] {
        texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
