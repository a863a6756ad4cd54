/// One command of a text, cut into tokens.
struct LexedCommand: Sendable {
    /// What the text ended in the middle of.
    enum Opening: Sendable, Hashable { case none, singleQuote, doubleQuote, bracket, document, comment, pipeline }

    var tokens: [Token] = []
    /// The first thing that is wrong.
    var error: ParseError?
    /// Where the command's own text starts and ends; the line break after it does not belong to it.
    var span: Range<Int>
    /// What is still open where the text ends: completion needs it to quote what it offers.
    var opening = Opening.none
}
