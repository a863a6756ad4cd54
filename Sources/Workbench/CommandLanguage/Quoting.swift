import Notation

/// Quotes words so that the lexer reads them back.
package enum Quoting {
    /// The line for arguments that another shell has split already: it is recorded for one-shot commands and referred
    /// to by their errors. Parsing it gives exactly these words, and braces are not variables.
    ///
    /// A flag, an assignment's `field=` and a leading `@` stay unquoted, because quotes would change their meaning.
    package static func line(of arguments: [String]) -> String {
        // Not `joined`: its generic code costs a symbol look-up at start-up.
        var line = ""
        for (place, argument) in arguments.enumerated() { line += (place == 0 ? "" : " ") + word(argument) }
        return line
    }

    /// One word, quoted only if needed.
    package static func word(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let bare = min(bareLength(of: bytes), bytes.count)
        let rest = Array(bytes[bare...])
        guard rest.isEmpty ? bare == 0 : !isPlain(rest, startsValue: true) else { return text }
        return String(decoding: bytes[..<bare], as: UTF8.self) + quoted(rest)
    }

    /// `field=value` on one line that is read back exactly: line breaks and control characters are escaped, and `@`
    /// names no file.
    package static func assignment(_ name: String, _ value: String) -> String { name + "=" + onOneLine(value) }

    private static func onOneLine(_ value: String) -> String {
        let bytes = Array(value.utf8)
        if TerminalText.isPlain(value), !bytes.contains(where: { $0 == .lineFeed || $0 == .tab }) {
            return bytes.first != .at && isPlain(bytes, startsValue: true) ? value : quoted(bytes)
        }
        var written = ""
        for scalar in inDoubleQuotes(value).unicodeScalars {
            switch scalar {
            case "\n": written += "\\n"
            case "\r": written += "\\r"
            case "\t": written += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                written += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: written.unicodeScalars.append(scalar)
            }
        }
        return "\"" + written + "\""
    }

    /// In single quotes, or in double quotes if it contains a single one.
    private static func quoted(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(.singleQuote) else { return "'" + text + "'" }
        return "\"" + inDoubleQuotes(text) + "\""
    }

    /// Text inside an open double quote.
    package static func inDoubleQuotes(_ text: String) -> String {
        var written: [UInt8] = []
        let bytes = Array(text.utf8)
        for (place, byte) in bytes.enumerated() {
            let opensVariable = byte == .openBrace && place + 1 < bytes.count && bytes[place + 1] == .openBrace
            if byte == .doubleQuote || byte == .backslash || opensVariable { written.append(.backslash) }
            written.append(byte)
        }
        return String(decoding: written, as: UTF8.self)
    }

    /// Text inside an open single quote: a single quote in it closes it, is escaped, and opens it again.
    package static func inSingleQuotes(_ text: String) -> String {
        guard text.utf8.contains(.singleQuote) else { return text }
        return text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    }

    /// Text in an unquoted word, with backslashes where needed.
    ///
    /// - Parameter atWordStart: whether the word begins with it.
    package static func withBackslashes(_ text: String, atWordStart: Bool) -> String {
        var written: [UInt8] = []
        for (place, byte) in text.utf8.enumerated() {
            let means =
                byte == .openBrace || byte == .openBracket
                || (atWordStart && place == 0 && (byte == .hash || byte == .bar || byte == .greater))
            if means || isSpecial(byte) { written.append(.backslash) }
            written.append(byte)
        }
        return written.count == text.utf8.count ? text : String(decoding: written, as: UTF8.self)
    }

    /// Blanks, quotes and the backslash, which must be quoted everywhere.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case .space, .tab, .lineFeed, .carriageReturn, .singleQuote, .doubleQuote, .backslash: true
        default: false
        }
    }

    /// The length of a word's prefix that must stay unquoted.
    private static func bareLength(of bytes: [UInt8]) -> Int {
        var length = 0
        if bytes.starts(with: [.dash, .dash]) {
            length = (bytes.firstIndex(of: .equals) ?? bytes.count - 1) + 1
        } else if bytes.first == .dash {
            // The letter of a short flag; flags are ASCII.
            length = bytes.count > 1 && bytes[1] < 0x80 ? 2 : 1
        } else {
            let name = bytes.prefix { $0.isNameByte || $0 == .dot || $0 == .dash }.count
            if name > 0, name < bytes.count, bytes[name] == .equals { length = name + 1 }
        }
        guard bytes[..<length].allSatisfy({ !isSpecial($0) && $0 != .openBrace }) else { return 0 }
        if length < bytes.count, bytes[length] == .at { length += 1 }
        return length
    }

    /// Whether a text needs no quotes.
    private static func isPlain(_ bytes: [UInt8], startsValue: Bool) -> Bool {
        var atStart = startsValue
        for (place, byte) in bytes.enumerated() {
            if isSpecial(byte) { return false }
            if byte == .openBrace, atStart || (place + 1 < bytes.count && bytes[place + 1] == .openBrace) {
                return false
            }
            if byte == .openBracket, atStart { return false }
            if place == 0, byte == .hash || byte == .bar || byte == .greater { return false }
            if place == 0, byte == .equals, bytes.count > 1, bytes[1] == .greater { return false }
            atStart = byte == .equals
        }
        return true
    }
}
