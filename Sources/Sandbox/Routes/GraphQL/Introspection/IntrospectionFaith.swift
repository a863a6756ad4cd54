import Notation

/// Refuses documents that would make an introspection grow without end: types lead to fields and these to types again.
///
/// The rule is graphql-java's: the fields that lead in circles may stand at one place each, and an operation that
/// introspects has at most so many fields, so deep. The queries of the usual tools keep within it.
struct IntrospectionFaith {
    private static let mostFields = 500
    private static let deepest = 20
    private static let once: Set<String> = [
        "Query.__schema", "Query.__type", "__Type.fields", "__Type.inputFields", "__Type.interfaces",
        "__Type.possibleTypes",
    ]

    private let execution: GraphQLExecution
    private var seen: Set<String> = []
    private var fields = 0

    /// Looks at everything that the operation asks for.
    static func check(_ execution: GraphQLExecution) throws {
        var faith = IntrospectionFaith(execution)
        let outermost = try execution.fields(of: execution.operation.selections)
        try faith.look(at: outermost, on: GraphQLRoots.typeName(execution.operation.kind), depth: 1)
    }

    private init(_ execution: GraphQLExecution) { self.execution = execution }

    private mutating func look(at found: [GraphQLField], on type: String, depth: Int) throws {
        let known = execution.schema.type(type).value
        for field in found {
            fields += 1
            if fields > IntrospectionFaith.mostFields {
                throw GraphQLRefusal.tooBig(
                    "Maximum field count exceeded. \(fields) > \(IntrospectionFaith.mostFields)")
            }
            if depth > IntrospectionFaith.deepest {
                throw GraphQLRefusal.tooBig("Maximum query depth exceeded. \(depth) > \(IntrospectionFaith.deepest)")
            }
            let coordinate = (type == execution.schema.queryType ? "Query" : type) + "." + field.name
            if IntrospectionFaith.once.contains(coordinate), !seen.insert(coordinate).inserted {
                throw GraphQLRefusal.tooOften(coordinate)
            }
            guard field.hasSelections, let definition = known.map({ execution.schema.field(field.name, of: $0) })?.value
            else { continue }
            let below = definition.type.innermost.text
            try look(at: try execution.fields(below: field, on: below), on: below, depth: depth + 1)
        }
    }
}

extension GraphQLRefusal {
    static let introspectionDisabled = GraphQLRefusal(
        .introspectionDisabled, "Introspection has been disabled for this request")

    static func tooOften(_ coordinate: String) -> GraphQLRefusal { badFaith("\(coordinate) is present too often!") }

    static func tooBig(_ reason: String) -> GraphQLRefusal { badFaith("the query is too big: " + reason) }

    private static func badFaith(_ reason: String) -> GraphQLRefusal {
        GraphQLRefusal(.badFaith, "This request is not asking for introspection in good faith - " + reason)
    }
}
