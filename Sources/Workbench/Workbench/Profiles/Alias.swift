import Notation
import Redactors
import Synchronization

/// A name for a command line. `$1` to `$9` are its arguments and `$@` all of them; unused arguments are appended.
package struct Alias: Sendable, Hashable {
    package let name: String
    /// As typed; it may end with captures and a destination.
    let body: String

    /// Parses `alias NAME = COMMAND`; nil if it defines none.
    init?(_ arguments: BoundArguments) {
        let words = arguments.given(.aliasName) + arguments.given(.aliasedCommand)
        let line = Array(arguments.line.utf8)
        guard let first = words.first else { return nil }
        let start: Int
        if let equals = first.word.barePrefix.utf8.firstIndex(of: .equals) {
            name = String(first.word.barePrefix[..<equals])
            start = first.span.lowerBound + name.utf8.count + 1
        } else if words.count > 1, words[1].word.barePrefix.utf8.first == .equals {
            name = first.text
            start = words[1].span.lowerBound + 1
        } else {
            return nil
        }
        let rest = ASCII.trimmed(String(decoding: line[start...], as: UTF8.self)[...])
        // As in sh: `alias mine='table list …'`.
        if let invocation = try? Parser.parse(String(rest)), invocation.words.count == 1,
            invocation.destination == nil, let word = invocation.words.first, word.isQuoted, let text = word.literal
        {
            body = text
        } else {
            body = String(rest)
        }
    }

    package var line: String { "alias \(name) = \(body)" }

    /// Whether redaction would change the command. Parameters and variables (`$1`, `{{token}}`) are no secrets.
    func holdsSecret(_ redaction: Redaction) -> Bool {
        var plain = "", rest = body[...]
        while let character = rest.popFirst() {
            if character == "$" {
                rest = rest.drop { $0 == "@" || $0 == "_" || $0.isLetter || $0.isNumber }
            } else if character == "{", rest.first == "{", let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")) {
                rest = rest[end...].drop { $0 == "}" }
            } else {
                plain.append(character)
            }
        }
        return redaction.redactLine(plain) != plain
    }

    /// The command line for an invocation of the alias.
    ///
    /// - Throws: a usage problem if arguments are missing.
    func line(for invocation: Invocation) throws(Problem) -> String {
        let template: Invocation
        do throws(ParseError) { template = try Parser.parse(body) } catch { throw error.problem(in: body) }
        func source(_ span: Range<Int>, of text: String) -> String {
            String(decoding: Array(text.utf8)[span], as: UTF8.self)
        }
        let given = invocation.words.dropFirst().map { source($0.span, of: invocation.text) }
        var parameters = AliasParameters(given)
        let end = template.words.last?.span.upperBound ?? 0
        var line = ""
        var reached = 0
        let rest = invocation.words.dropFirst().filter(\.isFlag)
        let replaced = Self.flags(of: template, givenIn: rest)
        for word in template.words {
            if replaced.contains(word.span) {
                reached = word.span.upperBound
                continue
            }
            line += source(reached..<word.span.lowerBound, of: body)
            line += parameters.filled(source(word.span, of: body), word)
            reached = word.span.upperBound
        }
        if parameters.highest > given.count {
            throw Problem(
                .usage, "The alias \(name) needs \(Phrase.counted(parameters.highest, "argument")).",
                notes: [self.line])
        }
        if !parameters.usesAll { for word in given.dropFirst(parameters.highest) { line += " " + word } }
        for capture in invocation.captures { line += " " + source(capture.span, of: invocation.text) }
        let tail = template.captures.map(\.span.upperBound) + [template.destinationSpan?.upperBound ?? end]
        line += source(end..<max(end, tail.max() ?? end), of: body)
        if let destination = invocation.destinationText { line += " " + destination }
        return line
    }
}

extension Alias {
    /// The flags of a template that are overridden by the invocation.
    private static func flags(of template: Invocation, givenIn words: [Word]) -> [Range<Int>] {
        guard !words.isEmpty, let match = try? CommandTable.match(template) else { return [] }
        func flags(_ words: some Sequence<Word>) -> [(flag: FlagDefinition, words: [Word])] {
            var found: [(flag: FlagDefinition, words: [Word])] = []
            var iterator = ArgumentIterator(words, of: match.command)
            while let part = iterator.next() {
                if case .flag(let flag, _, _, _, let words) = part { found.append((flag, words)) }
            }
            return found
        }
        let given = Set(flags(words).map(\.flag.name))
        return flags(match.words).filter { given.contains($0.flag.name) && !$0.flag.mayRepeat }
            .flatMap(\.words).map(\.span)
    }
}

/// Replaces `$1` to `$9` and `$@` by arguments.
private struct AliasParameters {
    private let given: [String]
    private(set) var highest = 0
    private(set) var usesAll = false

    init(_ given: [String]) { self.given = given }

    /// A word with its parameters replaced. An argument keeps its own quotes, so quotes around a parameter are closed
    /// before it and opened again after it.
    mutating func filled(_ text: String, _ word: Word) -> String {
        var filled = ""
        var open: Character?
        var isEscaped = false
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "$", !isEscaped, let value = take(&rest) {
                let quote = open.map(String.init) ?? ""
                filled += quote + value + quote
                continue
            }
            filled.append(character)
            if isEscaped {
                isEscaped = false
            } else if character == "\\", open != "'" {
                isEscaped = true
            } else if character == open {
                open = nil
            } else if open == nil, character == "'" || character == "\"", !Self.isText(word) {
                open = character
            }
        }
        return filled
    }

    /// Whether a word is a document or JSON, where quotes are part of the text.
    private static func isText(_ word: Word) -> Bool {
        guard let text = word.literal else { return false }
        return text.hasPrefix("{") || text.hasPrefix("[")
    }

    /// The arguments for the text after a `$`; nil if it is no parameter.
    private mutating func take(_ rest: inout Substring) -> String? {
        guard let character = rest.first else { return nil }
        if character == "@" {
            rest.removeFirst()
            usesAll = true
            return given.joined(separator: " ")
        }
        guard let number = character.wholeNumberValue, number > 0, character.isASCII else { return nil }
        rest.removeFirst()
        highest = max(highest, number)
        return number <= given.count ? given[number - 1] : ""
    }
}

