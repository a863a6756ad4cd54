package import Notation

/// A command's arguments, checked against its grammar. Names are those of its definition.
package struct BoundArguments: Sendable {
    package let command: Command
    package let line: String
    let values: [String: [BoundValue]]
    let switches: Set<String>
    /// `field=value` pairs in the order they were typed; names are unique.
    package let assignments: [Assignment]

    /// The table and the record that a command names; empty for one that names none.
    var table: String { string("table") ?? "" }
    var record: String { string("record") ?? "" }

    package func string(_ name: String) -> String? { value(name)?.text }

    package func strings(_ name: String) -> [String] { values[name]?.map(\.text) ?? [] }

    package func int(_ name: String) -> Int? { string(name).flatMap { Int($0) } }

    package func size(_ name: String) -> Int? { string(name).flatMap(ByteSize.init).map(\.bytes) }

    package func flag(_ name: String) -> Bool { switches.contains(name) }

    package func has(_ name: String) -> Bool { values[name] != nil || switches.contains(name) }

    /// The names of a list with commas, without the blanks around them, each once; nil when it was left out. An object of
    /// JSON or YAML has no room for a second member of the same name.
    package func list(_ name: String) -> [String]? {
        var seen: Set<String> = []
        return string(name).map { FieldList.names(in: $0).map(\.name).filter { seen.insert($0).inserted } }
    }

    package func ordering(_ name: String) -> [(field: String, descending: Bool)]? {
        list(name)?.map { $0.hasPrefix("-") ? (String($0.dropFirst()), true) : ($0, false) }
    }

    /// An argument or flag with its place in the line.
    package func value(_ name: String) -> BoundValue? { values[name]?.first }

    package func given(_ name: String) -> [BoundValue] { values[name] ?? [] }

    /// Where a part of a value, in UTF-8 bytes, is in the line; nil when the value was left out.
    package func source(of span: Range<Int>, in name: String) -> Problem.Source? {
        value(name).map { Problem.Source(text: line, span: $0.span(of: span)) }
    }

    /// A problem under an argument or flag of this line; under its first value, unless another is meant.
    package func problem(
        _ kind: Problem.Kind, _ message: String, at name: String, value number: Int = 0, notes: [String] = [],
        hints: [String] = [], details: JSON? = nil
    ) -> Problem {
        let given = values[name] ?? []
        let span =
            (number < given.count ? given[number] : given.first)?.span
            ?? assignments.first { $0.name == name }?.nameSpan
        return Problem(
            kind, message, source: span.map { Problem.Source(text: line, span: $0) }, notes: notes, hints: hints,
            details: details)
    }
}

extension BoundArguments {
    /// Refuses to keep a value of a command that gives none, before it runs: what is a mistake of usage does nothing.
    func allow(_ captures: [Capture]) throws(Problem) {
        guard let capture = captures.first else { return }
        let source = Problem.Source(text: line, span: capture.span)
        switch command.traits.value {
        case .answer: return
        case .answerUnless(let name):
            guard flag(name) else { return }
            throw Problem(
                .usage, "\(command.name) --\(name) gives nothing that can be kept in a variable.", source: source,
                hints: ["\(command.name) without --\(name) does."])
        case .none:
            throw Problem(
                .usage, "\(command.name) gives nothing that can be kept in a variable.", source: source)
        }
    }
}

/// A value that was typed, with its variables replaced, and its place in the line.
package struct BoundValue: Sendable, Hashable {
    /// Without quotes, variables replaced.
    package let text: String
    /// In the line, quotes included.
    package let span: Range<Int>
    /// Whether it begins with an unquoted `@`: then the rest names a file.
    package let namesFile: Bool
    /// Whether an unquoted `@` follows its first `=`: then what follows names a file.
    package let assignsFile: Bool
    let word: Word
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

    /// A word of a command that is bound when it runs.
    init(unexpanded word: Word) {
        (text, span, namesFile, assignsFile) = (CompletionPoint.text(of: word), word.span, false, false)
        (self.word, variableLengths) = (word, [])
    }

    /// The place of a part of the text in the line, in UTF-8 bytes: the caret of an error inside a value.
    package func span(of range: Range<Int>) -> Range<Int> { word.span(of: range, variableLengths: variableLengths) }

    package var fileName: String? { namesFile ? String(text.dropFirst()) : nil }
}

/// `name=value`.
package struct Assignment: Sendable, Hashable {
    package let name: String
    /// Its place in the line, in UTF-8 bytes.
    package let nameSpan: Range<Int>
    package let value: BoundValue

    /// The length in bytes of the name of an assignment, nil when a word is none. Names are unquoted.
    static func nameLength(in word: Word) -> Int? { word.assignedNameLength }

    /// How an assignment that is quoted as a whole is written; nil when a word is none.
    static func unquotedName(of word: Word) -> String? {
        guard let text = word.literal, let equals = text.firstIndex(of: "="), equals > text.startIndex,
            text[..<equals].utf8.allSatisfy({ $0.isNameByte || $0 == .dot || $0 == .dash })
        else { return nil }
        return "\(text[...equals])\(Quoting.word(String(text[text.index(after: equals)...])))"
    }
}
