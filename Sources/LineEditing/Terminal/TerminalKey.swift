/// What a person at a terminal does, key by key.
package enum TerminalKey: Sendable, Hashable {
    /// A character, or a control character such as Enter.
    case character(Unicode.Scalar)
    /// An arrow.
    case up, down, left, right
    /// Ctrl-C, or the signal that it stands for.
    case interrupted
    /// The terminal has another size.
    case resized
    /// The program was stopped, by Ctrl-Z or otherwise, and goes on; others may have written to the terminal meanwhile.
    case continued
    /// There is nobody left: the signal that says so, nil where the terminal is gone without one.
    case ended(signal: Int32?)
}

/// Makes keys of the characters that a terminal sends for them.
///
/// The sequences of arrows begin with the Escape character. Escape itself means nothing here, so nothing has to be waited for
/// to tell the two apart.
struct KeyDecoder {
    private enum Place {
        case ground, escape
        /// `O` came behind Escape: the next character is the key, whatever it is.
        case short
        /// `[` came: the next character that is neither digit nor sign ends it.
        case long
    }

    private var place = Place.ground

    /// The key that a character completes; nil when it begins or continues one, or completes one that means nothing.
    mutating func take(_ character: UInt32) -> TerminalKey? {
        switch (place, character) {
        case (.ground, 0x1B), (.escape, 0x1B): place = .escape
        case (.escape, 0x5B): place = .long
        case (.escape, 0x4F): place = .short
        case (.long, 0x20...0x3F): break
        case (.long, 0x40...0x7E), (.short, 0x40...0x7E):
            place = .ground
            return Self.arrows[character]
        default:
            place = .ground
            if character == 3 { return .interrupted }
            return Unicode.Scalar(character).map(TerminalKey.character)
        }
        return nil
    }

    private static let arrows: [UInt32: TerminalKey] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
}