/// The aliases of the prompt. Scripts, recipes and tapes have none: they contain the expanded lines.
package final class AliasTable: Sendable {
    private let known = Mutex<[String: Alias]>([:])
    /// The longest expansion, against aliases that grow exponentially.
    private static let longest = 100_000

    package var all: [Alias] { known.withLock { $0.values.sorted { $0.name < $1.name } } }
    package var names: Set<String> { Set(known.withLock { $0.keys }) }

    subscript(name: String) -> Alias? {
        get { known.withLock { $0[name] } }
        set { known.withLock { $0[name] = newValue } }
    }

    /// A line with every alias expanded; nil if it begins with none.
    ///
    /// - Throws: a usage problem if an alias is recursive or arguments are missing.
    func expansion(of invocation: Invocation) throws(Problem) -> String? {
        if let line = try watchedExpansion(of: invocation) { return line }
        var current = invocation
        var seen: [String] = []
        while let name = current.words.first?.literal, let alias = self[name], !Self.isTaken(name) {
            guard !seen.contains(name) else { throw Self.loop(seen + [name]) }
            seen.append(name)
            let line = try alias.line(for: current)
            guard line.utf8.count <= Self.longest else {
                throw Problem(.usage, "The alias \(seen[0]) expands to more than \(Self.longest) bytes.")
            }
            do throws(ParseError) { current = try Parser.parse(line) } catch { throw error.problem(in: line) }
        }
        return seen.isEmpty ? nil : current.text
    }

    /// Expands the command that another one repeats.
    private func watchedExpansion(of invocation: Invocation) throws(Problem) -> String? {
        guard let outer = invocation.words.first?.literal.flatMap(CommandTable.named),
            let repeats = outer.traits.repeats
        else { return nil }
        var iterator = ArgumentIterator(invocation.words.dropFirst(), of: outer)
        var words: [Word] = []
        while let part = iterator.next() { if case .argument(let word) = part { words.append(word) } }
        let start = repeats(words)
        guard start < words.count else { return nil }
        let line = Array(invocation.text.utf8), place = words[start].span.lowerBound
        let rest: Invocation
        do throws(ParseError) { rest = try Parser.parse(String(decoding: line[place...], as: UTF8.self)) } catch {
            return nil
        }
        return try expansion(of: rest).map { String(decoding: line[..<place], as: UTF8.self) + $0 }
    }

    /// A possibly incomplete line with aliases expanded; the line itself without any.
    package func expanded(_ line: String) -> String {
        guard let invocation = try? Parser.parse(line) else { return line }
        return (try? expansion(of: invocation)).flatMap(\.self) ?? line
    }

    /// Throws if an alias is not allowed.
    func check(_ alias: Alias, at source: Problem.Source?) throws(Problem) {
        guard VariableName.isValid(alias.name) else {
            throw Problem(
                .usage, "Invalid alias name: begin it with a letter, and use only letters, digits, _ and -.",
                source: source)
        }
        guard !Self.isTaken(alias.name) else {
            throw Problem(.usage, "\(alias.name) is a command, which no alias can replace.", source: source)
        }
        let body: Invocation
        do throws(ParseError) { body = try Parser.parse(alias.body) } catch { throw error.problem(in: alias.body) }
        guard !body.isEmpty else {
            throw Problem(
                .usage, "The alias \(alias.name) has no command.", source: source,
                hints: ["alias NAME = COMMAND", "alias --remove \(alias.name)"])
        }
        var seen = [alias.name]
        var next = body.words.first?.literal ?? ""
        while let other = next == alias.name ? alias : self[next], !Self.isTaken(next) {
            guard !seen.contains(next) else { throw Self.loop(seen + [next]) }
            seen.append(next)
            next = (try? Parser.parse(other.body))?.words.first?.literal ?? ""
        }
        if seen.count == 1 { _ = try CommandTable.match(body) }
    }

    private static func isTaken(_ name: String) -> Bool {
        let name = name.lowercased()
        if CommandTable.firstWords.contains(where: { $0.word == name }) { return true }
        return (try? Parser.parse(name)).flatMap { try? CommandTable.match($0) } != nil
    }

    private static func loop(_ names: [String]) -> Problem {
        Problem(.usage, "The alias \(names[0]) uses itself: \(names.joined(separator: ", then ")).")
    }
}

extension StartUpFile {
    mutating func put(_ alias: Alias) { replace(lines(aboutAlias: alias.name), with: alias.line) }
    mutating func remove(alias name: String) { replace(lines(aboutAlias: name), with: nil) }

    private func lines(aboutAlias name: String) -> [Script.Command] {
        commands.filter { command in
            guard case .success(let invocation) = command.invocation,
                let match = try? CommandTable.match(invocation), match.command == .alias,
                let arguments = try? match.bind(in: invocation.text)
            else { return false }
            return Alias(arguments)?.name == name
        }
    }
}
