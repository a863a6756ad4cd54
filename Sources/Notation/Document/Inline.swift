/// A part of a line of text.
package indirect enum Inline: Sendable, Hashable {
    /// Text. A space at either end parts it from its neighbour; no two spaces follow each other.
    case text(String, Emphasis)
    /// A new line.
    case lineBreak
    /// What leads elsewhere: the link's number in `Document.links`, from 0.
    case link(Int, [Inline])
    /// A picture, by its alternative text; that is empty for one that says nothing.
    case image(alternative: String)
    /// A field of a form: the form's number in `Document.forms` and the field's number in it, both from 0.
    case field(form: Int, field: Int)

    /// How a text is set off.
    package struct Emphasis: OptionSet, Sendable, Hashable {
        /// The bits.
        package let rawValue: UInt8
        /// From bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `strong`, `b`.
        package static let strong = Emphasis(rawValue: 1)
        /// `em`, `i`.
        package static let stressed = Emphasis(rawValue: 2)
        /// `code`, `kbd`, `samp`, `tt`.
        package static let code = Emphasis(rawValue: 4)
        /// `del`, `s`.
        package static let struck = Emphasis(rawValue: 8)
        /// `mark`.
        package static let marked = Emphasis(rawValue: 16)
        /// The label of a field.
        package static let label = Emphasis(rawValue: 32)
    }
}
