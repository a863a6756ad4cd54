import ExchangeModel
package import NowData

extension MyWorkService {
    /// The newest entries of a task's journals: comments and work notes.
    ///
    /// They are records of `sys_journal_field`, which most users may not read: then there are none, or fewer, or it is
    /// refused, and what the task's own record displays of them is taken apart.
    ///
    /// - Parameter limit: how many at most; nil for as many as the instance sends at once (10 000).
    public func comments(of sysID: String, limit: Int? = nil) async throws(MyWorkError) -> TaskJournal {
        try await journal(of: sysID, limit: limit, displayedBy: nil)
    }

    /// The columns of `task` that a journal is displayed by, for whoever reads the record anyway.
    package static var journalColumns: [String] { JournalText.columns }

    /// The same for a task whose record has been read, journal columns included, with what they display.
    package func journal(
        of sysID: String, limit: Int?, displayedBy row: TableRow?
    ) async throws(MyWorkError) -> TaskJournal {
        let listed = try await listed(sysID, limit)
        let withheld = listed?.withheld ?? 0
        if let listed, !listed.entries.isEmpty, withheld == 0 { return listed }
        let record: TableRow
        do throws(MyWorkError) {
            record = if let row { row } else { try await displaying(sysID) }
        } catch {
            // Some entries are better than none.
            if let listed, !listed.entries.isEmpty { return listed }
            throw error
        }
        let displayed = JournalText.entries(displayedBy: record)
        let shown = Array(displayed.prefix(limit ?? .max))
        if let listed, shown.count <= listed.entries.count { return listed }
        return TaskJournal(entries: shown, source: .record, total: displayed.count)
    }

    private func displaying(_ sysID: String) async throws(MyWorkError) -> TableRow {
        try await Self.reading { () async throws(RequestFailure) in
            try await tables.get(sysID, TableRead("task", fields: ["sys_id"] + JournalText.columns))
        }
    }

    /// The entries themselves; nil where the table is closed.
    private func listed(_ sysID: String, _ limit: Int?) async throws(MyWorkError) -> TaskJournal? {
        guard !sysID.isEmpty, !sysID.utf8.contains(UInt8(ascii: "^")) else {
            throw MyWorkError(.unusable, "A task needs a sys_id.")
        }
        let read = TableRead(
            "sys_journal_field", query: "element_id=\(sysID)^ORDERBYDESCsys_created_on",
            fields: ["sys_created_on", "sys_created_by", "element", "value", "element_id"], limit: limit)
        let answer: TableAnswer
        do {
            answer = try await tables.list(read)
        } catch {
            if case .refused(let refusal) = error, refusal.kind == .forbidden { return nil }
            throw MyWorkError(error)
        }
        // An instance that passes over the condition answers with the journals of other records.
        guard answer.rows.allSatisfy({ $0["element_id"].map { $0.value == sysID } ?? true }) else {
            throw MyWorkError(.unexpectedAnswer, "The instance answered with the journals of other records.")
        }
        let entries = answer.rows.map { row in
            let created = row["sys_created_on"]
            return JournalEntry(
                kind: JournalKind(column: row["element"]?.value ?? ""), author: row["sys_created_by"]?.value ?? "",
                text: row["value"]?.value ?? "", shownTime: created.map { $0.display ?? $0.value } ?? "",
                created: created.flatMap { Timestamp(glideText: $0.value) })
        }
        return TaskJournal(
            entries: Array(entries.prefix(limit ?? .max)), source: .table, total: answer.total,
            withheld: answer.withheld ?? 0)
    }

    static func reading<Value>(
        _ question: () async throws(RequestFailure) -> Value
    ) async throws(MyWorkError) -> Value {
        do {
            return try await question()
        } catch {
            throw unreadable(error)
        }
    }
}
