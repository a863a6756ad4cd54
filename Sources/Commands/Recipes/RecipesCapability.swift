import LineEditing
package import Workbench

extension Capability {
    package static let recipes = Capability(
        "Recipes",
        commands: [
            .recipeList, .recipeShow, .recipeRun, .recipeSave, .recipeTest, .recipeAccept, .recipeCheck,
            .forEach,
        ],
        groups: [CommandGroup("recipe", "Run, test and edit recipes, the command files a team shares")],
        renamed: [
            "recipe lint REST": "recipe check REST",
            "recipe format --check REST": "recipe check REST",
            "recipe format RECIPE --check": "recipe check RECIPE",
            "recipe format REST": "recipe check --fix REST",
        ],
        topics: [HelpTopic("recipes")],
        completes: CompletionEngine.recipeValues)
}

extension CompletionEngine {
    /// Completes recipes and their parameters.
    @Sendable static func recipeValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        // All `recipe` commands take recipe names and parameters.
        let isOfRecipe = before.command.group == "recipe"
        switch kind {
        case .command where before.command == .forEach:
            switch before.arguments.count {
            case 0: return engine.offer([], point, in: word)
            case 1: return engine.offer([Candidate("in")], point, in: word)
            case 2:
                // As it is written: a variable's braces are not quoted.
                let lists = engine.environment.lists().filter { $0.name.hasPrefix(CompletionPoint.text(of: word)) }
                return Completions(
                    replacing: word.span, with: lists.map { .init($0.name, $0.label, appendsSpace: true) })
            default: return nil
            }
        case .recipe: return engine.recipe(point, word)
        case .word("NAME") where isOfRecipe: return engine.recipe(point, word)
        case .assignment(of: .member) where isOfRecipe, .parameter where isOfRecipe:
            return await engine.recipeParameter(point, word, of: before.arguments.first?.literal ?? "")
        default: return nil
        }
    }

    /// Recipe names, or files if no recipe matches.
    private func recipe(_ point: CompletionPoint, _ word: Word) -> Completions {
        let named = offer(environment.recipes(), point, in: word)
        return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
    }

    /// `name=value` of a recipe's parameters.
    ///
    /// - Parameter recipe: the recipe's name.
    private func recipeParameter(_ point: CompletionPoint, _ word: Word, of recipe: String) async -> Completions {
        let parameters = environment.recipeParameters(recipe)
        guard let (name, value) = assignment(in: word) else {
            let names = parameters.map {
                Candidate($0.name + "=", $0.description.isEmpty ? $0.kind.text : $0.description)
            }
            return offer(names.open, point, in: word)
        }
        switch parameters.first(where: { $0.name == name })?.kind {
        case .bool?: return offer(.truth, point, in: value)
        case .choice(let table, let column)?:
            return offer(await source.choices(of: table, column: column), point, in: value)
        case .reference(let table, _)?:
            let typed = CompletionPoint.text(of: value)
            return offer(await source.recordNames(of: table, beginning: typed), point, in: value)
        default: return offer([], point, in: value)
        }
    }
}
