/// A part of a document that stands on lines of its own.
package indirect enum Block: Sendable, Hashable {
    /// A heading of level 1 to 6.
    case heading(level: Int, [Inline])
    /// Text that runs on.
    case paragraph([Inline])
    /// Text whose line ends and spaces count, lines separated by `\n`.
    case preformatted(String)
    /// What somebody else said.
    case quote([Block])
    /// Items with bullets; with numbers from `start` on when that is there.
    case list(start: Int?, items: [[Block]])
    /// Terms and what they mean.
    case definitions([Definition])
    /// Rows and columns.
    case table(Grid)
    /// What belongs to a form: its number in `Document.forms`, from 0, and what stands between its tags.
    case form(Int, [Block])
    /// What the page wants noticed: an error, a warning (`role=alert`, `role=status`).
    case notice([Block])
    /// A part with a name of its own (`fieldset`, `details`): its legend and what it holds.
    case group(legend: [Inline], [Block])
    /// A line across.
    case rule

    /// A term and what it means.
    package struct Definition: Sendable, Hashable {
        /// The term.
        package var term: [Inline]
        /// What it means.
        package var meaning: [Block]

        /// A definition of parts.
        package init(term: [Inline], meaning: [Block]) {
            self.term = term
            self.meaning = meaning
        }
    }
}
