/// How many colours a terminal has.
package enum ColourDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Bold at most.
    case none
    /// The eight of ECMA-48 and their bright forms.
    case sixteen
    /// The palette of xterm.
    case indexed
    /// Any.
    case truecolor

    /// Fewer colours come first.
    package static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }
}
