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

/// Suggestions for misspelled words.
package enum DidYouMean {
    /// At most three similar names, the most similar first. Case is ignored.
    ///
    /// The limit is a third of the word's length in edits (insertion, deletion, substitution, transposition), at least
    /// one; a name that begins with the word is similar too.
    package static func nearest(to word: String, among names: some Sequence<String>) -> [String] {
        let typed = Array(word.lowercased().utf8)
        guard !typed.isEmpty, typed.count <= 64 else { return [] }
        let bound = max(1, typed.count / 3)
        var found: [(name: String, distance: Int)] = []
        for name in names {
            let bytes = Array(name.lowercased().utf8)
            if typed.count > 1, bytes.starts(with: typed) {
                found.append((name, bytes == typed ? 0 : 1))
            } else if let distance = distance(typed, bytes, atMost: bound) {
                found.append((name, distance))
            }
        }
        guard let best = found.map(\.distance).min() else { return [] }
        return found.filter { $0.distance == best }.map(\.name).sorted().prefix(3).map { $0 }
    }

    /// The suggestion as a hint; empty if there is none.
    ///
    /// - Parameter spelling: how a name is written at the prompt.
    package static func hints(
        for word: String, among names: some Sequence<String>, spelling: (String) -> String = { $0 }
    ) -> [String] {
        hints(nearest(to: word, among: names).map(spelling))
    }

    /// The same for names that are known to be meant.
    package static func hints(_ near: [String]) -> [String] {
        near.isEmpty ? [] : ["Did you mean " + Phrase.listed(near, joinedBy: "or") + "?"]
    }

    /// The edit distance of two words (optimal string alignment); nil if it is more than `bound`.
    package static func distance(_ left: [UInt8], _ right: [UInt8], atMost bound: Int) -> Int? {
        guard abs(left.count - right.count) <= bound else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var cost = min(last[column] + (byte == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            guard current.contains(where: { $0 <= bound }) else { return nil }
            beforeLast = last
            last = current
        }
        return last[right.count] <= bound ? last[right.count] : nil
    }
}

/// Phrases that many messages use.
package enum Phrase {
    /// `1 record`, `2 records`: for regular plurals.
    package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The same for irregular plurals.
    package static func counted(_ count: Int, _ noun: String, _ plural: String) -> String {
        "\(count) \(count == 1 ? noun : plural)"
    }

    /// `3 commands and 2 requests`: those of which there are any.
    package static func counted(_ counts: [(Int, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { counted($0, $1) }.joined(separator: " and ")
    }

    /// `a`, `a or b`, `a, b or c`.
    package static func listed(_ names: [String], joinedBy joint: String) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(joint) " + last
    }
}
