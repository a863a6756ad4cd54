/// A length of time as it is written: `500ms`, `2s`, `5m`.
package struct Timespan: Sendable, Hashable {
    /// Microseconds.
    package var microseconds: Int64

    /// So many microseconds.
    package init(microseconds: Int64) { self.microseconds = microseconds }
}
