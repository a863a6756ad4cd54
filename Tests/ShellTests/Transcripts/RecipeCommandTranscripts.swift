import Testing

/// Each command of recipes.
extension Transcripts {
    static let recipeCommands = [
        Transcript(
            "A recipe is listed, shown, looked over, formatted, run, recorded, extended and tested",
            files: ["recipes/raise.recipe.md": RecipeFiles.raise],
            typed: [
                "recipe list", "recipe show raise", "recipe lint raise", "recipe format raise --check",
                "recipe run raise --record --quiet", "recipe test raise", "recipe run raise --extend --quiet",
                "recipe test raise", "recipe list",
            ],
            #"""
            """#)
    ]
}
