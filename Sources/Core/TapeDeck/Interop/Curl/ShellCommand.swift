import Notation

/// A word of a command. Expansions without a value are kept as text and listed.
struct ShellWord: Sendable {
    var bytes: [UInt8] = []
    var unset: [String] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

struct ShellCommand: Sendable {
    var words: [ShellWord] = []
    /// The text of a here-document or here-string.
    var input: ShellWord?
    /// Whether `&` is before it.
    var isAfterAnd = false
}

extension ShellWords {
    /// A caret makes the next character literal, outside quotes; before the end of a line it continues the line.
    static func withoutCarets(_ text: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        let text = text.filter { $0 != 13 }
        var place = 0, isQuoted = false
        while place < text.count {
            let byte = text[place]
            place += 1
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "^"), !isQuoted, place < text.count else {
                plain.append(byte)
                continue
            }
            if text[place] == 10 { place += 1 }
            // A continued line has no break, unless an empty line follows: that is a literal line break.
            let isContinued = text[place - 1] == 10 && (place >= text.count || text[place] != 10)
            if !isContinued, place < text.count {
                plain.append(text[place])
                place += 1
            }
        }
        return plain
    }
}
