package import Notation

/// A command's arguments, checked against its grammar and keyed by the names in its definition.
package struct BoundArguments: Sendable {
    package let command: Command
    package let line: String
    let values: [String: [BoundValue]]
    let switches: Set<String>
    /// `field=value` pairs in the order they were typed; names are unique.
    package let assignments: [Assignment]

    /// The table and the record that a command names; empty if it names none.
    package var table: String { self[.table] ?? "" }
    package var record: String { self[.record] ?? "" }

    package subscript<Value>(_ argument: Argument<Value>) -> Value.Read {
        Value.read(given(argument), isOn: has(argument))
    }

    package subscript<Value>(_ flag: Flag<Value>) -> Value.Read { Value.read(given(flag), isOn: has(flag)) }

    package func has(_ parameter: Parameter) -> Bool {
        values[parameter.name] != nil || switches.contains(parameter.name)
    }

    /// Whether a flag sets this setting for the line.
    package func isGiven(setting name: String) -> Bool { values[name] != nil }

    /// An argument or flag with its span in the line.
    package func value(_ parameter: Parameter) -> BoundValue? { values[parameter.name]?.first }

    package func given(_ parameter: Parameter) -> [BoundValue] { values[parameter.name] ?? [] }

    /// The source of a part of a value, given in UTF-8 bytes; nil if the value was omitted.
    package func source(of span: Range<Int>, in parameter: Parameter) -> Problem.Source? {
        value(parameter).map { Problem.Source(text: line, span: $0.span(of: span)) }
    }

    /// A problem that points at an argument or flag of this line: at value `number`, or else at the first.
    package func problem(
        _ kind: Problem.Kind, _ message: String, at parameter: Parameter, value number: Int = 0, notes: [String] = [],
        hints: [String] = [], details: JSON? = nil
    ) -> Problem {
        let given = given(parameter)
        let span =
            (number < given.count ? given[number] : given.first)?.span
            ?? assignments.first { $0.name == parameter.name }?.nameSpan
        return Problem(
            kind, message, source: span.map { Problem.Source(text: line, span: $0) }, notes: notes, hints: hints,
            details: details)
    }
}

extension BoundArguments {
    /// Rejects captures from a command that has no value, before the command runs.
    package func allow(_ captures: [Capture]) throws(Problem) {
        guard let capture = captures.first else { return }
        let source = Problem.Source(text: line, span: capture.span)
        switch command.traits.value {
        case .answer: return
        case .answerUnless(let flag):
            guard has(flag) else { return }
            throw Problem(
                .usage, "\(command.name) \(flag.spelling) gives nothing that can be kept in a variable.",
                source: source, hints: ["\(command.name) without \(flag.spelling) does."])
        case .none:
            throw Problem(.usage, "\(command.name) gives nothing that can be kept in a variable.", source: source)
        }
    }
}

/// A typed value with variables expanded, and its span in the line.
package struct BoundValue: Sendable, Hashable {
    /// Unquoted and expanded.
    package let text: String
    /// The span in the line, quotes included.
    package let span: Range<Int>
    /// Whether it begins with an unquoted `@` and therefore names a file.
    package let namesFile: Bool
    /// Whether an unquoted `@` follows the first `=`, so that the rest names a file.
    package let assignsFile: Bool
    package let word: Word
    private let variableLengths: [Int]

    init(_ word: Word, _ expanded: Expansion.Text) {
        text = expanded.text
        span = word.span
        namesFile = word.barePrefix.utf8.first == .at
        let bare = Array(word.barePrefix.utf8)
        assignsFile = bare.firstIndex(of: .equals).map { $0 + 1 < bare.count && bare[$0 + 1] == .at } ?? false
        self.word = word
        variableLengths = expanded.variableLengths
    }

    /// A word of a nested command, which is bound when it runs.
    init(unexpanded word: Word) {
        (text, span, namesFile, assignsFile) = (CompletionPoint.text(of: word), word.span, false, false)
        (self.word, variableLengths) = (word, [])
    }

    /// The span in the line of a part of the text, in UTF-8 bytes, for errors inside a value.
    package func span(of range: Range<Int>) -> Range<Int> { word.span(of: range, variableLengths: variableLengths) }

    package var fileName: String? { namesFile ? String(text.dropFirst()) : nil }
}

/// `name=value`.
package struct Assignment: Sendable, Hashable {
    package let name: String
    /// In UTF-8 bytes of the line.
    let nameSpan: Range<Int>
    package let value: BoundValue

    /// The length in bytes of an assignment's name; nil if the word is not an assignment. Names are unquoted.
    package static func nameLength(in word: Word) -> Int? { word.assignedNameLength }

    /// How to write an assignment that is quoted as a whole; nil if the word is not one.
    static func unquotedName(of word: Word) -> String? {
        guard let text = word.literal, let equals = text.firstIndex(of: "="), equals > text.startIndex,
            text[..<equals].utf8.allSatisfy({ $0.isNameByte || $0 == .dot || $0 == .dash })
        else { return nil }
        return "\(text[...equals])\(Quoting.word(String(text[text.index(after: equals)...])))"
    }
}

