/// An answer has become longer than any is sent. The transaction is cancelled: what an instance limits by time is limited
/// by length here, for an answer must not depend on how fast the sandbox runs.
struct GraphQLOverrun: Error {
    /// The most bytes of an answer, all operations of an array together.
    static let most = 128 << 20

    /// Ends an answer that has become too long.
    @inline(__always)
    static func check(_ out: borrowing JSONText) throws(GraphQLOverrun) {
        if out.count > most { throw GraphQLOverrun() }
    }
}
