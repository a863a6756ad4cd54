/// The newest entries of a task's journals.
public struct TaskJournal: Sendable, Hashable {
    /// Newest first.
    public let entries: [JournalEntry]
    /// Where they were read.
    public let source: JournalSource
    /// How many entries there are in all; nil when the instance did not say.
    public let total: Int?
    /// How many of those that were asked for may not be read.
    public let withheld: Int

    /// A journal of these.
    public init(entries: [JournalEntry], source: JournalSource, total: Int?, withheld: Int = 0) {
        self.entries = entries
        self.source = source
        self.total = total
        self.withheld = withheld
    }
}
