import Notation
import NowData
import NowSDK
import Rendering
import Workbench

extension Parameter {
    static let run = Flag<Bool>("run", "Run the script")
}

extension Command {
    static let undo = Command(
        "undo", "Show or run the commands that revert the last write",
        details: """
            Every table write keeps a script of commands that reverts it; so does a GraphQL mutation of records.
            rest, attach, page form and scripted mutations do not. The script restores changed columns, deletes
            created records, and creates deleted ones with their sys_id.

            Journal entries remain; attachments, sys_ columns and secret values are not restored. --run needs the
            same confirmation as the write, skips records that changed since, and can itself be undone.
            """,
        flags: [.run],
        traits: Traits(undoes: { $0[.run] }, inRecipes: .never("takes back a change")),
        examples: [
            Example("undo", "the script"),
            Example("undo > back.snowdeck", "the script in a file, for snowdeck run"),
            Example("undo --run", "revert the last write"),
        ]
    ) { run in
        guard let script = try await run.lastUndo() else {
            throw Problem(
                .refused, "There is nothing to undo: no command of this session has written records.",
                notes: ["rest, attach, page form and scripted GraphQL mutations keep no script."])
        }
        guard !script.steps.isEmpty else {
            throw Problem(
                .refused, "There is nothing to undo: the last write changed nothing that can be reverted.",
                notes: [SingleLine.of(script.line)])
        }
        guard run.arguments[.run] else { return CommandResult(.text(script.text)) }
        guard script.instance == run.instance.origin.origin else {
            throw Problem(
                .guardRefused, "The last write was to \(script.instance), and this is \(run.instance).",
                hints: ["connect \(Quoting.word(script.instance))", "undo shows the lines."])
        }
        try await revert(script, run)
        return CommandResult(.none)
    }
}

/// Runs the changes. They are a new write, which `undo` can revert.
private func revert(
    _ script: UndoScript, _ run: isolated Run
) async throws {
    let steps = Array(script.steps.reversed())
    try await run.authorize(undoPlan(steps))
    run.beginUndo(of: run.arguments.line)
    var writers: [String: RecordWriter] = [:]
    for step in steps where writers[step.table] == nil {
        writers[step.table] = try await RecordWriter(step.table, run)
    }
    // Records of two tables may share a sys_id; results are in the order of the steps.
    var place = -1, undone: Set<Int> = []
    var many = BulkWriter(
        steps.map(PlannedRecord.init), of: steps[0].table, onlyDelete(steps) ? "deleted" : "put back",
        keepsGoing: true, run)
    do {
        try await many.write(run) { record in
            place += 1
            try await apply(steps[place], record, &writers, run)
            undone.insert(place)
        }
    } catch let broken as IncompleteError {
        run.noteUndo(in: run.notes)
        let left = steps.indices.filter { !undone.contains($0) }.prefix(maxLinesLeft)
            .map { steps[$0].line(byName: false) }
        throw broken.addingHints(left)
    }
    let all = writers.values.sorted { $0.table < $1.table }
    for writer in all { writer.warn(in: run.notes) }
    run.noteUndo(in: run.notes)
    for writer in all { writer.note(in: run.notes) }
}

private func apply(
    _ step: UndoStep, _ record: PlannedRecord, _ writers: inout [String: RecordWriter],
    _ run: isolated Run
) async throws {
    guard var writer = writers[step.table] else { return }
    let fields = step.fields.map { (name: $0.name, value: $0.value) }
    switch step.action {
    case .create: _ = try await writer.create(TableWrite([("sys_id", step.sysID)] + fields), run)
    case .update:
        _ = try await writer.update(try await writer.current(record), TableWrite(fields), run)
    case .delete: try await writer.delete(try await writer.current(record), run)
    }
    writers[step.table] = writer
}

/// Whether the steps only delete what was created, so that nothing is put back.
private func onlyDelete(_ steps: [UndoStep]) -> Bool { steps.allSatisfy { $0.action == .delete } }

private func undoPlan(_ steps: [UndoStep]) -> WritePlan {
    let action: WritePlan.Action =
        switch steps[0].action {
        case .create: .create
        case .update: .update
        case .delete: .delete
        }
    var plan = WritePlan(action, table: steps[0].table, count: steps.count, names: steps.map(\.title))
    if !onlyDelete(steps) { plan.verb = "put back" }
    plan.lines = steps.prefix(5).map { step in
        let fields = step.fields.map { "\($0.name)=\(SingleLine.of($0.value, limit: 40))" }.joined(separator: " ")
        return ([step.action.rawValue, SingleLine.of(step.title)] + [SingleLine.of(fields, limit: 160)]).joined(
            separator: " ")
    }
    return plan
}

private let maxLinesLeft = 20

extension PlannedRecord {
    init(_ step: UndoStep) {
        sysID = step.sysID
        name = step.title == step.sysID ? nil : ("number", step.title)
        about = ""
        modCount = step.modCount
        cells = [:]
    }
}
