extension ArgumentDefinition {
    static let recipe = ArgumentDefinition("recipe", .recipe, "The recipe's name, or its file")
    static let recipes = ArgumentDefinition(
        "recipes", .recipe, .repeated, "Recipes by name or file; all of the folder recipes without one")
}

extension CommandDefinition {
    static let recipeList = CommandDefinition(
        "recipe list", "List the recipes of this folder",
        details: """
            The folder recipes holds them, and sessions their tapes of the same name. The last result is that of the last
            recipe run on the tape.
            """,
        replay: .skip,
        value: .answer,
        examples: [
            Example("recipe list", "every recipe: its goal, what it wants and changes, and its tape")
        ])

    static let recipeShow = CommandDefinition(
        "recipe show", "Show a recipe as it is meant to be read",
        details: "In the formats for programs it is one object: goal, parameters, declared changes and steps.",
        arguments: [.recipe],
        value: .answer,
        examples: [
            Example("recipe show triage", "recipes/triage.recipe.md, laid out for the terminal"),
            Example("recipe show shared/audit.recipe.md --format json", "another file, for a program"),
        ])

    static let recipeFormat = CommandDefinition(
        "recipe format", "Write recipes in their usual form",
        details: """
            Parameters stand in columns, and one blank where one is meant. Prose, expected output and blocks in other languages
            stay as they are. What is no recipe is not changed, and every mistake in it is told.
            """,
        arguments: [.recipes],
        flags: [FlagDefinition("check", "Change nothing; exit 6 when something would be changed")],
        examples: [
            Example("recipe format", "every recipe of the folder recipes"),
            Example("recipe format triage --check", "whether one is in its usual form"),
        ])

    static let recipeLint = CommandDefinition(
        "recipe lint", "Look recipes over for what reads well and is wrong",
        details: """
            Parameters that nothing uses, variables without a value, changes that writes: does not name, sys_ids and secrets in
            the text, steps that never run, commands that cannot be read or that no recipe may run, hidden characters.
            Nothing is asked of an instance. It ends with 6 when it finds something.
            """,
        arguments: [.recipes],
        value: .answer,
        examples: [
            Example("recipe lint", "every recipe of the folder recipes"),
            Example("recipe lint triage --format json", "the findings of one, for a program"),
        ])
}
