import Notation
import Rendering
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

/// The note about response headers that may be secrets.
package enum WithheldText {
    private static let mostNames = 8

    /// - Parameters:
    ///   - headers: their names.
    ///   - isRecorded: whether a replay serves what was recorded.
    /// - Returns: nil if there is none.
    package static func of(_ headers: [String], isRecorded: Bool = false) -> String? {
        guard !headers.isEmpty else { return nil }
        let names = headers.prefix(mostNames).map { TerminalText.plain($0) }
        let more = headers.count > mostNames ? ["\(headers.count - mostNames) more"] : []
        let list = Phrase.listed(names + more, joinedBy: "and")
        return isRecorded
            ? "note: header values that the recording withheld are not served: \(list)"
            : "note: header values withheld from the tape, because they may be secrets: \(list)\n"
                + "hint: help tape audit"
    }
}
