import Notation

/// The shells that `snowdeck complete` supports. The scripts in `completions/` parse these lines.
package enum SystemShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The unquoted words. Bash passes words with their quotes, zsh and fish without.
    package func arguments(_ words: [String]) -> [String] { self == .bash ? words.map(Self.unquoted) : words }

    /// One line per candidate.
    ///
    /// For bash and zsh: the word, a tab, `+` if the word can continue or `.` if not, a tab, the description. For fish:
    /// the word, a tab, the description.
    ///
    /// - Parameter current: the word at the cursor as passed by the shell.
    package func lines(_ candidates: [Candidate], for current: String) -> String {
        let isQuoted = current.utf8.first == .singleQuote || current.utf8.first == .doubleQuote
        return candidates.filter { TerminalText.isPlain($0.name) && !$0.name.utf8.contains { $0 < 0x20 } }.map {
            candidate in
            let word = self == .bash && !isQuoted ? Self.escaped(candidate.name) : candidate.name
            let text = SafeText.line(candidate.label)
            return self == .fish ? "\(word)\t\(text)\n" : "\(word)\t\(candidate.appendsSpace ? "." : "+")\t\(text)\n"
        }.joined()
    }

    /// A word without bash's quotes. An unclosed quote extends to the end.
    private static func unquoted(_ word: String) -> String {
        var text = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in word.unicodeScalars {
            if isEscaped {
                if quote == "\"", !"\"\\$`".unicodeScalars.contains(scalar) { text.append("\\") }
                text.append(scalar)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                isEscaped = true
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// A word escaped for bash with backslashes.
    private static func escaped(_ word: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            let isPlain = scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            if !isPlain, !"_@%+=:,./-^".unicodeScalars.contains(scalar) { text.append("\\") }
            text.append(scalar)
        }
        return String(text)
    }
}
