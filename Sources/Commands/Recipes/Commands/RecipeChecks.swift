import CassetteStore
import Notation
import Rendering
import Workbench

extension Parameter {
    fileprivate static let fix = Flag<Bool>("fix", "Align parameters and normalize blanks")
}

extension Command {
    static let recipeCheck = Command(
        "recipe check", arguments: [.recipes], flags: [.fix],
        traits: Traits(value: .answer, inRecipes: .never("is about recipes"))
    ) { run in
        var found: [(path: String, finding: RecipeFinding)] = [], problems: [Problem] = []
        let paths = try await paths(run.arguments, run)
        for path in paths {
            let text = try await run.recipeText(path)
            do {
                var recipe = try Recipe.read(text, at: path)
                let formatted = try RecipeFormat.formatted(text)
                if formatted != text, run.arguments[.fix] {
                    recipe = try Recipe.read(formatted, at: path)
                    try run.refuseLinks(path)
                    try await run.writeFile(path, Array(formatted.utf8), replacing: true)
                    run.notes.add("\(path) is formatted.")
                } else if formatted != text {
                    found.append((path, .layout(of: text, formatted, path)))
                }
                found += RecipeLint.findings(of: recipe).map { (path, $0) }
            } catch {
                problems.append((error as? RecipeError)?.problem ?? ProblemMapper.problem(error))
            }
        }
        if !found.isEmpty {
            problems.append(
                Problem(
                    .expectation,
                    "\(Phrase.counted(found.count, "finding")) in \(Phrase.counted(paths.count, "recipe"))."))
        } else if problems.isEmpty {
            run.notes.add("No findings in \(paths.count == 1 ? paths[0] : Phrase.counted(paths.count, "recipe")).")
        }
        let json = JSON.array(found.map { $0.finding.json(in: $0.path) })
        let isForPrograms = run.format(of: run.arguments).isForPrograms
        var result = CommandResult(isForPrograms ? .json(json) : found.isEmpty ? .none : .text(findingLines(found))) {
            json
        }
        result.problems = problems
        return result
    }
}

extension RecipeFinding {
    /// The first line that formatting changes.
    fileprivate static func layout(of text: String, _ formatted: String, _ path: String) -> Self {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let same = zip(lines, formatted.split(separator: "\n", omittingEmptySubsequences: false)).prefix { $0 == $1 }
        return Self(
            rule: .layout, line: min(same.count + 1, lines.count), span: 0..<0,
            message: "The layout is not the usual one.", hints: ["recipe check \(Quoting.word(shortName(path))) --fix"])
    }
}

/// `recipes/triage.recipe.md:12: message. hint`, one per line.
private func findingLines(_ found: [(path: String, finding: RecipeFinding)]) -> String {
    found.map { path, finding in
        let hint = finding.hints.first.map { " (\($0))" } ?? ""
        return TerminalText.plain("\(path):\(finding.line): \(finding.message)\(hint)")
    }.joined(separator: "\n")
}

/// The named recipes, or all in the folder. The list is recorded as an input.
private func paths(_ arguments: BoundArguments, _ run: isolated Run) async throws -> [String] {
    let names = arguments[.recipes]
    if !names.isEmpty { return names.map { run.recipePath($0) } }
    let known = run.recipeNames()
    let text = try await run.input(.file, "recipes/") { known.joined(separator: "\n") }
    let all = text.split(separator: "\n").map { run.recipePath(String($0)) }
    if all.isEmpty {
        throw Problem(
            .usage, "There is no recipe here.", hints: ["recipes/NAME\(Recipe.suffix) would be one.", "help recipes"])
    }
    return all
}

private func shortName(_ path: String) -> String { path.hasPrefix("recipes/") ? Recipe.name(ofFile: path) : path }
