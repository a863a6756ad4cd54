/// The six sorts of JSON value.
public enum JSONKind: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number, whatever its size or precision.
    case number
    /// Text in quotes.
    case string
    /// Elements in an order.
    case array
    /// Named members in an order.
    case object
}
