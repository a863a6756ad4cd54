/// Conditions that hold together; a filter of several criteria finds what meets one of them.
public struct Criteria: QueryProviding {
    /// The conditions in an encoded query; nil when one cannot be written there.
    public let query: String?

    /// Conditions that must all hold.
    public init(conditions: [any QueryProviding]) {
        query = EncodedText.joined(conditions, by: "^")
    }
}
