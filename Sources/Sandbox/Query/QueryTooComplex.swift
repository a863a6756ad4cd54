/// A query that would ask too much of one statement.
struct QueryTooComplex: Error, Sendable, Hashable {
    /// What there are too many of: `joins`, `conditions`.
    let limit: String
    let most: Int
}
