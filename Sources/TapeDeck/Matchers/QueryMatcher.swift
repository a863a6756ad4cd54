import ExchangeModel
import Notation

/// The query's fields, in any order. An encoded query is compared by meaning, and its differences are told by term; a
/// GraphQL operation that is put into an address is compared as one in a body is.
struct QueryMatcher: Matcher {
    static let name = "query"
    static let weight = 20

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        for field in parts.query {
            // A name with `=` in it would run into its value.
            let isPlain = field.name.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "%") }
            lines.add(Self.name, (isPlain ? field.name : PercentCoding.encode(field.name)) + "=" + field.normal)
        }
        if let operation = parts.operation { lines.add("graphql", operation.json.canonical) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        let fields = Self.fieldMismatch(asked, recorded)
        guard let (operations, likeness) = Self.operationDifferences(asked.operation, recorded.operation) else {
            return fields
        }
        return Mismatch(
            Self.name, (fields?.differences ?? []) + operations, likeness: ((fields?.likeness ?? 1) + likeness) / 2)
    }

    /// What differs between the GraphQL operations of two addresses; nil when they ask the same.
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

    private static func fieldMismatch(_ asked: RequestParts, _ recorded: RequestParts) -> Mismatch? {
        FieldDifferences.mismatch(
            Self.name, asked: asked.query, recorded: recorded.query
        ) { asked, recorded in
            guard asked.name == "sysparm_query" else { return nil }
            return Self.terms(asked: asked.value, recorded: recorded.value, at: asked.name)
        }
    }

    /// The terms of two encoded queries that have no equal on the other side, paired in their order.
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
