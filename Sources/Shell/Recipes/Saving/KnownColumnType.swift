/// What matters of a column to whoever names a parameter by it.
package enum KnownColumnType: Sendable, Hashable {
    /// It refers to records of that table.
    case reference(String)
    /// It has choices.
    case choice
    /// It holds a date, or a date and a time.
    case date
    /// It holds entries that are only added to.
    case journal
    /// Anything else.
    case other
}

/// Columns by table and name, as far as a session has learnt them.
package typealias KnownColumnTypes = [String: [String: KnownColumnType]]
