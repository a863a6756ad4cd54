/// What a terminal sends between the marks of a bracketed paste, made into text: line ends are `\n`, those at the end
/// are left out, and so is whatever could act on the terminal.
struct PastedText {
    private(set) var text: [UInt32] = []
    /// Whether the mark at the end has come.
    private(set) var isComplete = false
    private var afterReturn = false

    private static let end: [UInt32] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    private var matched = 0

    /// Takes the next character from the terminal.
    mutating func add(_ character: UInt32) {
        if character == Self.end[matched] {
            matched += 1
            if matched == Self.end.count { finish() }
            return
        }
        // What looked like the beginning of the mark was text; its escape is dropped as any other would be.
        let unfinished = Self.end[..<matched]
        matched = 0
        for character in unfinished { keep(character) }
        if character == Self.end[0] { matched = 1 } else { keep(character) }
    }

    private mutating func keep(_ character: UInt32) {
        let follows = afterReturn
        afterReturn = character == 0x0D
        switch character {
        case 0x0D: text.append(0x0A)
        case 0x0A: if !follows { text.append(0x0A) }
        case 0x09: text.append(character)
        default:
            if let scalar = Unicode.Scalar(character), !TerminalScreen.acts(scalar) { text.append(character) }
        }
    }

    private mutating func finish() {
        isComplete = true
        while text.last == 0x0A { text.removeLast() }
    }
}
