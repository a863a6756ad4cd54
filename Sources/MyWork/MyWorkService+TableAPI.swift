import ExchangeModel
import NowData

extension MyWorkService {
    /// The same tasks as `tasks()`, by the Table API. Types come in the order of their names, as a real answer of the
    /// Task Tracker API has them.
    ///
    /// Who the user is, is asked first: a query that has the instance work it out (`javascript:gs.getUserID()`) is passed
    /// over without a word where the user may run no scripts, and then everybody's tasks would come.
    public func assignedTasks() async throws(MyWorkError) -> [TaskGroup] {
        let me = try await Self.reading { () async throws(RequestFailure) in try await tables.currentUser() }
        guard !me.sysID.isEmpty else {
            throw MyWorkError(.unexpectedAnswer, "The instance does not say who is signed in.")
        }
        let read = TableRead(
            "task", query: "assigned_to=\(me.sysID)^active=true^ORDERBYsys_created_on",
            fields: ["number", "short_description", "sys_class_name", "sys_created_on", "assigned_to", "sys_id"])
        var groups: [String: [AssignedTask]] = [:]
        var batches = RecordPager(tables, read).makeAsyncIterator()
        while let batch = try await Self.next(of: &batches) {
            for row in batch.rows {
                guard row["assigned_to"]?.value == me.sysID, let sysID = row.sysID, !sysID.isEmpty else {
                    throw MyWorkError(.unexpectedAnswer, "The instance answered with tasks that were not asked for.")
                }
                let type = row["sys_class_name"].map { $0.display ?? $0.value } ?? ""
                groups[type, default: []].append(
                    AssignedTask(
                        number: row["number"]?.value ?? "",
                        shortDescription: row["short_description"].flatMap { $0.value.isEmpty ? nil : $0.value },
                        sysID: sysID, created: row["sys_created_on"].flatMap { Timestamp(glideText: $0.value) }))
            }
        }
        return groups.sorted { $0.key < $1.key }.map { TaskGroup(type: $0.key, tasks: $0.value) }
    }

    private static func next(of batches: inout RecordPager.Iterator) async throws(MyWorkError) -> RecordBatch? {
        do throws(RequestFailure) {
            return try await batches.next(isolation: #isolation)
        } catch {
            throw MyWorkError(error)
        }
    }

    /// Adds a work note to a task by the Table API, as `addComment(_:to:)` does by the Task Tracker API.
    ///
    /// - Returns: whether the record's answer shows the note. An instance passes over a column that may not be written.
    public func addWorkNote(_ text: String, to sysID: String) async throws(MyWorkError) -> Bool {
        try Self.check(text, sysID)
        let row = try await Self.reading { () async throws(RequestFailure) in
            try await tables.update(
                sysID, TableWrite([("work_notes", text)]), TableRead("task", fields: ["sys_id", "work_notes"]))
        }
        // Behind the head of the newest entry: a text may hold what looks like the head of another.
        return Self.lines(row["work_notes"]?.display ?? "").dropFirst().starts(with: Self.lines(text))
    }

    /// Texts are compared without the ends of their lines: an instance may write others.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }

    /// My open tasks, whichever way the instance tells them: for completion.
    package func anyTasks() async throws(MyWorkError) -> [TaskGroup] {
        do {
            return try await tasks()
        } catch {
            guard [.notInstalled, .noVersion].contains(error.kind) else { throw error }
            return try await assignedTasks()
        }
    }
}
