import CassetteStore
import Notation
import NowData
import NowSDK
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let undoneTape = Argument<String>(
        "tape", .cassette, .optional, "A tape, or a command %6:12; default: the last change")
    static let run = Flag<Bool>("run", "Run the script")
}

extension Command {
    static let undo = Command(
        "undo", arguments: [.undoneTape], flags: [.run],
        traits: Traits(undoes: { $0[.run] }, inRecipes: .never("takes back a change"))
    ) { run in
        let named = run.arguments[.undoneTape]
        // An input, because earlier tapes are not on this one.
        let text = try await run.input(.setting, "undo") { [run] in
            let steps = try await run.steps(of: named)
            guard var script = steps.last else { return "" }
            script.before = steps.count - 1
            return script.json.compact
        }
        guard let script = UndoScript(reading: text) else {
            throw Problem(
                .refused,
                "There is nothing to undo: "
                    + (named.map { "\($0) has no change that is not undone." }
                        ?? "no change of this session or an earlier tape is left."))
        }
        for sentence in script.lost { run.notes.add(sentence) }
        guard run.arguments[.run] else {
            if script.before > 0 {
                run.notes.add("\(Phrase.counted(script.before, "earlier step")) can be undone after it.")
            }
            return CommandResult(.text(script.text))
        }
        guard script.instance == run.instance.origin.origin else {
            throw Problem(
                .guardRefused, "The last change was to \(script.instance), and this is \(run.instance).",
                hints: ["connect \(Quoting.word(script.instance))", "undo shows the lines."])
        }
        if script.steps.isEmpty {
            run.notes.add(
                "Nothing was changed: \(SingleLine.of(script.line)) cannot be undone. The next undo is the step before."
            )
        } else {
            do { try await revert(script, run) } catch let broken as IncompleteError where broken.cause is Problem {
                // Every record was tried; the hints have the lines that are left.
                await run.pass(script)
                throw broken
            }
        }
        await run.pass(script)
        return CommandResult(.none)
    }
}

/// Steps of undo, of this session and on tapes.
extension Run {
    /// The input of an `undo --run` with the origin of the step that it took back, and what it left of records.
    private static var undoneInput: String { "undone" }
    /// How many tapes are searched for changes, the newest first.
    private static var maxTapesSearched: Int { 20 }

    /// Marks a step as undone. The tape tells later sessions.
    fileprivate func pass(_ script: UndoScript) async {
        let counts = script.steps.compactMap { step -> String? in
            let now = undo?.steps.last { $0.sysID == step.sysID }?.modCount
            guard let before = step.modCount.flatMap({ Int($0) }), let now else { return nil }
            return "\(step.sysID) \(before - 1) \(now)"
        }
        if let origin = script.origin {
            _ = try? await input(.setting, Self.undoneInput) { ([origin] + counts).joined(separator: "\n") }
        }
        // Tapes of earlier versions have no origin.
        if let place = undos.lastIndex(where: { $0.origin == script.origin && $0.line == script.line }) {
            undos.remove(at: place)
        }
        undos = undos.map { $0.adapted(to: counts) }
    }

    /// What can be undone, the oldest first: of a named tape or command, else of this session, or of the newest tape
    /// with a change that is not undone.
    fileprivate func steps(of named: String?) async throws -> [UndoScript] {
        if named == nil, !undos.isEmpty { return undos }
        var paths = [slot.path].compactMap(\.self)
        paths += tapes.list().map(\.path).filter { $0 != slot.path }.prefix(Self.maxTapesSearched)
        let undone = paths.flatMap(undoneSteps)
        // A sandbox in memory has no changes of earlier sessions, and its records have the numbers of other sandboxes.
        if options.forgetsSandbox, isSandbox, named == nil { return [] }
        let reference = named.map(TapeReference.init)
        if let reference {
            paths = [try reference.tape.map { try tapes.located($0, besides: slot.path) } ?? slot.path ?? ""]
        }
        for path in paths {
            if reference != nil { try tapes.play(path).close() }
            guard let cassette = try? tapes.play(path) else { continue }
            defer { try? cassette.close() }
            let left = try await changes(on: cassette).filter { script in
                script.origin.map { !undone.contains($0) } ?? true
                    && (reference?.command.map { $0 == script.command } ?? true)
            }
            if !left.isEmpty { return left.map { $0.adapted(to: undone) } }
        }
        return []
    }

    private func undoneSteps(on path: String) -> [String] {
        guard let cassette = try? tapes.play(path) else { return [] }
        defer { try? cassette.close() }
        let inputs = (try? cassette.inputs(named: Self.undoneInput)) ?? []
        return inputs.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
    }

    /// The changes on a tape, from a replay, which has the values of before.
    private func changes(on cassette: Cassette) async throws -> [UndoScript] {
        guard try cassette.hasChanges() else { return [] }
        var found: [Int64: [UndoScript]] = [:]
        try await ShellSession.replay(
            cassette, from: cassette.path, sandbox: options.sandbox, version: options.version
        ) { session, shell, command in
            guard command.exitStatus != nil else { return }
            _ = await shell.run(command.line)
            found[session.id] = await shell.undos
        }
        return found.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.withoutPlaceholders) }
    }
}

/// Runs the changes. They are a new write, which `undo` can revert.
private func revert(_ script: UndoScript, _ run: isolated Run) async throws {
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
    _ step: UndoStep, _ record: PlannedRecord, _ writers: inout [String: RecordWriter], _ run: isolated Run
) async throws {
    guard var writer = writers[step.table] else { return }
    let fields = step.fields.map { (name: $0.name, value: $0.value) }
    switch step.action {
    case .create: _ = try await writer.create(TableWrite([("sys_id", step.sysID)] + fields), run)
    case .update:
        let current = try await writer.current(record, restoring: step.fields, by: run.signIn.user)
        _ = try await writer.update(current, TableWrite(fields), run)
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
