import Replaying
import Tapes
package import Workbench

extension Capability {
    package static let recipes = Capability(
        "Recipes",
        commands: [
            .recipeList, .recipeShow, .recipeRun, .recipeSave, .recipeTest, .recipeAccept, .recipeFormat,
            .recipeLint,
        ],
        groups: [
            CommandGroup("recipe", "Run, test and edit recipes, the command files a team shares")
        ],
        topics: [HelpTopics.recipes],
        completes: CompletionEngine.recipeValues)
}
