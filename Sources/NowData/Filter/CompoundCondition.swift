/// Conditions of which one must hold (`^OR`).
public struct CompoundCondition: QueryProviding, Hashable {
    /// The alternatives in an encoded query; nil when one cannot be written there.
    public let query: String?

    /// One of the conditions holds.
    public static func or(_ conditions: [Condition]) -> CompoundCondition {
        CompoundCondition(query: EncodedText.joined(conditions, by: "^OR"))
    }

    /// One of the conditions holds.
    public static func or(_ conditions: Condition...) -> CompoundCondition { or(conditions) }
}
