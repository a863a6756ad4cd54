import LineEditing
package import Workbench

extension Capability {
    package static let recipes = Capability(
        "Recipes",
        commands: [
            .recipeList, .recipeShow, .recipeRun, .recipeSave, .recipeTest, .recipeAccept, .recipeCheck,
            .forEach,
        ],
        groups: [
            CommandGroup("recipe", "Run, test and edit recipes, the command files a team shares")
        ],
        renamed: [
            "recipe lint REST": "recipe check REST",
            "recipe format --check REST": "recipe check REST",
            "recipe format RECIPE --check": "recipe check RECIPE",
            "recipe format REST": "recipe check --fix REST",
        ],
        topics: [HelpTopics.recipes],
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

extension HelpTopics {
    static let recipes = HelpTopic(
        name: "recipes", summary: "Command files that teammates read, run and trust",
        page: {
            [
                .prose(
                    """
                    A recipe is a repeatable procedure in the Markdown file recipes/NAME.recipe.md. The first heading
                    is the goal. Code blocks of the language snowdeck are steps, and those of the language params are
                    parameters; all other blocks are prose and never run.
                    """),
                .usage([
                    "# Raise an incident and note the work", "writes: incident, journal", "```params",
                    "caller = abel.tuter   # reference(sys_user.user_name): who reports it", "```", "```snowdeck",
                    "> table create incident short_description=\"Printer on fire\" caller_id={{caller}} => inc = .number",
                    "? .state == 1", "> task comment {{inc}} \"On my way\"", "Work note added to [INC].", "```",
                ]),
                .terms([
                    (
                        "writes: …",
                        "Below the heading: what it may change, as tables, journal, attachment, page, rest."
                    ),
                    (
                        "name = value   # type: …",
                        "A parameter; required if it has no value. Types: string, int, bool, date, sys_id, reference(table.column), choice(table.column), query, file, secret."
                    ),
                    ("> …", "A step: a command as at the prompt, over several lines where the prompt would continue."),
                    (
                        "? …",
                        "An expectation: exit 0, http 201, rows >= 1, took < 2s, header NAME contains …, .path == …; == != < <= > >= ~ contains, exists, absent, type. A step must exit 0 unless an expectation names another status."
                    ),
                    (
                        "other lines",
                        "Expected output, with holes: [INC] a record's number, [SYS_ID], [TIME], [DATE], [N], [..] anything in the line, ... any lines. Put \\ before a line that begins with > ? # or retry."
                    ),
                    (
                        "retry 5 every 2s until …",
                        "Repeats the command until the expectation is met, at most five times."
                    ),
                    (
                        "for row in …",
                        "First line of a block: runs its steps for each record; {{row.number}} is a field. for n in {{nums}} takes a list."
                    ),
                    (
                        "if {{state}} != 7",
                        "First line of a block: runs its steps only if the condition is met; also if {{inc}} exists."
                    ),
                    ("cleanup", "First line of a block: runs its steps at the end, even after a failure."),
                    (
                        "use FILE name=value => inc",
                        "A block of one line: runs another recipe and keeps the named variables."
                    ),
                    ("timeout 30s", "First line of a block: the time limit of each request."),
                ]),
                .prose(
                    """
                    Parameters come from the command line (name=value), --param, --params FILE, the environment
                    (SNOWDECK_PARAM_NAME), the default, or a prompt.
                    """),
                .examples([
                    .init("recipe list", "the recipes of the project"),
                    .init("recipe show triage", "show a recipe"),
                    .init("recipe check", "check all recipes"),
                ]),
            ]
        })
}
