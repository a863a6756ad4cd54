import CassetteStore
import Notation
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let lines = Argument<String>(
        "lines", .word("FIRST..LAST"), .optional, "The numbers of the first and the last line")
    fileprivate static let draftPlan = Flag<Bool>(
        "plan", "Show what becomes of each line, and the recipe, without writing it")
    fileprivate static let replace = Flag<Bool>("replace", "Overwrite an existing recipe")

    static let recipeToSave = Argument<String>("name", .word("NAME"), "The name or file of the new recipe")
}

extension Command {
    static let recipeSave = Command(
        "recipe save",
        arguments: [.recipeToSave, .lines],
        flags: [.draftPlan, .replace],
        traits: Traits(isRecorded: false, inRecipes: .never("is about recipes"))
    ) { run in
        let arguments = run.arguments
        let path = try path(of: arguments, run)
        let cassette = try run.availableCassette()
        let range = try range(arguments, cassette)
        let reading = SessionReader(
            cassette: cassette, path: cassette.path, sandbox: run.options.sandbox, version: run.options.version)
        let draft = RecipeDraft(Recipe.name(ofFile: path), try await reading.steps(range))
        if arguments[.draftPlan] { return plan(draft, path) }
        guard draft.kept > 0 else {
            throw Problem(
                .refused,
                draft.lines.isEmpty ? "There is no line yet." : "None of the lines can be a step of a recipe.",
                hints: ["\(line(arguments, "--plan")) shows the reason for each line."])
        }
        run.files.makeFolders(above: path)
        if arguments[.replace] { try run.refuseLinks(path) }
        do throws(Problem) {
            try run.files.make(path, Array(draft.text.utf8), replacing: arguments[.replace])
        } catch {
            guard error.cause == .fileExists else { throw error }
            throw arguments.problem(
                .usage, "There is a recipe at \(path) already.", at: .recipeToSave,
                hints: [line(arguments, "--replace")])
        }
        addNotes(draft, path, arguments, run.notes)
        copyFiles(draft, path, run, run.notes)
        let own = Quoting.word(path.hasPrefix("recipes/") ? Recipe.name(ofFile: path) : path)
        run.notes.add("Try it: recipe run \(own)")
        run.notes.add("Record it for recipe test \(own): recipe run \(own) --record")
        return CommandResult(.none)
    }
}

/// Copies the files that the session read, because a recipe reads only files of its own folder.
private func copyFiles(_ draft: RecipeDraft, _ path: String, _ run: isolated Run, _ notes: CommandNotes) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for path in draft.files {
        guard !RecipeRules.leadsOut(path) else {
            notes.add("It reads \(path), but a recipe reads files of its own folder only.")
            continue
        }
        let target = folder + path
        guard target != path, let bytes = try? run.files.read(path) else { continue }
        if let there = try? run.files.read(target) {
            if there != bytes { notes.add("\(target) is another file than \(path), and stays.") }
            continue
        }
        run.files.makeFolders(above: target)
        do throws(Problem) {
            try run.files.make(target, bytes, replacing: false)
            notes.add("Copied \(path) to \(target): a recipe reads files of its own folder only.")
        } catch {
            notes.add("It reads \(target): \(error.message)")
        }
    }
}

/// `recipes/NAME.recipe.md`, or the given path.
private func path(of arguments: BoundArguments, _ run: isolated Run) throws(Problem) -> String {
    let name = arguments[.recipeToSave] ?? ""
    let isName = !name.isEmpty && !name.hasPrefix("-") && !name.hasSuffix("/") && name.utf8.allSatisfy { $0 >= 0x20 }
    guard isName, name != ".", name != ".." else {
        throw arguments.problem(.usage, "Invalid recipe name.", at: .recipeToSave, hints: ["recipe save my-recipe"])
    }
    let path = run.recipePath(name)
    return path.hasSuffix(Recipe.suffix) ? path : path + Recipe.suffix
}

