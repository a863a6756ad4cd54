/// What sort of entry a journal holds.
public enum JournalKind: Sendable, Hashable {
    /// For those who work on the task.
    case workNote
    /// For whoever asked for it as well.
    case comment
    /// An entry of another journal, by its column or by what people call it.
    case other(String)

    /// The kind of the entries of a column.
    public init(column: String) {
        switch column {
        case "work_notes": self = .workNote
        case "comments": self = .comment
        default: self = .other(column)
        }
    }

    /// The kind that the instance's own display names, as far as it names it in English.
    init(label: String) {
        let name = label.lowercased()
        switch name {
        case "work notes": self = .workNote
        case _ where name.hasPrefix("additional comments") || name == "comments": self = .comment
        default: self = .other(label)
        }
    }

    /// The column that holds such entries; for other journals what they go by.
    public var column: String {
        switch self {
        case .workNote: "work_notes"
        case .comment: "comments"
        case .other(let name): name
        }
    }
}
