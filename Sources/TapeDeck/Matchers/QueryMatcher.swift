import ExchangeModel
import Notation

/// The query's fields, in any order. An encoded query is compared by meaning, and its differences are told by term.
struct QueryMatcher: Matcher {
    static let name = "query"
    static let weight = 20

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        for field in parts.query {
            // A name with `=` in it would run into its value.
            let isPlain = field.name.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "%") }
            lines.add(Self.name, (isPlain ? field.name : PercentCoding.encode(field.name)) + "=" + field.normal)
        }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        FieldDifferences.mismatch(
            Self.name, asked: asked.query, recorded: recorded.query
        ) { asked, recorded in
            guard asked.name == "sysparm_query" else { return nil }
            return Self.terms(asked: asked.value, recorded: recorded.value)
        }
    }

    /// The terms of two encoded queries that have no equal on the other side, paired in their order.
    private static func terms(asked: String, recorded: String) -> [Mismatch.Difference] {
        let (asked, recorded) = FieldDifferences.unshared(
            EncodedQuery.parts(of: asked), EncodedQuery.parts(of: recorded))
        return (0..<max(asked.count, recorded.count)).map { place in
            .init(
                "sysparm_query", recorded: recorded.indices.contains(place) ? recorded[place] : nil,
                asked: asked.indices.contains(place) ? asked[place] : nil)
        }
    }
}
