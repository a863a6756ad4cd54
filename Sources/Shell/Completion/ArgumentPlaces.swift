import Notation
import NowWeb

/// What the words before the cursor have used up of a command's grammar.
struct ArgumentPlaces {
    let command: Command
    private(set) var arguments: [Word] = []
    private(set) var usedFlags: Set<String> = []
    /// By flag: the value it was given, where that is plain text.
    private(set) var flagTexts: [String: String] = [:]
    /// By flag: all that it was given, where that is plain text.
    private(set) var flagTextsInOrder: [String: [String]] = [:]
    private(set) var flagsHaveEnded = false
    /// The flag whose value the word at the cursor is.
    private(set) var pendingFlag: FlagDefinition?

    init(_ words: some Sequence<Word>, of command: Command) {
        self.command = command
        var walk = ArgumentWalk(words, of: command)
        while let part = walk.next() {
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
        flagsHaveEnded = walk.flagsHaveEnded
    }

    /// The table that was named, or that the command is about.
    var table: String? {
        if command.arguments.contains(where: { $0.kind == .task }) { return "task" }
        let tabled: (ArgumentDefinition) -> Bool = { $0.kind == .table || $0.kind == .page }
        guard let place = command.arguments.firstIndex(where: tabled), place < arguments.count else { return nil }
        return arguments[place].literal
    }

    /// What the word at the cursor can be: more than one where an optional argument precedes assignments.
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

    /// Whether a rule excludes one of the two.
    private func excludes(_ flag: String, _ argument: String) -> Bool {
        command.rules.contains { rule in
            switch rule {
            case .exactlyOne(let names), .atMostOne(let names): names.contains(flag) && names.contains(argument)
            case .goesWith: false
            }
        }
    }
}

/// What completion asks of the words of single commands.
extension ArgumentPlaces {
    /// The document that was typed, as far as it can be read; nil for one in a file.
    var outline: GraphQL.Outline? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .document }), place < arguments.count,
            arguments[place].barePrefix.utf8.first != .at
        else { return nil }
        return GraphQL.Outline(DocumentWord.document(in: arguments[place]))
    }

    /// How a reference is written in its query: where names are looked up, by name.
    var queryForm: ReferenceForm {
        command.flag(long: "raw-query") != nil && !usedFlags.contains("raw-query") ? .name : .sysID
    }

    /// How a reference is written in an assignment.
    var assignedForm: ReferenceForm { flagTexts["input"] == "display" ? .display : .name }

    /// What `--var` gives, by name.
    var givenVariables: [String: String] {
        var given: [String: String] = [:]
        for text in flagTextsInOrder["var"] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { given[String(parts[0])] = String(parts[1]) }
        }
        return given
    }

    /// The form that the line is about: the one that it names, else the first with something to fill in.
    func form(in document: Document?) -> Form? {
        guard let forms = document?.forms else { return nil }
        let first = arguments.first.flatMap { Assignment.nameLength(in: $0) == nil ? $0.literal : nil }
        guard let name = first else {
            return forms.first { $0.fields.contains { $0.kind != .hidden } } ?? forms.first
        }
        if let number = Int(name), forms.indices.contains(number - 1) { return forms[number - 1] }
        return forms.first { ASCII.lowercased($0.name ?? "") == ASCII.lowercased(name) }
    }

    /// The table that an address before the cursor asks for.
    var askedTable: String? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .path }), place < arguments.count else {
            return nil
        }
        return arguments[place].literal.flatMap(RestPath.table)
    }
}
