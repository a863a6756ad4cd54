/// What decides the form of a result, besides its format.
package struct RenderOptions: Sendable, Hashable {
    /// The cells of a terminal's line. Nil when the result does not go to a terminal: then no cell is cut.
    package var width: Int?
    /// Whether headers and names may be set off by colour. Nothing else ever is.
    package var colour: Bool
    /// Which side of each value is shown; nil leaves it to the format: what the instance shows in columns, line and
    /// markdown, what it stores in the formats for programs.
    package var cells: CellSide?

    /// A result that goes to no terminal, in the format's own way, unless told.
    package init(width: Int? = nil, colour: Bool = false, cells: CellSide? = nil) {
        self.width = width
        self.colour = colour
        self.cells = cells
    }
}
