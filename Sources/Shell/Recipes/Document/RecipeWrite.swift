/// One word of `writes:`.
package struct RecipeWrite: Sendable, Hashable {
    /// A table's name, or `journal`, `attachment`, `page`, `rest`.
    package var name: String
    /// The line it stands on.
    package var line: Int

    /// A declared change.
    package init(_ name: String, line: Int) {
        self.name = name
        self.line = line
    }
}
