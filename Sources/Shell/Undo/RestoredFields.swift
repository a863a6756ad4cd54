import NowData
import TapeDeck

/// What of a record an undo writes, and what it has to leave.
struct RestoredFields {
    /// The columns and their stored values from before.
    private(set) var fields: [UndoStep.Field] = []
    /// Columns that the instance changed by itself, and that are written back as well.
    private(set) var followers: [String] = []
    /// Columns that were set and cannot be written back, each with the reason.
    private(set) var lost: [(column: String, reason: String)] = []
    private let columns: [String: ColumnDescription]

    init(_ columns: [ColumnDescription]) {
        self.columns = Dictionary(columns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What takes back an update.
    ///
    /// - Parameters:
    ///   - after: the record as the instance answered; nil while nothing is known, and then everything that was set is
    ///     written back.
    mutating func update(_ before: TableRow, _ after: TableRow?, set names: [String]) {
        for name in names where !Self.isBookkeeping(name) {
            if Self.isJournal(name, columns[name]) {
                lost.append((name, "what was added to a journal stays"))
            } else if isSecret(name) {
                lost.append((name, "its old value is a secret and was not kept"))
            } else if let old = before[name] {
                if after?[name]?.value != old.value { fields.append(.init(name: name, value: old.value)) }
            } else {
                lost.append((name, "its old value may not be read"))
            }
        }
        guard let after else { return }
        for name in before.columns where !names.contains(name) && isRestorable(name) {
            guard let old = before[name]?.value, let new = after[name]?.value, old != new else { continue }
            fields.append(.init(name: name, value: old))
            followers.append(name)
        }
    }

    /// What makes a deleted record again: everything it held, and nothing where a new record would get a default.
    mutating func create(_ before: TableRow) {
        for name in before.columns where isRestorable(name) {
            guard let value = before[name]?.value else { continue }
            if !value.isEmpty || columns[name]?.defaultValue != nil { fields.append(.init(name: name, value: value)) }
        }
    }

    private func isRestorable(_ name: String) -> Bool {
        !name.hasPrefix("sys_") && !Self.isJournal(name, columns[name]) && !isSecret(name)
            && !(columns[name]?.isReadOnly ?? false)
    }

    /// A journal's entries are records of their own: writing adds one, and nothing takes it away.
    static func isJournal(_ name: String, _ column: ColumnDescription?) -> Bool {
        if let type = column?.type { return type.hasPrefix("journal") }
        return ["comments", "work_notes", "comments_and_work_notes", "approval_history"].contains(name)
    }

    private func isSecret(_ name: String) -> Bool {
        Redaction.isSecret(name) || columns[name]?.type.hasPrefix("password") ?? false
    }

    /// What the instance counts and dates for itself.
    private static func isBookkeeping(_ name: String) -> Bool {
        ["sys_id", "sys_mod_count", "sys_updated_on", "sys_updated_by", "sys_created_on", "sys_created_by"].contains(
            name)
    }
}
