import CassetteStore
import Notation
package import NowData
import NowSDK
import Redactors
import TapeDeck
package import Workbench

/// The fields of a record that undo writes, and those it cannot restore.
package struct RestoredFields {
    package private(set) var fields: [UndoStep.Field] = []
    /// Columns that the instance changed itself and that undo also restores.
    private(set) var effects: [String] = []
    /// Changed columns that cannot be restored, with reasons.
    private(set) var lost: [LostChange] = []
    private let columns: [String: ColumnDescription]

    package init(_ columns: [ColumnDescription]) {
        self.columns = Dictionary(columns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Undoes an update.
    ///
    /// - Parameters:
    ///   - after: the record in the response; nil if unknown, which restores everything that was set.
    package mutating func update(_ before: TableRow, _ after: TableRow?, set names: [String]) {
        for name in names where !Self.isBookkeeping(name) {
            if Self.isJournal(name, columns[name]) {
                lost.append(LostChange(column: name, reason: .journal))
            } else if isSecret(name) {
                lost.append(LostChange(column: name, reason: .secret))
            } else if let old = before[name] {
                let now = after?[name]?.value
                if now != old.value { fields.append(.init(name: name, value: old.value, now: now)) }
            } else {
                lost.append(LostChange(column: name, reason: .unreadable))
            }
        }
        guard let after else { return }
        for name in before.columns where !names.contains(name) && isRestorable(name) {
            guard let old = before[name]?.value, let new = after[name]?.value, old != new else { continue }
            fields.append(.init(name: name, value: old, now: new))
            effects.append(name)
        }
    }

    /// Recreates a deleted record: all its values, and an empty value where a new record would get a default.
    package mutating func create(_ before: TableRow) {
        for name in before.columns where isRestorable(name) {
            guard let value = before[name]?.value else { continue }
            if !value.isEmpty || columns[name]?.defaultValue != nil { fields.append(.init(name: name, value: value)) }
        }
    }

    private func isRestorable(_ name: String) -> Bool {
        UndoStep.isName(name) && !name.hasPrefix("sys_") && !Self.isJournal(name, columns[name]) && !isSecret(name)
            && !(columns[name]?.isReadOnly ?? false)
    }

    /// Journal entries are separate records: a write adds one, and none can be removed.
    static func isJournal(_ name: String, _ column: ColumnDescription?) -> Bool {
        if let type = column?.type { return type.hasPrefix("journal") }
        return ["comments", "work_notes", "comments_and_work_notes", "approval_history"].contains(name)
    }

    private func isSecret(_ name: String) -> Bool {
        Redaction.isSecret(name) || columns[name]?.type.hasPrefix("password") ?? false
    }

    private static func isBookkeeping(_ name: String) -> Bool {
        ["sys_id", "sys_mod_count", "sys_updated_on", "sys_updated_by", "sys_created_on", "sys_created_by"].contains(
            name)
    }
}

/// A change that `undo` cannot revert.
package struct LostChange: CustomStringConvertible {
    package enum Reason { case journal, secret, unreadable }

    let column: String
    let reason: Reason

    package init(column: String, reason: Reason) {
        self.column = column
        self.reason = reason
    }

    package var description: String {
        switch reason {
        case .journal: "`undo` cannot remove the entry in \(column): journal entries are permanent."
        case .secret: "`undo` cannot restore \(column): its old value is secret and was not kept."
        case .unreadable: "`undo` cannot restore \(column): its old value could not be read."
        }
    }
}

/// Notes on an undo script: side effects that it reverts, and what it cannot revert.
package struct UndoNotes {
    /// Columns that the instance changed itself.
    private var effects: [String] = []
    /// Columns that cannot be reverted, with reasons.
    private var lost: [LostChange] = []

    package init() {}

    package mutating func add(_ restored: RestoredFields) {
        effects += restored.effects.filter { !effects.contains($0) }
        lost += restored.lost.filter { one in !lost.contains { $0.column == one.column } }
    }

    package func note(in notes: CommandNotes) {
        if !effects.isEmpty {
            notes.add(
                "The instance changed \(Phrase.listed(effects, joinedBy: "and")) as well; undo writes that back too.")
        }
        for one in lost { notes.addLost(one.description) }
    }
}

extension Run {
    /// Begins the undo script of a command that is about to write.
    package func beginUndo(of line: String) { undo = UndoScript(instance: instance.description, line: redacted(line)) }

    /// Notes how to undo the write: the line itself if it is short.
    package func noteUndo(in notes: CommandNotes) {
        if arguments.command.traits.undoes != nil { return noteRedo(in: notes) }
        guard let undo, !undo.steps.isEmpty else { return }
        let lines = undo.lines
        if lines.count <= Self.maxLinesNoted, lines.map(\.utf8.count).reduce(0, +) <= Self.maxBytesNoted {
            for line in lines { notes.addUndo("undo: \(line)") }
            return
        }
        let them = lines.count == 1 ? "it" : "them"
        notes.addUndo(
            "undo: \(lines.count == 1 ? "a long line" : "\(lines.count) lines"), kept in this session; "
                + "undo shows \(them), undo --run runs \(them).")
        guard options.isSingleCommand, !slot.isPlaying else { return }
        // The session ends, so the script is printed.
        write(undo.text)
    }

    /// How to make a change again that was undone, if that is short: undo itself only goes back.
    private func noteRedo(in notes: CommandNotes) {
        let lines = undo?.lines ?? []
        guard lines.count <= Self.maxLinesNoted, lines.map(\.utf8.count).reduce(0, +) <= Self.maxBytesNoted else {
            return
        }
        for line in lines { notes.addUndo("again: \(line)") }
    }

    private static let maxLinesNoted = 5
    private static let maxBytesNoted = 400
}

extension UndoStep {
    /// Undoes a write of a record that was read.
    ///
    /// - Parameter columns: the columns that the write sets; a number that is being changed cannot identify the record.
    package init(_ action: Action, _ row: TableRow, of table: String, _ fields: [Field], renamed columns: [String] = [])
    {
        let sysID = row.sysID ?? ""
        let found = PlannedRecord.name(of: row)
        let leads = found.map { $0.column == "number" && !columns.contains("number") } ?? false
        self.init(
            action: action, table: table, sysID: sysID, title: found?.text ?? sysID,
            name: leads ? found?.text ?? sysID : sysID, fields: fields)
    }
}
