/// A GraphQL document.
public struct GraphQLQuery: Sendable, Hashable {
    /// The document's text.
    public let query: String

    /// Takes a document; the instance judges it.
    public init(query: String) { self.query = query }
}
