extension EncodedQuery {
    /// The query in lines of English: `active is true`, `and priority is 1 or 2`, `ordered by number, descending`.
    ///
    /// `label` returns a column's label, dot-walks included; without one the column name is used.
    package func explanation(label: @escaping (String) -> String? = { _ in nil }) -> [String] {
        let words = QueryWords(label: label)
        var lines: [String] = []
        for (position, group) in groups.enumerated() {
            for (index, term) in group.terms.enumerated() {
                let conjunction = index > 0 ? "and " : position > 0 ? "or else " : ""
                lines.append(conjunction + words.term(term))
            }
        }
        if lines.isEmpty { lines.append("every record") }
        if !groupings.isEmpty {
            lines.append("grouped by " + groupings.map(words.column).joined(separator: ", then by "))
        }
        if !orderings.isEmpty {
            let columns = orderings.map { words.column($0.field) + ($0.descending ? ", descending" : "") }
            lines.append("ordered by " + columns.joined(separator: ", then by "))
        }
        lines += unparsed.map { "not understood, and so dropped: " + $0.text }
        return lines
    }
}

private struct QueryWords {
    static let maxEntries = 12

    let label: (String) -> String?

    func column(_ field: String) -> String { label(field) ?? field }

    func term(_ term: EncodedQuery.Term) -> String {
        let first = term.conditions[0]
        let isPlain = term.conditions.allSatisfy {
            $0.operator == .equals && $0.field == first.field && $0.kind == .comparison && !$0.value.isEmpty
        }
        guard isPlain else { return term.conditions.map(condition).joined(separator: " or ") }
        return column(first.field) + " is " + list(term.conditions.map(\.value), " or ")
    }

    private func condition(_ condition: EncodedQuery.Condition) -> String {
        switch condition.kind {
        case .textSearch: return "any text contains " + value(condition.value)
        case .textIndexGroup: return "the search uses the index " + value(condition.value)
        case .block: return block(condition)
        case .comparison: return column(condition.field) + " " + predicate(condition.operator, condition.value)
        }
    }

    private func predicate(_ operation: Operator, _ text: String) -> String {
        let parts = text.split(separator: "@").map(String.init)
        let isMoment =
            text.hasPrefix("javascript:")
            || text.prefix(5).allSatisfy { $0.isNumber || $0 == "-" } && text.contains("-")
        switch operation {
        case .equals: return text.isEmpty ? "is empty" : "is " + value(text)
        case .differs: return text.isEmpty ? "is not empty" : "is not " + value(text)
        case .less: return (isMoment ? "is before " : "is less than ") + value(text)
        case .lessOrEqual: return (isMoment ? "is at or before " : "is at most ") + value(text)
        case .greater: return (isMoment ? "is after " : "is greater than ") + value(text)
        case .greaterOrEqual: return (isMoment ? "is at or after " : "is at least ") + value(text)
        case .contains: return "contains " + value(text)
        case .containsNot: return "does not contain " + value(text)
        case .startsWith: return "starts with " + value(text)
        case .endsWith: return "ends with " + value(text)
        case .isOneOf: return "is one of " + entries(text)
        case .isNoneOf: return "is none of " + entries(text)
        case .between where parts.count == 2: return "is between " + value(parts[0]) + " and " + value(parts[1])
        case .isEmpty: return "is empty"
        case .isNotEmpty: return "is not empty"
        case .anything: return "is anything"
        case .isEmptyText: return "is an empty text"
        case .sameAsColumn: return "is the same as " + compared(parts)
        case .differsFromColumn: return "differs from " + compared(parts)
        case .greaterThanColumn: return "is greater than " + compared(parts)
        case .lessThanColumn: return "is less than " + compared(parts)
        case .greaterOrEqualToColumn: return "is at least " + compared(parts)
        case .lessOrEqualToColumn: return "is at most " + compared(parts)
        case .furtherThan where parts.count == 4:
            return "is more than " + count(parts[3], parts[1]) + " " + parts[2] + " " + column(parts[0])
        case .closerThan where parts.count == 4:
            return "is less than " + count(parts[3], parts[1]) + " " + parts[2] + " " + column(parts[0])
        case .on: return "is on " + value(parts.first ?? "")
        case .notOn: return "is not on " + value(parts.first ?? "")
        case .datePart: return "falls " + trend(text) + value(parts.first ?? "")
        case .relativelyAfter: return "is later than " + relative(parts, text)
        case .relativelyBefore: return "is earlier than " + relative(parts, text)
        case .relativelyFrom: return "is no earlier than " + relative(parts, text)
        case .relativelyUntil: return "is no later than " + relative(parts, text)
        case .relativelyOn: return "is exactly " + relative(parts, text)
        case .instanceOf: return "is the class " + value(text) + " or one below it"
        case .dynamic: return DynamicFilterOption.known[text] ?? "is what the dynamic filter " + value(text) + " gives"
        case .inHierarchy: return "is in the hierarchy " + value(text)
        case .inHierarchyDynamic: return "is in the hierarchy of what the dynamic filter " + value(text) + " gives"
        case .hasNoTag: return "does not have the tag " + value(text)
        case .excludesTag: return "has none of the tags " + entries(text)
        case .changes: return "changes"
        case .changesFrom: return "changes from " + value(text)
        case .changesTo: return "changes to " + value(text)
        default: return operation.rawValue + " " + value(text)
        }
    }

