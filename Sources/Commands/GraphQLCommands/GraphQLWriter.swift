import Notation
import NowData
import Tables
import Workbench

/// Sends a document that changes records, and keeps its undo script in the session.
///
/// A document is one request whose changes succeed or fail independently. A script that undoes all of them is therefore
/// kept before sending, because a request without a response may have arrived. The response then shows which changes
/// were made, and updated and created records are read again.
struct GraphQLWriter {
    let records: ChangedRecords
    private let graphQL: GraphQLRun
    private let run: Run

    static func read(_ graphQL: GraphQLRun, _ run: isolated Run) async throws -> GraphQLWriter {
        let records = try await ChangedRecords.read(GraphQLChange.all(in: graphQL), run)
        return GraphQLWriter(records: records, graphQL: graphQL, run: run)
    }

    private var changes: [GraphQLChange] { records.changes }

    /// Rejects values that would leave their field empty, because labels are not translated in a document.
    func checkValues() throws(Problem) {
        var all: [Problem] = []
        for change in changes {
            guard let (action, table) = change.record, action != .delete else { continue }
            for field in change.fields {
                guard let column = records.columns(of: table).first(where: { $0.name == field.name }) else { continue }
                let reading = column.read(field.value)
                switch reading {
                case .value, .name: continue
                case .label, .noChoice, .noNumber, .noDate, .notBoolean: break
                }
                let sentence = ValueText.sentence(field.name, field.value, reading)
                let hints = ValueText.hints(column, field.value, reading, now: run.now, before: field.name + ": ")
                all.append(Problem(.usage, "\(change.name): \(sentence) Nothing was sent.", hints: hints))
            }
        }
        guard var first = all.first else { return }
        all[all.count - 1].hints.append("--no-validate sends it anyway.")
        first = all.removeFirst()
        first.further = all
        throw first
    }

    func send(_ run: isolated Run) async throws -> [GraphQLResponse] {
        // The effect of a scripted mutation is unknown.
        let isKept = changes.contains { $0.record != nil }
        if isKept {
            run.beginUndo(of: run.arguments.line)
            var undo = GraphQLUndo(records)
            for record in records.all { undo.add(record, done: record.changes, after: nil) }
            run.undo?.steps = undo.steps
        }
        let answers: [GraphQLResponse]
        do {
            answers = try await GraphQLSender.send(graphQL, run)
        } catch {
            if Self.didNothing(error) {
                run.undo = nil
                throw error
            }
            run.noteUndo(in: run.notes)
            throw IncompleteError(error, notes: [uncertainOutcome])
        }
        let outcomes = changes.map { Self.outcome(of: $0, in: answers, graphQL) }
        if outcomes.allSatisfy({ $0 == .failed }) {
            run.undo = nil
        } else if isKept {
            await keep(outcomes, answers, run)
        }
        note(outcomes)
        return answers
    }

    private enum Outcome {
        case done, failed
        case unclear
    }

    private static func outcome(
        of change: GraphQLChange, in answers: [GraphQLResponse], _ graphQL: GraphQLRun
    ) -> Outcome {
        guard answers.count == graphQL.entries.count else { return .failed }
        let answer = answers[change.entry]
        guard let node = node(of: change, in: answer) else { return answer.errorCount == 0 ? .unclear : .failed }
        return change.changedNothing(node) ? .failed : .done
    }

    private static func node(of change: GraphQLChange, in answer: GraphQLResponse) -> JSONNode? {
        var node = answer.data
        for name in change.path { node = node?[name] }
        return node?.kind == .null ? nil : node
    }

