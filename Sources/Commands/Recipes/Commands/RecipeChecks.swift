import CassetteStore
import ExchangeModel
import Notation
import Rendering
import Replaying
import TapeDeck
import Tapes
import Workbench

extension Parameter {
    fileprivate static let check = Flag<Bool>("check", "Change nothing; exit 6 if a recipe would change")
}

extension Command {
    static let recipeFormat = Command(
        "recipe format", "Format recipes",
        details: """
            Aligns parameters and normalizes blanks. Prose, expected output and blocks in other languages stay
            unchanged. A file that is not a recipe is left as it is and its errors are reported.
            """,
        arguments: [.recipes],
        flags: [.check],
        traits: Traits(inRecipes: .never("is about recipes")),
        examples: [
            Example("recipe format", "every recipe of the folder recipes"),
            Example("recipe format triage --check", "whether one is in its usual form"),
        ]
    ) { run in
        let checks = run.arguments[.check]
        var changed: [String] = [], problems: [Problem] = []
        let paths = try await paths(run.arguments, run)
        for path in paths {
            let text = try await run.recipeText(path)
            let formatted: String
            do throws(RecipeError) { formatted = try RecipeFormat.formatted(text) } catch {
                var mistakes = error
                mistakes.path = path
                problems.append(mistakes.problem)
                continue
            }
            if formatted == text { continue }
            if !checks {
                do throws(Problem) { try run.refuseLinks(path) } catch {
                    problems.append(error)
                    continue
                }
                try await run.writeFile(path, Array(formatted.utf8), replacing: true)
            }
            changed.append(path)
        }
        for path in changed {
            run.notes.add(checks ? "\(path) is not in its usual form." : "\(path) is formatted.")
        }
        if changed.isEmpty, problems.isEmpty {
            run.notes.add(
                paths.count == 1
                    ? "\(paths[0]) is in its usual form."
                    : "\(Phrase.counted(paths.count, "recipe")) are in their usual form.")
        }
        if checks, !changed.isEmpty {
            problems.append(
                Problem(
                    .expectation, "\(Phrase.counted(changed.count, "recipe")) would be changed.",
                    hints: ["recipe format \(changed.map { Quoting.word(shortName($0)) }.joined(separator: " "))"]))
        }
        var result = CommandResult(.none)
        result.problems = problems
        return result
    }

    static let recipeLint = Command(
        "recipe lint", "Check recipes for likely mistakes",
        details: """
            Parameters that nothing uses, variables without a value, changes that writes: does not name, sys_ids and secrets in
            the text, steps that never run, commands that cannot be read or that no recipe may run, hidden characters.
            Nothing is asked of an instance. It ends with 6 when it finds something.
            """,
        arguments: [.recipes],
        traits: Traits(value: .answer, inRecipes: .never("is about recipes")),
        examples: [
            Example("recipe lint", "every recipe of the folder recipes"),
            Example("recipe lint triage --format json", "the findings of one, for a program"),
        ]
    ) { run in
        var found: [(path: String, finding: RecipeFinding)] = [], problems: [Problem] = []
        let paths = try await paths(run.arguments, run)
        for path in paths {
            let text = try await run.recipeText(path)
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
            run.notes.add(
                paths.count == 1
                    ? "No findings in \(paths[0])."
                    : "No findings in \(Phrase.counted(paths.count, "recipe")).")
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
            .usage, "There is no recipe here.",
            hints: ["recipes/NAME\(Recipe.suffix) would be one.", "help recipes"])
    }
    return all
}

private func shortName(_ path: String) -> String {
    path.hasPrefix("recipes/") ? Recipe.name(ofFile: path) : path
}
