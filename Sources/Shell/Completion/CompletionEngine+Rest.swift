import LineEditing

/// Completes the arguments of `rest`.
extension CompletionEngine {
    /// Addresses that every instance has; those that end in `/` continue.
    private static let paths: [Candidate] = [
        Candidate("/api/now/table/", "records of a table"),
        Candidate("/api/now/stats/", "counts, sums and averages of a table"),
        Candidate("/api/now/attachment", "attached files"),
        Candidate("/api/now/graphql", "GraphQL"),
        Candidate("/api/now/v1/batch", "several requests in one"),
        Candidate("/api/now/import/", "a staging table of an import set"),
        Candidate("/api/now/ui/user/current_user", "who is signed in"),
        Candidate("/api/now/ui/meta/", "the columns of a table"),
        Candidate("/api/now/doc/table/schema", "every table"),
    ]

    private static let parameters: [Candidate] = [
        Candidate("sysparm_query=", "an encoded query"),
        Candidate("sysparm_fields=", "columns, with commas between them"),
        Candidate("sysparm_limit=", "at most so many rows"),
        Candidate("sysparm_offset=", "rows to skip"),
        Candidate("sysparm_display_value=", "false, true or all"),
        Candidate("sysparm_exclude_reference_link=", "true: references come without their link"),
        Candidate("sysparm_count=", "true: how many rows"),
        Candidate("sysparm_group_by=", "columns to count by"),
        Candidate("sysparm_avg_fields=", "columns to average"),
        Candidate("sysparm_min_fields=", "columns whose smallest value is wanted"),
        Candidate("sysparm_max_fields=", "columns whose largest value is wanted"),
        Candidate("sysparm_sum_fields=", "columns to add up"),
        Candidate("sysparm_having=", "a condition on what was counted"),
        Candidate("sysparm_order_by=", "the order of groups"),
        Candidate("sysparm_no_count=", "true: rows are not counted"),
        Candidate("sysparm_input_display_value=", "true: values are read as they are shown"),
        Candidate("sysparm_suppress_pagination_header=", "true: no Link line"),
        Candidate("sysparm_view=", "a view that chooses the columns"),
    ]

    /// Addresses that every instance has, and a table after some of them.
    func path(_ point: CompletionPoint, _ word: Word) async -> Completions {
        let typed = CompletionPoint.text(of: word)
        var names = Self.paths
        if let base = Self.paths.first(where: { $0.name.hasSuffix("/") && typed.hasPrefix($0.name) }) {
            names = await source.tables().map { Candidate(base.name + $0.name, $0.label) }
        }
        return offer(
            names.map { Candidate($0.name, $0.label, appendsSpace: !$0.name.hasSuffix("/")) }, point,
            in: word)
    }

    /// `name=value` of the query: names, and values of some.
    func parameter(_ point: CompletionPoint, _ word: Word, of table: String) async -> Completions {
        let typed = CompletionPoint.text(of: word)
        guard let equals = typed.utf8.firstIndex(of: .equals) else {
            return offer(Self.parameters.open, point, in: word)
        }
        let name = String(typed[..<equals])
        let value = word.dropping(name.utf8.count + 1)
        switch name {
        case "sysparm_query": return await query(of: table, as: .sysID).complete(point, value)
        case "sysparm_view": return offer(await source.views(), point, in: value)
        case "sysparm_display_value":
            return offer(["false", "true", "all"].map { Candidate($0) }, point, in: value)
        case let name where name.hasSuffix("_fields") || name == "sysparm_group_by":
            return await fields(point, value, of: table, mayDescend: false)
        case let name where Self.flags.contains(name): return offer(.truth, point, in: value)
        default: return offer([], point, in: value)
        }
    }

    private static let flags: Set<String> = [
        "sysparm_exclude_reference_link", "sysparm_count", "sysparm_no_count", "sysparm_input_display_value",
        "sysparm_suppress_pagination_header",
    ]
}
