import Redactors
import ExchangeModel
import Notation

/// The query's fields, in any order. Encoded queries are compared by meaning and differences listed by term; a GraphQL
/// operation in a URL is compared like one in a body.
struct QueryMatcher: Matcher {
    package let name = "query", weight = 20

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        for field in parts.query {
            // `=` in a name must not run into the value.
            let isPlain = field.name.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "%") }
            lines.add(name, (isPlain ? field.name : PercentCoding.encode(field.name)) + "=" + field.normal)
        }
        if let operation = parts.operation { lines.add("graphql", operation.json.canonical) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        let fields = FieldDifferences.mismatch(name, asked: asked.query, recorded: recorded.query) { asked, recorded in
            guard asked.name == "sysparm_query" else { return nil }
            return Self.terms(asked: asked.value, recorded: recorded.value, at: asked.name)
        }
        guard let (operations, likeness) = Self.operationDifferences(asked.operation, recorded.operation) else {
            return fields
        }
        return Mismatch(
            name, (fields?.differences ?? []) + operations, likeness: ((fields?.likeness ?? 1) + likeness) / 2)
    }

    /// Differences between the GraphQL operations of two URLs; nil if they are equal.
    private static func operationDifferences(
        _ asked: GraphQLOperation?, _ recorded: GraphQLOperation?
    ) -> ([Mismatch.Difference], likeness: Double)? {
        guard let asked, let recorded else {
            guard asked != nil || recorded != nil else { return nil }
            return ([.init("document", recorded: recorded?.summary, asked: asked?.summary)], 0)
        }
        guard !asked.json.canonical.isSame(as: recorded.json.canonical) else { return nil }
        let found = GraphQLDifferences(asked: [asked], recorded: [recorded])
        if !found.differences.isEmpty { return (found.differences, found.likeness) }
        return ([.init("document", recorded: recorded.summary, asked: asked.summary)], 0)
    }

    /// The terms of two encoded queries that the other does not have, paired in order.
    static func terms(asked: String, recorded: String, at place: String) -> [Mismatch.Difference] {
        let (asked, recorded) = FieldDifferences.unshared(
            EncodedQuery.parts(of: asked), EncodedQuery.parts(of: recorded))
        return (0..<max(asked.count, recorded.count)).map { index in
            .init(
                place, recorded: recorded.indices.contains(index) ? recorded[index] : nil,
                asked: asked.indices.contains(index) ? asked[index] : nil)
        }
    }
}

/// Compares two lists of fields.
enum FieldDifferences {
    /// Differences between two lists sorted by name; nil if they are equal. `detail` may split the difference of two
    /// values of one name.
    static func mismatch(
        _ matcher: String, asked: [RequestField], recorded: [RequestField],
        detail: (_ asked: RequestField, _ recorded: RequestField) -> [Mismatch.Difference]? = { _, _ in nil }
    ) -> Mismatch? {
        var differences: [Mismatch.Difference] = []
        var same = 0
        var left = asked[...], right = recorded[...]
        while let one = left.first ?? right.first {
            let name =
                [left.first?.name, right.first?.name].compactMap { $0 }
                .min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? one.name
            let asked = left.first.flatMap { $0.name.isSame(as: name) ? $0 : nil }
            let recorded = right.first.flatMap { $0.name.isSame(as: name) ? $0 : nil }
            if asked != nil { left.removeFirst() }
            if recorded != nil { right.removeFirst() }
            if let asked, let recorded, asked.normal.isSame(as: recorded.normal) {
                same += 1
            } else if let asked, let recorded, let details = detail(asked, recorded), !details.isEmpty {
                differences += details
            } else {
                differences.append(.init(name, recorded: recorded?.value, asked: asked?.value))
            }
        }
        guard !differences.isEmpty else { return nil }
        return Mismatch(matcher, differences, likeness: Double(same) / Double(max(asked.count, recorded.count, 1)))
    }

    /// The elements that only one of two lists has, in order; duplicates are counted.
    static func unshared(_ left: [String], _ right: [String]) -> ([String], [String]) {
        func without(_ list: [String], _ other: [String]) -> [String] {
            var counts: [[UInt8]: Int] = [:]
            for element in other { counts[Array(element.utf8), default: 0] += 1 }
            return list.filter { element in
                guard let count = counts[Array(element.utf8)], count > 0 else { return true }
                counts[Array(element.utf8)] = count - 1
                return false
            }
        }
        return (without(left, right), without(right, left))
    }
}
