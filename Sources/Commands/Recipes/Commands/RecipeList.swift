import CassetteStore
import ExchangeModel
import Rendering
import Workbench

extension Parameter {
    fileprivate static let examples = Flag<Bool>("examples", "List the recipes that are installed with Snowdeck")

    static let recipe = Argument<String>("recipe", .recipe, "The name or file of the recipe")
    static let recipes = Argument<[String]>(
        "recipes", .recipe, .repeated, "Names or files of recipes; default: all in the folder recipes")
}

extension Command {
    static let recipeList = Command(
        "recipe list", flags: [.examples],
        traits: Traits(isRecorded: false, value: .answer, inRecipes: .never("is about recipes"))
    ) { run in
        if run.arguments[.examples] { return installedRecipes(run) }
        let tapes = run.tapes.list()
        let rows = run.recipeNames().map { name -> [Cell] in
            let path = run.recipePath(name)
            let tape = run.tapes.path(name)
            let changed = tapes.first { $0.path == tape }?.changed
            let age = Cell(
                changed?.glideText ?? "", display: changed.map { Phrase.distance(of: $0, from: run.now) } ?? "no tape")
            let status = changed == nil ? nil : lastStatus(of: name, path, on: tape, run)
            let last = Cell(
                status.map(String.init) ?? "",
                display: status.map { $0 == 0 ? "passed" : "failed (\($0))" } ?? (changed == nil ? "" : "no run on it"))
            return cells(of: name, path, run) + [age, last]
        }
        if rows.isEmpty {
            run.notes.add("There is no recipe here: recipes/NAME\(Recipe.suffix) would be one. help recipes explains.")
        }
        return CommandResult(rows: OutputTable(factNames + ["tape", "last"], rows))
    }
}

private let factNames = ["name", "goal", "parameters", "writes"]

/// What a recipe says of itself.
private func cells(of name: String, _ path: String, _ run: isolated Run) -> [Cell] {
    guard let recipe = try? read(path, run) else {
        return [Cell(name), Cell("", display: "cannot be read: recipe check \(name)"), Cell(""), Cell("")]
    }
    return [
        Cell(name), Cell(recipe.goal), Cell(recipe.parameters.map(\.name).joined(separator: ",")),
        Cell(recipe.writes.map(\.name).joined(separator: ","), display: recipe.writes.isEmpty ? "nothing" : nil),
    ]
}

private func installedRecipes(_ run: isolated Run) -> CommandResult {
    let folder = run.files.exampleFolder ?? ""
    let names = folder.isEmpty ? [] : ShellSession.recipeNames(in: run.files.contents(folder))
    let paths = names.map { folder + $0 + Recipe.suffix }
    run.notes.add(
        paths.isEmpty
            ? "No recipes are installed beside this program; make install and the Debian package install them."
            : "recipe run \(Quoting.word(paths[0])) runs one.")
    return CommandResult(rows: OutputTable(factNames, paths.map { cells(of: $0, $0, run) }))
}

/// The recipe's current file, even in a replay.
private func read(_ path: String, _ run: isolated Run) throws -> Recipe {
    try Recipe.read(try run.currentRecipeText(path), at: path)
}

/// How the recipe's last run on a tape ended; nil if the tape has none.
private func lastStatus(of name: String, _ path: String, on tape: String, _ run: isolated Run) -> Int? {
    guard let cassette = try? run.tapes.play(tape) else { return nil }
    defer { try? cassette.close() }
    for record in ((try? cassette.sessions()) ?? []).reversed() {
        let commands = (try? cassette.commands(of: record.id)) ?? []
        let last = commands.last { command in
            guard let match = try? CommandTable.match(Parser.parse(command.line)), match.command == .recipeRun
            else { return false }
            return match.words.first?.literal == name || match.words.first?.literal == path
        }
        if let last { return last.exitStatus }
    }
    return nil
}
