/// One choice of a column: what is stored and what people read.
struct Choice: Sendable, Hashable {
    /// The stored value.
    let value: String
    /// The display value.
    let label: String

    init(_ value: String, _ label: String) {
        self.value = value
        self.label = label
    }
}
