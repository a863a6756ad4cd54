import Notation
package import TapeDeck

/// The warning about parts of a tape that could not be searched for secrets.
package enum UncheckedText {
    /// Lines that name the first part; nil if there is none.
    package static func of(_ parts: [UncheckedPart]) -> String? {
        guard let first = parts.first else { return nil }
        let others = Set(parts.map(\.place)).subtracting([first.place]).count
        let more = others == 0 ? "" : " \(others) more could not be checked."
        return "warning: \(TerminalText.plain(first.description)) It is on the tape unchanged.\(more)\n"
            + "hint: tape audit\n"
    }
}
