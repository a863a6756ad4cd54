package import Notation

/// A command's arguments, checked against its grammar. Names are those of its definition.
package struct BoundArguments: Sendable {
    /// The command.
    package let command: Command
    /// The line the arguments were typed in.
    package let line: String
    let values: [String: [BoundValue]]
    let switches: Set<String>
    /// `field=value` pairs in the order they were typed; no name stands twice.
    package let assignments: [Assignment]

    /// The text of an argument or flag; nil when it was left out.
    package func string(_ name: String) -> String? { value(name)?.text }

    /// Every text of an argument or flag that may stand more than once.
    package func strings(_ name: String) -> [String] { values[name]?.map(\.text) ?? [] }

    /// A whole number; nil when it was left out.
    package func int(_ name: String) -> Int? { string(name).flatMap { Int($0) } }

    /// A size in bytes; nil when it was left out.
    package func size(_ name: String) -> Int? { string(name).flatMap(ByteSize.init).map(\.bytes) }

    /// Whether a switch was given.
    package func flag(_ name: String) -> Bool { switches.contains(name) }

    /// Whether an argument or flag was given at all.
    package func has(_ name: String) -> Bool { values[name] != nil || switches.contains(name) }

    /// The names of a list with commas, without the blanks around them, each once; nil when it was left out. An object of
    /// JSON or YAML has no room for a second member of the same name.
    package func list(_ name: String) -> [String]? {
        var seen: Set<String> = []
        return string(name).map { FieldList.names(in: $0).map(\.name).filter { seen.insert($0).inserted } }
    }

    /// What `--order` asks for; nil when it was left out.
    package func ordering(_ name: String) -> [(field: String, descending: Bool)]? {
        list(name)?.map { $0.hasPrefix("-") ? (String($0.dropFirst()), true) : ($0, false) }
    }

    /// An argument or flag with its place in the line.
    package func value(_ name: String) -> BoundValue? { values[name]?.first }

    /// Every value of an argument or flag that may stand more than once, each with its place in the line.
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
