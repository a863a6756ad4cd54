public import ExchangeModel

/// One entry of a task's journals.
public struct JournalEntry: Sendable, Hashable {
    /// What sort of entry it is.
    public let kind: JournalKind
    /// Who wrote it: the user name where the entry itself was read, what people call them where it is the record's
    /// display.
    public let author: String
    /// What was written.
    public let text: String
    /// When, as the instance shows it to whoever asks; in a display it is all there is, in that user's zone and format.
    public let shownTime: String
    /// When; nil where only a display is known.
    public let created: Timestamp?

    /// An entry of these.
    public init(kind: JournalKind, author: String, text: String, shownTime: String, created: Timestamp?) {
        self.kind = kind
        self.author = author
        self.text = text
        self.shownTime = shownTime
        self.created = created
    }
}
