import Notation

/// The program's command line, parsed.
package struct ProgramArguments: Sendable {
    package enum Action: Sendable {
        /// The interactive prompt, or commands from standard input.
        case prompt
        /// One command of the prompt. Its text is the line that is recorded.
        case command(Invocation)
        /// A command of `ProgramTable`.
        case program(BoundArguments)
        case help([String])
        case version
    }

    package let action: Action
    /// Global flags. Start-up flags may be anywhere in the line, the others only before the command.
    package let globals: BoundArguments

    /// Whether the command is a server, which ends by a signal.
    package var serves: Bool {
        if case .program(let arguments) = action { arguments.command.servesUntilEnded } else { false }
    }

    /// Parses the arguments as split by the system's shell.
    ///
    /// - Parameter arguments: without the program's own name.
    /// - Throws: a usage problem that points into the line made of the arguments.
    package init(_ arguments: [String]) throws(Problem) {
        let line = Quoting.line(of: try SplitDocument.joined(arguments))
        let words = try ProgramArguments.words(of: line)
        var globals = Binder(definition: .program, line: line, variables: .none)
        var rest: [Word] = []

        // Flags before the command's name.
        var iterator = ArgumentIterator(words, of: .program)
        var place = 0
        while place < words.count, ArgumentIterator.isFlag(words[place]), let part = iterator.next() {
            try globals.take(part)
            switch part {
            case .flag(_, _, _, _, let words): place += words.count
            default: place += 1
            }
        }
        if place < words.count {
            // Flags after it belong to the command, unless only the program has them.
            let name = Array(words[place...].prefix(CommandTable.deepest))
            let invocation = Invocation(text: line, words: name)
            let definition = try CommandMatch.find(invocation, in: CommandTable.all + ProgramTable.all).command
            rest = Array(words[place..<place + definition.words.count])
            var iterator = ArgumentIterator(words[(place + rest.count)...], of: definition.taking(GlobalFlags.atStart))
            while let part = iterator.next() {
                switch part {
                case .flag(let flag, _, _, _, let words):
                    if definition.flag(long: flag.name) == nil {
                        try globals.take(part)
                    } else {
                        rest += words
                    }
                case .unknownFlag(let word), .argument(let word), .end(let word): rest.append(word)
                }
            }
        }
        self.globals = try globals.finish()
        action = try ProgramArguments.action(rest, line: line, globals: self.globals)
    }

    private static func action(_ words: [Word], line: String, globals: BoundArguments) throws(Problem) -> Action {
        if globals[.version] { return .version }
        if words.isEmpty { return globals[.help] ? .help([]) : .prompt }
        let bytes = Array(line.utf8)
        // The command's own line, without the words that belong to the program.
        let own = words.map { String(decoding: bytes[$0.span], as: UTF8.self) }.joined(separator: " ")
        let invocation = Invocation(text: own, words: try ProgramArguments.words(of: own))
        let match = try CommandMatch.find(invocation, in: CommandTable.all + ProgramTable.all)
        if match.asksForHelp || globals[.help] { return .help(match.command.words.map(String.init)) }
        if CommandTable.named(match.command.name) != nil { return .command(invocation) }
        return .program(try match.bind(in: own))
    }

    private static func words(of line: String) throws(Problem) -> [Word] {
        do throws(ParseError) { return try Parser.parse(line).words } catch { throw error.problem(in: line) }
    }
}

extension ProgramArguments {
    /// The instance that a command line names, even an unfinished one; nil if it names none.
    package static func namedInstance(in words: [String]) -> String? {
        for (place, word) in words.enumerated() {
            if word == "--" { return nil }
            if word == "--instance", place + 1 < words.count { return words[place + 1] }
            if word.hasPrefix("--instance=") { return String(word.dropFirst("--instance=".count)) }
        }
        return nil
    }
}

extension Command {
    /// The program itself as a command, for parsing its flags.
    static let program = Command(
        "snowdeck", "Work with ServiceNow at a prompt",
        flags: GlobalFlags.atStart + ProgramTable.switches.filter { $0 != .help },
        examples: [])

