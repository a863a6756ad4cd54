package import Notation
import NowWeb

/// The arguments and flags that the words before the cursor have already filled.
package struct ArgumentPlaces {
    package let command: Command
    package private(set) var arguments: [Word] = []
    private(set) var usedFlags: Set<String> = []
    /// The plain-text value of each flag.
    package private(set) var flagTexts: [String: String] = [:]
    /// All plain-text values of each flag.
    private(set) var flagTextsInOrder: [String: [String]] = [:]
    private(set) var flagsHaveEnded = false
    /// The flag whose value is at the cursor.
    private(set) var pendingFlag: FlagDefinition?

    init(_ words: some Sequence<Word>, of command: Command) {
        self.command = command
        var iterator = ArgumentIterator(words, of: command)
        while let part = iterator.next() {
            pendingFlag = nil
            switch part {
            case .argument(let word): arguments.append(word)
            case .flag(let flag, _, let values, _, _):
                usedFlags.insert(flag.name)
                flagTexts[flag.name] = values.first?.literal
                if let text = values.first?.literal { flagTextsInOrder[flag.name, default: []].append(text) }
                if values.count < flag.values.count { pendingFlag = flag }
            case .unknownFlag, .end: break
            }
        }
        flagsHaveEnded = iterator.flagsHaveEnded
    }

    /// The named table, or the one that the command implies.
    package var table: String? {
        if command.arguments.contains(where: { $0.kind == .task }) { return "task" }
        let tabled: (ArgumentDefinition) -> Bool = { $0.kind == .table || $0.kind == .page }
        guard let place = command.arguments.firstIndex(where: tabled), place < arguments.count else { return nil }
        return arguments[place].literal
    }

    /// The arguments that the word at the cursor may be; several if an optional argument precedes assignments.
    func next(for current: Word) -> [ArgumentDefinition] {
        var rest = arguments[...]
        var possible: [ArgumentDefinition] = []
        for argument in command.arguments {
            if argument.isRepeated { return possible + [argument] }
            if let word = rest.first {
                if argument.presence == .optional, Assignment.nameLength(in: word) != nil { continue }
                rest.removeFirst()
                continue
            }
            if argument.presence == .optional {
                if usedFlags.contains(where: { excludes($0, argument.name) })
                    || Assignment.nameLength(in: current) != nil
                {
                    continue
                }
                possible.append(argument)
                continue
            }
            return possible + [argument]
        }
        return possible
    }

    /// Whether a rule makes a flag and an argument mutually exclusive.
    private func excludes(_ flag: String, _ argument: String) -> Bool {
        command.rules.contains { rule in
            switch rule {
            case .exactlyOne(let those), .atMostOne(let those):
                those.contains { $0.name == flag } && those.contains { $0.name == argument }
            case .goesWith: false
            }
        }
    }
}

/// What completion derives from the arguments of particular commands.
extension ArgumentPlaces {
    /// The typed document as far as it parses; nil for one in a file.
    package var outline: GraphQL.Outline? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .document }), place < arguments.count,
            arguments[place].barePrefix.utf8.first != .at
        else { return nil }
        return GraphQL.Outline(DocumentWord.document(in: arguments[place]))
    }

    /// The notation of references in its query: names if they are looked up.
    package var queryForm: ReferenceForm {
        command.flag(long: "raw-query") != nil && !usedFlags.contains("raw-query") ? .name : .sysID
    }

    /// The notation of references in an assignment.
    package var assignedForm: ReferenceForm { flagTexts["input"] == "display" ? .display : .name }

    /// The values of `--var`, by name.
    package var givenVariables: [String: String] {
        var given: [String: String] = [:]
        for text in flagTextsInOrder["var"] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { given[String(parts[0])] = String(parts[1]) }
        }
        return given
    }

    /// The form that the line names, or the first one with fields to fill in.
    package func form(in document: Document?) -> Form? {
        guard let forms = document?.forms else { return nil }
        let first = arguments.first.flatMap { Assignment.nameLength(in: $0) == nil ? $0.literal : nil }
        guard let name = first else {
            return forms.first { $0.fields.contains { $0.kind != .hidden } } ?? forms.first
        }
        if let number = Int(name), forms.indices.contains(number - 1) { return forms[number - 1] }
        return forms.first { ASCII.lowercased($0.name ?? "") == ASCII.lowercased(name) }
    }

    /// The table in the address before the cursor.
    package var askedTable: String? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .path }), place < arguments.count else {
            return nil
        }
        return arguments[place].literal.flatMap(Self.table)
    }

    /// The table that the path of a REST address names.
    private static func table(in path: String) -> String? {
        let parts = path.utf8.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/"))
            .map { String(Substring($0)) }
        guard let place = parts.firstIndex(where: { $0 == "table" || $0 == "stats" }), place + 1 < parts.count,
            parts.first == "api"
        else { return nil }
        return FieldList.isName(parts[place + 1]) ? parts[place + 1] : nil
    }
}
