import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck

/// The `recipe` commands that look at files.
enum RecipeBodies {
    @Sendable static func list(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let tapes = session.workbench.cassettes()
        let rows = session.recipeNames().map { name -> [Cell] in
            let path = session.recipePath(name)
            let tape = session.workbench.cassettePath(name)
            let changed = tapes.first { $0.path == tape }?.changed
            let age = Cell(
                changed?.glideText ?? "",
                display: changed.map { Phrase.distance(of: $0, from: context.now) } ?? "no tape")
            let status = changed == nil ? nil : lastStatus(of: name, path, on: tape, session)
            let last = Cell(
                status.map(String.init) ?? "",
                display: status.map { $0 == 0 ? "passed" : "failed (\($0))" } ?? (changed == nil ? "" : "no run on it"))
            guard let recipe = try? read(path, session) else {
                return [
                    Cell(name), Cell("", display: "cannot be read: recipe lint \(name)"), Cell(""), Cell(""), age, last,
                ]
            }
            return [
                Cell(name), Cell(recipe.goal), Cell(recipe.parameters.map(\.name).joined(separator: ",")),
                Cell(
                    recipe.writes.map(\.name).joined(separator: ","), display: recipe.writes.isEmpty ? "nothing" : nil),
                age, last,
            ]
        }
        if rows.isEmpty {
            context.notes.add(
                "There is no recipe here: recipes/NAME\(Recipe.suffix) would be one. help recipes explains.")
        }
        let names = ["name", "goal", "parameters", "writes", "tape", "last"]
        let json = JSON.array(
            rows.map { row in .object(zip(names, row).map { JSON.Member($0, .string($1.value)) }) })
        return CommandResult(.table(Table(columns: names.map(Column.init), rows: rows))) { json }
    }

    @Sendable static func show(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let recipe = try await session.readRecipe(context.arguments.string("recipe") ?? "")
        let json = recipe.json
        if session.format(of: context.arguments).isForPrograms { return CommandResult(.json(json)) { json } }
        let page = RecipePage(recipe, width: session.settings.width ?? 80)
        return CommandResult(.sections(page.sections)) { json }
    }

    @Sendable static func format(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let checks = context.arguments.flag("check")
        var changed: [String] = [], problems: [Problem] = []
        let paths = try await paths(context.arguments, session)
        for path in paths {
            let text = try await session.recipeText(path)
            let formatted: String
            do throws(RecipeError) { formatted = try RecipeFormat.formatted(text) } catch {
                var mistakes = error
                mistakes.path = path
                problems.append(mistakes.problem)
                continue
            }
            if formatted == text { continue }
            changed.append(path)
            if !checks { try await session.writeFile(path, Array(formatted.utf8), replacing: true) }
        }
        for path in changed {
            context.notes.add(checks ? "\(path) is not in its usual form." : "\(path) is formatted.")
        }
        if changed.isEmpty, problems.isEmpty {
            context.notes.add(
                paths.count == 1
                    ? "\(paths[0]) is in its usual form."
                    : "\(Phrase.counted(paths.count, "recipe")) are in their usual form.")
        }
        if checks, !changed.isEmpty {
            problems.append(
                Problem(
                    .expectation, "\(Phrase.counted(changed.count, "recipe")) would be changed.",
                    hints: ["recipe format \(changed.map { Quoting.word(named($0)) }.joined(separator: " "))"]))
        }
        var result = CommandResult(.none)
        result.problems = problems
        return result
    }

    @Sendable static func lint(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        var found: [(path: String, finding: RecipeFinding)] = [], problems: [Problem] = []
        let paths = try await paths(context.arguments, session)
        for path in paths {
            let text = try await session.recipeText(path)
            do throws(RecipeError) {
                let recipe = try Recipe.read(text, at: path)
                found += RecipeLint.findings(of: recipe).map { (path, $0) }
            } catch {
                problems.append(error.problem)
            }
        }
        if !found.isEmpty {
            problems.append(
                Problem(
                    .expectation,
                    "\(Phrase.counted(found.count, "finding")) in \(Phrase.counted(paths.count, "recipe"))."))
        } else if problems.isEmpty {
            context.notes.add(
                paths.count == 1
                    ? "Nothing is found in \(paths[0])."
                    : "Nothing is found in \(Phrase.counted(paths.count, "recipe")).")
        }
        let json = JSON.array(found.map { $0.finding.json(in: $0.path) })
        let isForPrograms = session.format(of: context.arguments).isForPrograms
        var result = CommandResult(isForPrograms ? .json(json) : found.isEmpty ? .none : .text(lines(found))) { json }
        result.problems = problems
        return result
    }

    /// `recipes/triage.recipe.md:12: message. hint`, a line each.
    private static func lines(_ found: [(path: String, finding: RecipeFinding)]) -> String {
        found.map { path, finding in
            let hint = finding.hints.first.map { " (\($0))" } ?? ""
            return TerminalText.plain("\(path):\(finding.line): \(finding.message)\(hint)")
        }.joined(separator: "\n")
    }

    /// The recipes a command names, or all of the folder; which those are is an input of the command.
    private static func paths(_ arguments: BoundArguments, _ session: isolated ShellSession) async throws -> [String] {
        let names = arguments.strings("recipes")
        if !names.isEmpty { return names.map { session.recipePath($0) } }
        let known = session.recipeNames()
        let text = try await session.input(.file, "recipes/") { known.joined(separator: "\n") }
        let all = text.split(separator: "\n").map { session.recipePath(String($0)) }
        if all.isEmpty {
            throw Problem(
                .usage, "There is no recipe here.",
                hints: ["recipes/NAME\(Recipe.suffix) would be one.", "help recipes"])
        }
        return all
    }

    private static func named(_ path: String) -> String {
        path.hasPrefix("recipes/") ? Recipe.name(ofFile: path) : path
    }

    /// A recipe's file as it stands now, beside any tape.
    private static func read(_ path: String, _ session: isolated ShellSession) throws -> Recipe {
        try Recipe.read(try session.presentRecipeText(path), at: path)
    }

    /// How the last run of a recipe on a tape ended; nil when it holds none.
    private static func lastStatus(
        of name: String, _ path: String, on tape: String, _ session: isolated ShellSession
    ) -> Int? {
        guard let cassette = try? session.workbench.play(tape) else { return nil }
        defer { try? cassette.close() }
        for record in ((try? cassette.sessions()) ?? []).reversed() {
            let commands = (try? cassette.commands(of: record.id)) ?? []
            let last = commands.last { command in
                guard let words = try? Parser.parse(command.line).words, words.count > 2 else { return false }
                return words[0].literal == "recipe" && words[1].literal == "run"
                    && (words[2].literal == name || words[2].literal == path)
            }
            if let last { return last.exitStatus }
        }
        return nil
    }
}