/// Files named by an argument or a flag. Errors point at that argument.
extension Run {
    package func readFile(
        _ path: String, of arguments: BoundArguments, at name: Parameter, value number: Int = 0
    ) async throws -> [UInt8] {
        do {
            return try await readFile(path)
        } catch let problem as Problem {
            throw arguments.problem(problem.kind, problem.message, at: name, value: number)
        }
    }

    package func readText(
        _ path: String, of arguments: BoundArguments, at name: Parameter, value number: Int = 0
    ) async throws -> String {
        let bytes = try await readFile(path, of: arguments, at: name, value: number)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw arguments.problem(.usage, "\(path) is not UTF-8 text.", at: name, value: number)
        }
        return text
    }

    /// Writes a file. An existing file is replaced only with `--force`.
    package func writeFile(_ path: String, _ bytes: [UInt8], of arguments: BoundArguments, at name: Parameter)
        async throws
    {
        do {
            try await writeFile(path, bytes, replacing: arguments[.replacesFile])
        } catch let problem as Problem {
            var located = arguments.problem(
                problem.kind, problem.message, at: name,
                hints: problem.cause == .fileExists ? ["--force replaces it."] : [])
            located.cause = problem.cause
            throw located
        }
    }
}

/// Splits a command's words into flags with their values and arguments, for binding and for completion.
///
/// Only unquoted text is a flag: `'-5'` and a variable's value never are. `--` ends the flags. A value is the rest of
/// the word or the next word, unless that word is a flag of the command: `-q -n 5` lacks a query.
package struct ArgumentIterator {
    package enum Part {
        /// A known flag. A switch has no values. Fewer values than the flag takes means that the line ended or another
        /// flag followed.
        case flag(FlagDefinition, spelling: Range<Int>, values: [Word], isAttached: Bool, words: [Word])
        case unknownFlag(Word)
        case argument(Word)
        /// `--`.
        case end(Word)
    }

    let definition: Command
    private var rest: ArraySlice<Word>
    private(set) var flagsHaveEnded = false
    private var takesCommand: Bool

    package init(_ words: some Sequence<Word>, of definition: Command) {
        self.definition = definition
        rest = Array(words)[...]
        takesCommand = definition.arguments.contains { $0.kind == .tableCommand || $0.kind == .command }
    }

    package mutating func next() -> Part? {
        guard let word = rest.popFirst() else { return nil }
        guard !flagsHaveEnded, ArgumentIterator.isFlag(word) else {
            // Everything after the first word of a nested command belongs to that command, flags included.
            if takesCommand { flagsHaveEnded = true }
            return .argument(word)
        }
        let bare = word.barePrefix
        if bare == "--", word.pieces.count == 1 {
            flagsHaveEnded = true
            return .end(word)
        }
        guard let (flag, length, isAttached) = flag(in: word) else { return .unknownFlag(word) }
        let spelling = word.span.lowerBound..<word.span.lowerBound + length
        if flag.beginsCommand { takesCommand = true }
        if isAttached {
            // `--limit=` is an empty value. The `=` of a long flag belongs to neither name nor value.
            let value = word.dropping(bare.utf8.starts(with: [.dash, .dash]) ? length + 1 : length)
            let more = takeValues(flag.values.count - 1)
            return .flag(flag, spelling: spelling, values: [value] + more, isAttached: true, words: [word] + more)
        }
        let values = takeValues(flag.values.count)
        return .flag(flag, spelling: spelling, values: values, isAttached: false, words: [word] + values)
    }

    private mutating func takeValues(_ count: Int) -> [Word] {
        var values: [Word] = []
        while values.count < count, let next = rest.first, !isKnownFlag(next) {
            values.append(next)
            rest.removeFirst()
        }
        return values
    }

    /// Whether a word looks like a flag: an unquoted dash followed by something.
    static func isFlag(_ word: Word) -> Bool { word.isFlag }

    /// The flag that a word names, the length of its spelling in bytes, and whether a value is attached.
    private func flag(in word: Word) -> (FlagDefinition, length: Int, isAttached: Bool)? {
        let bare = Array(word.barePrefix.utf8)
        if bare.starts(with: [.dash, .dash]) {
            let end = bare.firstIndex(of: .equals)
            guard end != nil || word.pieces.count == 1 else { return nil }
            let name = String(decoding: bare[2..<(end ?? bare.count)], as: UTF8.self)
            return definition.flag(long: name).map { ($0, end ?? bare.count, end != nil) }
        }
        guard bare.count > 1, bare[1] < 0x80, let flag = definition.flag(short: Character(UnicodeScalar(bare[1])))
        else { return nil }
        let isAttached = bare.count > 2 || word.pieces.count > 1
        return isAttached && flag.value == nil ? nil : (flag, 2, isAttached)
    }

    /// Whether a word is exactly a flag of this command and therefore not a value. `--` is not a flag.
    private func isKnownFlag(_ word: Word) -> Bool {
        guard ArgumentIterator.isFlag(word), let (_, length, isAttached) = flag(in: word) else { return false }
        // `-number` parses as `-n` with a value, but means descending order.
        return !isAttached || length > 2
    }
}
