/// What completion offers besides the instance's names. Everything is asked for when it is needed, not before.
package struct Surroundings: Sendable {
    /// A file in a folder.
    package struct FileName: Sendable, Hashable {
        /// Without the folder.
        package let name: String
        /// Whether more can stand behind it.
        package let isFolder: Bool

        /// A file unless told.
        package init(_ name: String, isFolder: Bool = false) {
            self.name = name
            self.isFolder = isFolder
        }
    }

    /// Variables with their values.
    package var variables: @Sendable () -> [Named]
    /// What a folder holds. The folder is what was typed up to the last `/`, that included; empty for the current one.
    package var files: @Sendable (_ folder: String) -> [FileName]
    /// Cassettes by name.
    package var cassettes: @Sendable () -> [Named]
    /// Profiles and instances that have been used.
    package var instances: @Sendable () -> [Named]
    /// The pages of the session.
    package var pages: @Sendable () -> PageSurroundings
    /// Themes of pages.
    package var themes: @Sendable () -> [Named]

    /// The recipes of the project, with their goals.
    package var recipes: @Sendable () -> [Named]
    /// What a recipe wants to be told; none where there is no such recipe.
    package var recipeParameters: @Sendable (_ name: String) -> [RecipeParameter]

    /// Nothing is around unless told.
    package init(
        variables: @escaping @Sendable () -> [Named] = { [] },
        files: @escaping @Sendable (_ folder: String) -> [FileName] = { _ in [] },
        cassettes: @escaping @Sendable () -> [Named] = { [] },
        instances: @escaping @Sendable () -> [Named] = { [] },
        pages: @escaping @Sendable () -> PageSurroundings = { PageSurroundings() },
        themes: @escaping @Sendable () -> [Named] = { [] },
        recipes: @escaping @Sendable () -> [Named] = { [] },
        recipeParameters: @escaping @Sendable (_ name: String) -> [RecipeParameter] = { _ in [] }
    ) {
        self.variables = variables
        self.files = files
        self.cassettes = cassettes
        self.instances = instances
        self.pages = pages
        self.themes = themes
        self.recipes = recipes
        self.recipeParameters = recipeParameters
    }
}
