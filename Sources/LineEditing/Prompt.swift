/// What stands before the place where a line is typed.
package struct Prompt: Sendable, Hashable {
    /// How it is set off.
    package enum Style: Sendable, Hashable {
        /// Not at all.
        case plain
        /// Bold.
        case bold
        /// Bold and red: the instance is one where a slip hurts.
        case warning
        /// A colour that somebody chose, bold or not.
        case painted(Colour, isBold: Bool)
    }

    /// Colours that every terminal with colours has. The raw value is the number of the sequence (ECMA-48, SGR).
    package enum Colour: Int, Sendable, Hashable {
        /// Each is what its name says.
        case red = 31, green, yellow, blue, magenta, cyan
    }

    /// The text; best ended by a space.
    package var text: String
    /// How the text is set off.
    package var style: Style
    /// Stands before the rest of a text that is too tall to be edited on this screen.
    package var continuation: String

    /// A prompt, not set off unless told.
    package init(_ text: String, style: Style = .plain, continuation: String = "... ") {
        self.text = text
        self.style = style
        self.continuation = continuation
    }
}