/// The range `FIRST..LAST`; nil if omitted.
private func range(_ arguments: BoundArguments, _ cassette: Cassette) throws -> ClosedRange<Int64>? {
    let commands = try cassette.sessions().flatMap { try cassette.commands(of: $0.id) }
    guard let first = commands.first?.id, let last = commands.last?.id else {
        throw Problem(.refused, "The tape contains no commands yet.", hints: ["help recipe save"])
    }
    guard let text = arguments[.lines] else { return nil }
    let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map { Int64($0) }
    guard (1...2).contains(bounds.count), let from = bounds.first ?? nil, let to = bounds.last ?? nil else {
        throw arguments.problem(
            .usage, "Give a range of lines as FIRST..LAST.", at: .lines,
            hints: ["\(first)..\(last) are all there are."])
    }
    guard from <= to, from >= first, to <= last else {
        throw arguments.problem(
            .usage, "The tape has the lines \(first)..\(last).", at: .lines,
            hints: [line(arguments, "--plan", lines: "\(first)..\(last)")])
    }
    return from...to
}

private func line(_ arguments: BoundArguments, _ flag: String, lines: String? = nil) -> String {
    let words = ["recipe save", Quoting.word(arguments[.recipeToSave] ?? "")]
    return (words + [lines ?? arguments[.lines], flag].compactMap(\.self)).joined(separator: " ")
}

private func plan(_ draft: RecipeDraft, _ path: String) -> CommandResult {
    let rows = draft.lines.map { line in
        [
            Cell(String(line.number)), Cell(line.reason == nil ? "kept" : "left out"),
            Cell(SingleLine.of(line.line, limit: 60)), Cell(line.reason ?? ""),
        ]
    }
    let table = OutputTable(columns: ["line", "fate", "command", "why"].map(OutputColumn.init), rows: rows)
    let value: @Sendable () -> JSON = {
        .object([
            .init("path", .string(path)), .init("recipe", .string(draft.text)),
            .init(
                "lines",
                .array(
                    draft.lines.map { line in
                        .object([
                            .init("line", .number(String(line.number))), .init("command", .string(line.line)),
                            .init("reason", line.reason.map(JSON.string) ?? .null),
                        ])
                    })),
        ])
    }
    return CommandResult(
        .sections([
            Section(title: Phrase.counted(draft.lines.count, "line"), output: .table(table)),
            Section(title: path, output: .text(draft.text)),
        ]), value: value)
}

private func addNotes(_ draft: RecipeDraft, _ path: String, _ arguments: BoundArguments, _ notes: CommandNotes) {
    let left = draft.lines.count - draft.kept
    let lines = Phrase.counted(draft.kept, "line")
    let leaving = left == 0 ? "" : ", \(left) left out"
    notes.add("Wrote \(path): \(lines)\(leaving).")
    var facts: [String] = []
    if !draft.captures.isEmpty {
        facts.append("values kept from answers: \(draft.captures.joined(separator: ", "))")
    }
    if !draft.parameters.isEmpty {
        facts.append("parameters: \(draft.parameters.map(\.name).joined(separator: ", "))")
    }
    if !draft.writes.isEmpty { facts.append("changes \(Phrase.listed(draft.writes, joinedBy: "and"))") }
    for fact in facts { notes.add("  " + fact) }
    if left > 0 { notes.add("\(line(arguments, "--plan")) says why each line was left out.") }
}

extension Run {
    /// The cassette in the deck, or the named one if it exists.
    func availableCassette() throws -> Cassette {
        if case .playing(let deck, _) = slot {
            // A tape that replays itself would never end.
            guard !deck.playsItself else {
                throw Problem(.tape, "recipe save cannot run in a replay, because it replays the tape.")
            }
            return deck.cassette
        }
        // A prompt that has recorded nothing means the session before it.
        if let path = slot.path ?? host.tapes.list().first?.path, let cassette = try? host.tapes.play(path) {
            return cassette
        }
        throw Problem(.tape, "Nothing was recorded yet, so there is nothing to save.", hints: ["tape list", "help"])
    }
}
