import Notation
import NowData

/// Completes the last word if exactly one known name matches, without a request: commands, flags, tables, columns.
package struct LineSuggestion {
    private let schema: CachedSchema
    private let aliases: Set<String>

    package init(_ schema: CachedSchema, aliases: Set<String>) {
        self.schema = schema
        self.aliases = aliases
    }

    /// The line with its last word completed; nil unless exactly one name matches.
    package func line(from typed: String) -> String? {
        let point = CompletionPoint(typed, cursor: typed.utf8.count)
        guard point.place == .word, !point.current.pieces.isEmpty, point.current.literal != nil,
            let (begun, names) = names(at: point), !begun.isEmpty
        else { return nil }
        let fitting = Set(names.filter { $0.utf8.starts(with: begun.utf8) })
        guard fitting.count == 1, let name = fitting.first, name.utf8.count > begun.utf8.count else { return nil }
        return typed + String(decoding: name.utf8.dropFirst(begun.utf8.count), as: UTF8.self)
    }

    /// The typed part of the last name, and all names possible there.
    private func names(at point: CompletionPoint) -> (begun: String, names: [String])? {
        let words = point.words.map { $0.literal ?? "" }, typed = point.typed
        if words.isEmpty { return (typed, CommandTable.firstWords.map(\.word) + aliases) }
        let deepest = min(words.count, CommandTable.deepest)
        let members = words.count < CommandTable.deepest ? CommandTable.nextWords(after: words).map(\.word) : []
        guard let count = (1...deepest).last(where: { CommandTable.named(words[..<$0].joined(separator: " ")) != nil }),
            let command = CommandTable.named(words[..<count].joined(separator: " "))
        else { return (typed, members) }
        let places = ArgumentPlaces(point.words[count...], of: command)
        if let kind = places.pendingFlag?.value { return names(of: kind, typed, places) }
        if !places.flagsHaveEnded, point.current.barePrefix.utf8.starts(with: [.dash, .dash]) {
            let free = command.allFlags.filter { $0.mayRepeat || !places.usedFlags.contains($0.name) }
            return (typed, free.map(\.spelling))
        }
        guard point.current.barePrefix.utf8.first != .dash else { return nil }
        let found = places.next(for: point.current).compactMap { names(of: $0.kind, typed, places) }
        guard let first = found.first else { return members.isEmpty ? nil : (typed, members) }
        return (first.begun, found.filter { $0.begun == first.begun }.flatMap(\.names) + members)
    }

    private func names(
        of kind: ValueKind, _ typed: String, _ places: ArgumentPlaces
    ) -> (begun: String, names: [String])? {
        let table = places.table ?? ""
        func columns(_ begun: String) -> (String, [String])? {
            schema.columns(beginning: begun, in: table).map { (begun, $0) }
        }
        switch kind {
        case .table: return (typed, schema.tables)
        case .choice(let words): return (typed, words)
        case .fields, .column: return columns(FieldList.names(in: typed).last?.name ?? "")
        case .ordering:
            let last = FieldList.names(in: typed).last?.name ?? ""
            return columns(String(last.drop { $0 == "-" }))
        case .query:
            let term = typed.utf8.suffix(while: { $0 != .caret })
            let name = term.suffix(while: {
                ASCII.isLowercaseLetter($0) || ASCII.isDigit($0) || $0 == .underscore || $0 == .dot
            })
            let joint = String(decoding: term.dropLast(name.count), as: UTF8.self)
            guard ["", "OR", "NQ", "ORDERBY", "ORDERBYDESC", "GROUPBY"].contains(joint) else { return nil }
            return columns(String(decoding: name, as: UTF8.self))
        case .assignment(of: .field):
            guard !typed.utf8.contains(.equals) else { return nil }
            return schema.columns(of: table).map { (typed, $0.map { $0.name + "=" }) }
        default: return nil
        }
    }
}

extension BidirectionalCollection {
    /// The longest suffix whose elements all satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}

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
