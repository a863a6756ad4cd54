package import Notation
import NowWeb

/// The arguments and flags that the words before the cursor have already filled.
package struct ArgumentPlaces {
    package let command: Command
    package private(set) var arguments: [Word] = []
    package private(set) var usedFlags: Set<String> = []
    /// The plain-text value of each flag.
    package private(set) var flagTexts: [String: String] = [:]
    /// All plain-text values of each flag.
    package private(set) var flagTextsInOrder: [String: [String]] = [:]
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

extension ArgumentPlaces {
    /// The typed document as far as it parses; nil for one in a file.
    package var outline: GraphQL.Outline? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .document }), place < arguments.count,
            arguments[place].barePrefix.utf8.first != .at
        else { return nil }
        return GraphQL.Outline(DocumentWord.document(in: arguments[place]))
    }
}
