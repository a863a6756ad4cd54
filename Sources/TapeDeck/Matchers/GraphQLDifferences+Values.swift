import Notation

extension GraphQLDifferences {
    /// Where a value stands: a text around its name.
    struct ArgumentPlace {
        var before: String
        /// How much of the name the text before it says already.
        var cut = 0
        var after: String

        func of(_ name: String) -> String { upTo(name) + after }

        /// The same without what stands behind the name.
        func upTo(_ name: String) -> String { before + name.dropFirst(cut) }
    }

    mutating func compare(
        _ asked: [GraphQL.CanonicalOperation.Argument], _ recorded: [GraphQL.CanonicalOperation.Argument],
        _ place: ArgumentPlace
    ) {
        for argument in asked {
            let other = recorded.first { $0.name == argument.name }
            compare(argument.value, other?.value, argument.name, place)
        }
        for argument in recorded where !asked.contains(where: { $0.name == argument.name }) {
            compare(nil, argument.value, argument.name, place)
        }
    }

    private mutating func compare(
        _ asked: GraphQL.CanonicalOperation.Input?, _ recorded: GraphQL.CanonicalOperation.Input?, _ name: String,
        _ place: ArgumentPlace
    ) {
        var here = place
        if let variable = asked?.variable, variable == recorded?.variable {
            // Members of its value stand behind its name, as they stand behind the argument's.
            here = .init(before: "variable " + variable, cut: name.utf8.count, after: "")
        } else {
            if let variable = asked?.variable { here.after += ", asked as $" + variable }
            if let variable = recorded?.variable { here.after += ", recorded as $" + variable }
        }
        guard let asked, let recorded else { return add(here.of(name), recorded?.shown, asked?.shown) }
        if asked.text.isSame(as: recorded.text) {
            same += 1
            return
        }
        if asked.declared != recorded.declared { return add(here.of(name), recorded.shown, asked.shown) }
        switch (asked.kind, recorded.kind) {
        case (.object(let left), .object(let right)):
            compare(left, right, .init(before: here.upTo(name) + ".", after: here.after))
        case (.list(let left), .list(let right)):
            for index in 0..<max(left.count, right.count) {
                let element = name + "[\(index)]"
                compare(
                    index < left.count ? left[index] : nil, index < right.count ? right[index] : nil, element, here)
            }
        case (.query(let left), .query(let right)):
            let terms = QueryMatcher.terms(asked: left, recorded: right, at: here.of(name))
            for term in terms { add(term) }
            if terms.isEmpty { add(here.of(name), recorded.shown, asked.shown) }
        default: add(here.of(name), recorded.shown, asked.shown)
        }
    }
}

extension GraphQL.CanonicalOperation.Input {
    /// As it was asked for: an encoded query in its own words.
    fileprivate var shown: String {
        let value: String
        switch kind {
        case .scalar(let text): value = text
        case .string(let text), .query(let text): value = JSON.string(text).compact
        case .list(let values): value = "[" + values.map(\.shown).joined(separator: ", ") + "]"
        case .object(let members):
            value = "{" + members.map { $0.name + ": " + $0.value.shown }.joined(separator: ", ") + "}"
        }
        return value + (declared.map { " (declared as \($0))" } ?? "")
    }
}
