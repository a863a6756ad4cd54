/// A recipe: a Markdown file whose blocks in the prompt's language a teammate reads, runs and trusts.
///
/// It is what the text says and where; what is wrong with it beyond its form is found by `RecipeLint`, what it does by
/// `RecipeRun`. Lines count from 1 in the file.
package struct Recipe: Sendable, Hashable {
    /// The file as it was named.
    package var path: String
    /// The whole text, with plain line ends.
    package var text: String
    /// The first heading.
    package var goal: String
    /// The first paragraph below the heading that declares nothing; empty when there is none.
    package var explanation: String
    /// What it declares to change, in order; empty when it changes nothing.
    package var writes: [RecipeWrite]
    /// The line of `writes:`; nil when it has none.
    package var writesLine: Int?
    /// What it wants to be told, in order.
    package var parameters: [RecipeParameter]
    /// Its blocks, in order.
    package var blocks: [RecipeBlock]

    /// A recipe of its parts.
    package init(
        path: String, text: String, goal: String, explanation: String = "", writes: [RecipeWrite] = [],
        parameters: [RecipeParameter] = [], blocks: [RecipeBlock] = []
    ) {
        self.path = path
        self.text = text
        self.goal = goal
        self.explanation = explanation
        self.writes = writes
        self.parameters = parameters
        self.blocks = blocks
    }

    /// What is called a recipe in a folder listing: `raise-incident` for `recipes/raise-incident.recipe.md`.
    package var name: String { Recipe.name(ofFile: path) }

    /// The same of a path alone.
    package static func name(ofFile path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
    }

    /// How a recipe's file ends.
    package static let suffix = ".recipe.md"
}
