import LineEditing

/// What may stand in the arguments of `rest`.
extension CompletionEngine {
    /// Addresses that every instance has; those that end in `/` lead on.
    private static let paths: [Named] = [
        Named("/api/now/table/", "records of a table"),
        Named("/api/now/stats/", "counts, sums and averages of a table"),
        Named("/api/now/attachment", "attached files"),
        Named("/api/now/graphql", "GraphQL"),
        Named("/api/now/v1/batch", "several requests in one"),
        Named("/api/now/import/", "a staging table of an import set"),
        Named("/api/now/ui/user/current_user", "who is signed in"),
        Named("/api/now/ui/meta/", "the columns of a table"),
        Named("/api/now/doc/table/schema", "every table"),
    ]

    private static let parameters: [Named] = [
        Named("sysparm_query=", "an encoded query"),
        Named("sysparm_fields=", "columns, with commas between them"),
        Named("sysparm_limit=", "at most so many rows"),
        Named("sysparm_offset=", "so many rows are passed over"),
        Named("sysparm_display_value=", "false, true or all"),
        Named("sysparm_exclude_reference_link=", "true: references come without their link"),
        Named("sysparm_count=", "true: how many rows"),
        Named("sysparm_group_by=", "columns to count by"),
        Named("sysparm_avg_fields=", "columns to average"),
        Named("sysparm_min_fields=", "columns whose smallest value is wanted"),
        Named("sysparm_max_fields=", "columns whose largest value is wanted"),
        Named("sysparm_sum_fields=", "columns to add up"),
        Named("sysparm_having=", "a condition on what was counted"),
        Named("sysparm_order_by=", "the order of groups"),
        Named("sysparm_no_count=", "true: rows are not counted"),
        Named("sysparm_input_display_value=", "true: values are read as they are shown"),
        Named("sysparm_suppress_pagination_header=", "true: no Link line"),
        Named("sysparm_view=", "a view that chooses the columns"),
    ]

    /// An address: one that every instance has, and behind some of them a table.
    func path(_ point: CompletionPoint, _ word: Word) async -> Completions {
        let typed = CompletionPoint.text(of: word)
        var names = Self.paths
        if let base = Self.paths.first(where: { $0.name.hasSuffix("/") && typed.hasPrefix($0.name) }) {
            names = await knowledge.tables().map { Named(base.name + $0.name, $0.label) }
        }
        let found = NameFilter.pick(names, typed: typed)
        return point.offer(
            found.map { .init($0.name, $0.label, appendsSpace: !$0.name.hasSuffix("/")) }, in: word, from: 0)
    }

    /// `name=value` of the query: names, and what the value of some may be.
    func parameter(_ point: CompletionPoint, _ word: Word, of table: String) async -> Completions {
        let typed = CompletionPoint.text(of: word)
        guard let equals = typed.utf8.firstIndex(of: .equals) else {
            let found = NameFilter.pick(Self.parameters, typed: typed)
            return point.offer(found.map { .init($0.name, $0.label, appendsSpace: false) }, in: word, from: 0)
        }
        let name = String(typed[..<equals])
        let value = word.dropping(name.utf8.count + 1)
        switch name {
        case "sysparm_query": return await QueryCompletion(knowledge: knowledge, table: table).complete(point, value)
        case "sysparm_display_value": return offer(["false", "true", "all"], point, value)
        case let name where name.hasSuffix("_fields") || name == "sysparm_group_by":
            return await fields(point, value, of: table, mayDescend: false)
        case let name where Self.flags.contains(name): return offer(["true", "false"], point, value)
        default: return point.offer([], in: value, from: 0)
        }
    }

    private static let flags: Set<String> = [
        "sysparm_exclude_reference_link", "sysparm_count", "sysparm_no_count", "sysparm_input_display_value",
        "sysparm_suppress_pagination_header",
    ]

    private func offer(_ words: [String], _ point: CompletionPoint, _ value: Word) -> Completions {
        let found = NameFilter.pick(words.map { Named($0) }, typed: CompletionPoint.text(of: value))
        return point.offer(found.map { .init($0.name) }, in: value, from: 0)
    }
}

extension ArgumentPlaces {
    /// The table that an address before the cursor asks for.
    var askedTable: String? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .path }), place < arguments.count else {
            return nil
        }
        return arguments[place].literal.flatMap(RestPath.table)
    }
}
