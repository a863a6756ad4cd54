/// Where a task's journal was read.
public enum JournalSource: String, Sendable, Hashable, CaseIterable {
    /// The entries themselves, as records. Most users may not read them.
    case table = "sys_journal_field"
    /// What the task's own record displays of them. An entry whose text holds what looks like the head of an older one
    /// after an empty line cannot be told from two.
    case record = "task"
}
