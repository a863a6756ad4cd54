import Notation

/// Why a document cannot be fetched batch by batch.
struct Unpageable: Error {
    /// One sentence.
    let message: String
    /// Where in the document; empty when all of it is meant.
    let place: GraphQL.Place

    init(_ message: String, at place: GraphQL.Place = GraphQL.Place()) {
        self.message = message
        self.place = place
    }
}