    /// Replaces the provisional undo script by one for the changes that were made.
    private func keep(_ outcomes: [Outcome], _ answers: [GraphQLResponse], _ run: isolated Run) async {
        var undo = GraphQLUndo(records)
        for record in records.all {
            var done = record.changes.filter { outcomes[$0] != .failed }
            guard let last = done.last else { continue }
            let isDeletion = changes[last].record?.action == .delete
            // Nothing can be read after a deletion, unless its outcome is unclear.
            let isUnclear = outcomes[last] == .unclear
            let after = isDeletion && !isUnclear ? nil : await reread(record.sysID, record.table, run)
            if isDeletion, after != nil { done.removeLast() }
            undo.add(record, done: done, after: after)
        }
        for (place, change) in changes.enumerated() where outcomes[place] != .failed {
            guard records.record(of: place) == nil else { continue }
            guard let (action, table) = change.record, action == .create else {
                undo.leave(place)
                continue
            }
            let reported = Self.node(of: change, in: answers[change.entry]).flatMap(change.sysID)
            guard let sysID = reported ?? change.sysID else {
                undo.leave(place)
                continue
            }
            let row = await reread(sysID, table, run)
            // The instance may have assigned another sys_id than the given one.
            if reported == nil, row == nil { undo.leave(place) } else { undo.made(place, sysID, in: table, after: row) }
        }
        run.undo?.steps = undo.steps
        run.noteUndo(in: run.notes)
        undo.note(in: run.notes)
    }

    /// A record after its change. Failing to read it is not a failure of the command.
    private func reread(_ sysID: String, _ table: String, _ run: isolated Run) async -> TableRow? {
        guard let tables = try? run.tables() else { return nil }
        return try? await ChangedRecord.row(sysID, of: table, tables)
    }

    private func note(_ outcomes: [Outcome]) {
        for (place, change) in changes.enumerated() where change.record == nil && outcomes[place] != .failed {
            run.notes.addLost("undo does not know what the mutation \(change.name) changes.")
        }
        let failed = outcomes.indices.filter { outcomes[$0] == .failed }
        guard !failed.isEmpty, changes.count > 1 else { return }
        let names = failed.prefix(Self.maxNamed).map { place in
            let label = records.label(of: place)
            guard let alias = changes[place].path.last, alias != changes[place].name else { return label }
            return "\(alias) (\(label))"
        }
        let more = failed.count - names.count
        let done = changes.count - failed.count
        run.notes.add(
            "\(done) of \(changes.count) changes \(done == 1 ? "was" : "were") made; not made: "
                + names.joined(separator: ", ") + (more > 0 ? " and \(more) more." : "."))
    }

    private static func didNothing(_ error: any Error) -> Bool {
        if ProblemMapper.tapeError(in: error) != nil { return true }
        guard case RequestFailure.errorResponse(let errorResponse) = error else { return !(error is RequestFailure) }
        return [.forbidden, .notFound, .invalid, .notSignedIn, .tooManyRequests].contains(errorResponse.kind)
    }

    private var uncertainOutcome: String {
        let new = changes.filter { $0.record?.action == .create }.count
        return (changes.count == 1 ? "The change" : "The \(changes.count) changes") + " may have been made."
            + (new > 0 ? " undo does not know \(new == 1 ? "a new record" : "new records")." : "")
    }

    private static let maxNamed = 5
}

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
    package mutating func add(_ record: ChangedRecord, done: [Int], after: TableRow?) {
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
            left.append("undo cannot revert \(records.label(of: place)): its old values could not be read.")
        case nil: break
        }
    }

    private mutating func compare(_ given: [String: String], _ table: String, _ before: TableRow?, _ after: TableRow) {
        let fields = given.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        differences.compare(TableWrite(fields), table, records.columns(of: table), before: before, after: after)
    }

    package func note(in notes: CommandNotes) {
        differences.note(in: notes)
        remarks.note(in: notes)
        for sentence in left { notes.addLost(sentence) }
        if made.contains(where: { $0.step.action == .create }) { notes.addLost(RecordWriter.unrestorableNote) }
    }

    private func action(_ place: Int) -> WritePlan.Action? { records.changes[place].record?.action }

    private static func removal(_ row: TableRow, _ table: String) -> UndoStep {
        var step = UndoStep(.delete, row, of: table, [])
        step.modCount = PlannedRecord.modCount(of: row)
        return step
    }
}
