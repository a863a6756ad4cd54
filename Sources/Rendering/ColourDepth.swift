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

    /// What a terminal says of itself.
    ///
    /// - Parameters:
    ///   - name: `TERM`. One that ends in `-direct` has any colour, in `-256color` the palette of xterm; `dumb` and the
    ///     like of `vt100` have none, and every other has sixteen.
    ///   - word: `COLORTERM`; `truecolor` and `24bit` are any colour, whatever the name says.
    package init(terminal name: String?, says word: String?) {
        let name = name ?? "dumb"
        let parts = name.split(separator: "-")
        if Self.colourless.contains(parts.first ?? "dumb") || parts.contains("mono") || parts.contains("m") {
            self = .none
        } else if ["truecolor", "24bit"].contains(word?.lowercased()) || parts.contains("direct") {
            self = .truecolor
        } else {
            self = parts.contains("256color") ? .indexed : .sixteen
        }
    }

    /// An array: a set of these would cost the start of the program a search for how they are hashed.
    private static let colourless: [Substring] = ["dumb", "unknown", "vt52", "vt100", "vt102", "vt220", "vt320"]

    /// Fewer colours come first.
    package static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }
}