    /// The command with additional flags. Its own flags take precedence.
    func taking(_ more: [FlagDefinition]) -> Command {
        var other = self
        other.flags += more.filter { flag(long: $0.name) == nil }
        return other
    }
}

/// A GraphQL document that the system's shell has split into several words.
///
/// `snowdeck graphql query Q { a }` arrives as five. Words that form a document are rejoined with blanks. Quotes and
/// `$` variables that the shell consumed cannot be restored.
enum SplitDocument {
    /// The arguments, with such a document joined into one.
    ///
    /// - Throws: a usage problem if the words do not form a document; the hint suggests quoting it.
    static func joined(_ arguments: [String]) throws(Problem) -> [String] {
        // Only flags and their values may precede the command's name.
        guard let name = arguments.firstIndex(of: "graphql"), name == 0 || arguments[0].utf8.first == .dash else {
            return arguments
        }
        var start = name + 1
        if start < arguments.count, arguments[start] == "format" { start += 1 }
        guard start < arguments.count, Brackets.startsDefinition(arguments[start]) else { return arguments }

        var brackets = Brackets(), end = start
        while end < arguments.count, !arguments[end].utf8.starts(with: [.dash, .dash]) {
            // A complete document continues only with another definition.
            if brackets.isWhole {
                guard Brackets.startsDefinition(arguments[end], isFirst: false) else { break }
                brackets = Brackets()
            }
            brackets.read(arguments[end])
            end += 1
        }
        guard end - start > 1 else { return arguments }
        let document = arguments[start..<end].joined(separator: " ")
        let joined = arguments[..<start] + [document] + arguments[end...]
        do throws(GraphQL.SyntaxError) {
            _ = try GraphQL.Document(document)
            return Array(joined)
        } catch {
            let line = Quoting.line(of: Array(joined))
            let before = Quoting.line(of: Array(arguments[..<start])).utf8.count + 1
            let word = Quoting.word(document)
            let isPlain = word == "'" + document + "'"
            let span =
                isPlain
                ? before + 1 + error.range.lowerBound..<before + 1 + error.range.upperBound
                : before..<before + word.utf8.count
            throw Problem(
                .usage,
                "The shell split the document into \(end - start) words, which cannot be parsed: \(error.message).",
                source: Problem.Source(text: line, span: span),
                hints: ["Put it in single quotes: snowdeck graphql '{ … }'"])
        }
    }

    /// Tracks the brackets of a document word by word, ignoring strings and comments.
    private struct Brackets {
        private var depth = 0
        private var hasFields = false
        private var isInString = false

        var isWhole: Bool { hasFields && depth <= 0 && !isInString }

        mutating func read(_ word: String) {
            var isEscaped = false, isComment = false
            for byte in word.utf8 {
                if isComment {
                    isComment = byte != .lineFeed
                } else if isInString {
                    if byte == .doubleQuote, !isEscaped { isInString = false }
                    isEscaped = byte == .backslash && !isEscaped
                } else {
                    switch byte {
                    case .hash: isComment = true
                    case .doubleQuote: isInString = true
                    case .openBrace, .openParenthesis, .openBracket: depth += 1
                    case .closeBrace, .closeParenthesis, .closeBracket:
                        depth -= 1
                        hasFields = hasFields || byte == .closeBrace
                    default: break
                    }
                }
            }
        }

        /// Whether a word begins a definition. A brace alone begins only the first one.
        static func startsDefinition(_ word: String, isFirst: Bool = true) -> Bool {
            let bytes = Array(word.utf8.drop { ASCII.isSpace($0) })
            if bytes.first == .openBrace { return isFirst }
            let name = bytes.prefix { $0.isNameByte }
            guard Lexer.definitionWords.contains(String(decoding: name, as: UTF8.self)) else { return false }
            // `query=…` and `query.graphql` do not begin a definition.
            return name.count == bytes.count || ![.equals, .dot].contains(bytes[name.count])
        }
    }
}

extension Parameter {
    package static let version = Flag<Bool>("version", "Print the version")
}

/// The program's verbs and flags, besides the commands of the prompt.
package enum ProgramTable {
    package static var all: [Command] { CommandTable.current.verbs }

    /// Flags that act as commands.
    package static let switches: [FlagDefinition] = [.version, .help]
}
