extension GraphQL {
    /// How a text is written between quotes (specification section 2.9.4).
    package enum StringWriting {
        /// `"…"`, escaped.
        static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

        /// What stands between the quotes for a text: everything is escaped that must be, and with it the control characters
        /// that a terminal would obey.
        package static func escaped(_ text: String) -> String {
            var out = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": out += "\\\""
                case "\\": out += "\\\\"
                case "\n": out += "\\n"
                case "\r": out += "\\r"
                case "\t": out += "\\t"
                case "\u{8}": out += "\\b"
                case "\u{C}": out += "\\f"
                case "\0"..<" ", "\u{7F}"..."\u{9F}":
                    let hex = String(scalar.value, radix: 16)
                    out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                default: out.unicodeScalars.append(scalar)
                }
            }
            return out
        }

        /// The lines of a text whose lines end with a line feed. They are cut as bytes are: to a `String`, a carriage return
        /// with a line feed is one character.
        static func lines(_ text: String) -> [Substring] {
            text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
        }

        /// Whether a block string can mean this text: its ends are not blank lines, it is not indented as a whole, and
        /// nothing in it needs an escape.
        static func canBeBlock(_ text: String) -> Bool {
            guard text.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A }) else { return false }
            let lines = lines(text)
            guard lines.count > 1 else { return text.isEmpty || !isBlank(lines[0]) }
            guard let first = lines.first, let last = lines.last, !isBlank(first), !isBlank(last) else { return false }
            return lines.contains { !isBlank($0) && !isIndented($0) }
        }

        /// Whether nothing in a text moves a terminal's cursor.
        static func isVisible(_ text: String) -> Bool { !text.unicodeScalars.contains { "\u{7F}"..."\u{9F}" ~= $0 } }

        /// `"""…"""`, on one line when the text has one, otherwise with the quotes on lines of their own; every line but the
        /// first has `indent` blanks in front. Only for a text that can be a block string.
        static func block(_ text: String, indent: Int) -> String {
            let lines = lines(escapedInBlock(text))
            let margin = "\n" + String(repeating: " ", count: indent)
            if lines.count == 1 { return "\"\"\"" + lines[0] + (isOneLine(text) ? "" : margin) + "\"\"\"" }
            return "\"\"\"" + lines.map { $0.isEmpty ? "\n" : margin + $0 }.joined() + margin + "\"\"\""
        }

        /// Whether a text's block string has one line. A quote or a backslash at its end would become part of the quotes
        /// behind it, which then have a line of their own.
        static func isOneLine(_ text: String) -> Bool {
            let last = text.utf8.last
            return last != UInt8(ascii: "\"") && last != UInt8(ascii: "\\") && !text.utf8.contains(0x0A)
        }

        /// What stands between the quotes of a block string for a text: a backslash in front of every three quotes.
        package static func escapedInBlock(_ text: String) -> String {
            var out = ""
            var quotes = 0
            for scalar in text.unicodeScalars {
                quotes = scalar == "\"" ? quotes + 1 : 0
                out.unicodeScalars.append(scalar)
                guard quotes == 3 else { continue }
                out.unicodeScalars.removeLast(3)
                out += "\\\"\"\""
                quotes = 0
            }
            return out
        }

        private static func isIndented(_ line: Substring) -> Bool {
            line.utf8.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
        }

        private static func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    }
}