    private func block(_ block: EncodedQuery.Condition) -> String {
        switch EncodedQueryBlock(block) {
        case .counted(let place, let sign, let count, let query):
            return "the number of \(place) that refer to the record is \(sign)\(count)" + inner(query)
        case .joined(let own, let other, let query): return "\(own) is among \(other)" + inner(query)
        case nil where block.operator == .relatedRows: return "related records: " + block.value
        case nil where block.operator == .join: return "joined: " + block.value
        case nil: return (block.field.isEmpty ? "" : column(block.field) + " is ") + "among the rows of " + block.value
        }
    }

    private func inner(_ text: String) -> String {
        let query = EncodedQuery(text)
        guard !query.groups.isEmpty else { return "" }
        return " where " + query.explanation().joined(separator: " ")
    }

    private func compared(_ parts: [String]) -> String {
        column(parts.first ?? "") + (parts.count > 1 ? " by the " + parts[1] : "")
    }

    private func relative(_ parts: [String], _ text: String) -> String {
        guard parts.count == 3 else { return value(text) }
        return count(parts[2], parts[0]) + (parts[1] == "ahead" ? " from now" : " " + parts[1])
    }

    private func count(_ number: String, _ unit: String) -> String {
        number + " " + (unit == "dayofweek" ? "day" : unit) + (number == "1" ? "" : "s")
    }

    private func trend(_ text: String) -> String {
        let signs = ["'GT'": "after ", "'LT'": "before ", "'GE'": "on or after ", "'LE'": "on or before "]
        return signs.first { text.contains($0.key) }?.value ?? "on "
    }

    private func entries(_ text: String) -> String {
        if text.hasPrefix("javascript:") { return value(text) }
        return list(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init), ", ")
    }

    private func list(_ values: [String], _ conjunction: String) -> String {
        guard values.count > QueryWords.maxEntries else { return values.map(value).joined(separator: conjunction) }
        return values.prefix(QueryWords.maxEntries).map(value).joined(separator: conjunction)
            + conjunction + "\(values.count - QueryWords.maxEntries) more"
    }

    private func value(_ text: String) -> String {
        if text.hasPrefix("javascript:") { return String(text.dropFirst("javascript:".count)) }
        return text.isEmpty || text.contains { $0 == " " || $0 == "," || $0 == "\"" } ? "\"" + text + "\"" : text
    }
}
