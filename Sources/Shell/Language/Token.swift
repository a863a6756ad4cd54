/// What a line falls into before the parser gives it a shape.
enum Token: Sendable, Hashable {
    case word(Word)
    /// `>` or `>>`.
    case redirect(appends: Bool, span: Range<Int>)
    /// `=>`.
    case capture(span: Range<Int>)
    /// `|` and everything after it, untouched: `text` is what the system's shell gets.
    case pipeline(text: String, bar: Range<Int>, span: Range<Int>)

    var span: Range<Int> {
        switch self {
        case .word(let word): word.span
        case .redirect(_, let span), .capture(let span), .pipeline(_, _, let span): span
        }
    }
}
