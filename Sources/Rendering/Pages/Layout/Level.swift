import Notation

/// What stands before every line of a part: a bullet and the room under it, the bar of a quote.
struct Level {
    /// Before the first line.
    let first: Span
    /// Before the further ones.
    let rest: Span
    /// What its lines stand on, when it is not what is around.
    var ground: Ink.Ground?
    /// Whether it is shown even when nothing stands behind it.
    var isSeenAlone = false
    /// Whether the first line is written.
    var isUsed = false

    var width: Int { first.width }

    static func indent(_ cells: Int) -> Level {
        let blank = Span(String(repeating: " ", count: cells), .text, width: cells)
        return Level(first: blank, rest: blank)
    }

    /// A mark before the first line, room under it.
    static func item(_ mark: String, isSeenAlone: Bool = false) -> Level {
        let first = Span(mark + " ", .faint)
        let rest = Span(String(repeating: " ", count: first.width), .text, width: first.width)
        return Level(first: first, rest: rest, isSeenAlone: isSeenAlone)
    }

    static let quote = Level(first: Span("│ ", .faint), rest: Span("│ ", .faint))
    static let notice = Level(
        first: Span("▌ ! ", Ink(.notice, .bold)), rest: Span("▌   ", Ink(.notice, .bold)), ground: .notice)
}
