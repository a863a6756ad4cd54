/// Names of records of a table, which may have more of them than anybody wants to hold.
package struct RecordNames: Sendable, Hashable {
    /// What is known, in the order in which it is to be shown.
    package let names: [Named]
    /// Whether these are all that were asked for.
    package let isWhole: Bool

    /// All that there are unless told.
    package init(_ names: [Named], isWhole: Bool = true) {
        self.names = names
        self.isWhole = isWhole
    }
}
