import NowData

/// The undo script of a document: one change per record, however many changes it had.
struct GraphQLUndo {
    private let records: ChangedRecords
    private var made: [(place: Int, step: UndoStep)] = []
    private var remarks = UndoNotes()
    private var differences = StoredDifferences()
    /// Sentences on changes that cannot be undone and changes that were not made.
    private var left: [String] = []

    init(_ records: ChangedRecords) { self.records = records }

    var steps: [UndoStep] { made.sorted { $0.place < $1.place }.map(\.step) }

    /// Undoes the changes of a named record.
    ///
    /// - Parameters:
    ///   - done: indexes of the changes that were made.
    ///   - after: the record after the changes; nil if not yet known, or if it was deleted.
    mutating func add(_ record: ChangedRecord, done: [Int], after: TableRow?) {
        guard let first = done.first, let last = done.last else { return }
        let isGone = action(last) == .delete
        guard let before = record.before else {
            // The document created it, or it existed with unknown values.
            let made = done.first { action($0) == .create }
            if made == nil { return leave(last) }
            if !isGone, let after { self.made.append((first, Self.removal(after, record.table))) }
            return
        }
        if isGone {
            let table = record.ownTable
            var restored = RestoredFields(records.columns(of: table))
            restored.create(record.lost ?? before)
            made.append((first, UndoStep(.create, record.lost ?? before, of: table, restored.fields)))
            return
        }
        var names: [String] = []
        for name in done.flatMap({ records.changes[$0].values.map(\.name) }) where !names.contains(name) {
            names.append(name)
        }
        var restored = RestoredFields(records.columns(of: record.table))
        restored.update(before, after, set: names)
        remarks.add(restored)
        if let after {
            // The last value of a field wins.
            let given = Dictionary(done.flatMap { records.changes[$0].fields }.map { ($0.name, $0.value) }) { $1 }
            compare(given, record.table, before, after)
        }
        guard !restored.fields.isEmpty else { return }
        var step = UndoStep(.update, before, of: record.table, restored.fields, renamed: names)
        step.modCount = after.flatMap(PlannedRecord.modCount)
        made.append((first, step))
    }

    /// Undoes an insertion.
    ///
    /// - Parameter after: the new record; nil if it cannot be read.
    mutating func made(_ place: Int, _ sysID: String, in table: String, after: TableRow?) {
        let step = after.map { Self.removal($0, table) }
        if let after {
            let given = records.changes[place].fields.map { ($0.name, $0.value) }
            compare(Dictionary(given) { $1 }, table, nil, after)
        }
        made.append(
            (
                place,
                step ?? UndoStep(action: .delete, table: table, sysID: sysID, title: sysID, name: sysID, fields: [])
            ))
    }

    mutating func leave(_ place: Int) {
        let change = records.changes[place]
        switch change.record?.action {
        case .create:
            let name = change.path.last ?? change.name
            left.append(
                "undo does not know the new record of \(change.record?.table ?? ""): "
                    + (change.identity.isEmpty
                        ? "\(name) selects neither sys_id { value } nor _row_data { uniqueValue }."
                        : "the answer does not tell the sys_id of \(name)."))
        case .update, .delete:
            left.append(
                "undo cannot revert \(records.label(of: place)): its old values could not be read.")
        case nil: break
        }
    }

    private mutating func compare(_ given: [String: String], _ table: String, _ before: TableRow?, _ after: TableRow) {
        let fields = given.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        differences.compare(TableWrite(fields), table, records.columns(of: table), before: before, after: after)
    }

    /// Warns about fields whose stored value differs, and notes what undo cannot restore or additionally does.
    func note(in notes: CommandNotes) {
        differences.note(in: notes)
        remarks.note(in: notes)
        for sentence in left { notes.addUndo(sentence) }
        if made.contains(where: { $0.step.action == .create }) { notes.addUndo(RecordWriter.unrestorableNote) }
    }

    private func action(_ place: Int) -> WritePlan.Action? { records.changes[place].record?.action }

    private static func removal(_ row: TableRow, _ table: String) -> UndoStep {
        var step = UndoStep(.delete, row, of: table, [])
        step.modCount = PlannedRecord.modCount(of: row)
        return step
    }
}
