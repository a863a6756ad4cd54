/// What decides the form of a result, besides its format.
package struct RenderOptions: Sendable, Hashable {
    /// The cells of a terminal's line. Nil when the result does not go to a terminal: then no cell is cut.
    package var width: Int?
    /// Whether headers, names and the parts of pages may be set off. Values of records never are.
    package var colour: Bool
    /// How many colours a page may have. It counts only where `colour` holds.
    package var depth: ColourDepth
    /// Which side of each value is shown; nil leaves it to the format: what the instance shows in columns, line and
    /// markdown, what it stores in the formats for programs.
    package var cells: CellSide?

    /// A result that goes to no terminal, in the format's own way, unless told.
    package init(width: Int? = nil, colour: Bool = false, depth: ColourDepth = .none, cells: CellSide? = nil) {
        self.width = width
        self.colour = colour
        self.depth = depth
        self.cells = cells
    }
}
