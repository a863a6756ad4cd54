import Notation

/// A field of an answer: what the document says about one response name, all its places together.
struct GraphQLField {
    /// Its name in the schema.
    let name: String
    /// Its name in the answer.
    let responseName: String
    /// `"name":` as it stands in the answer.
    let key: [UInt8]
    /// What it is given, variables put in.
    let arguments: GraphQLArguments
    /// Where it stands, in the document's order; their selections are one.
    let nodes: [GraphQL.Field]

    /// Whether anything is asked for below it.
    var hasSelections: Bool { nodes.contains { $0.selections != nil } }
}
