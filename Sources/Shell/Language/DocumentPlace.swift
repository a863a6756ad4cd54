/// Follows the words of a line and says where a GraphQL document may stand: behind `graphql` or `graphql format`, flags
/// and their values passed over.
struct DocumentPlace {
    private enum State {
        case command, never
        /// Behind the command's name.
        case arguments(passed: Int)
        /// Behind a flag that takes what comes next.
        case value(passed: Int)
    }

    private var state = State.command

    /// Whether the next word may be a document.
    var mayStart: Bool { if case .arguments = state { true } else { false } }

    /// Takes note of a word.
    mutating func passed(_ word: Word) {
        switch state {
        case .never: break
        case .command: state = word.literal == "graphql" ? .arguments(passed: 0) : .never
        case .value(let passed): state = .arguments(passed: passed)
        case .arguments(let passed):
            if ArgumentWalk.isFlag(word) {
                if DocumentPlace.takesNext(word.barePrefix) { state = .value(passed: passed) }
            } else {
                state = passed == 0 && word.literal == "format" ? .arguments(passed: 1) : .never
            }
        }
    }

    /// Whether the word behind a flag of `graphql` is its value.
    private static func takesNext(_ flag: String) -> Bool {
        guard flag.hasPrefix("--"), !flag.utf8.contains(.equals) else { return false }
        return Command.graphql.flag(long: String(flag.dropFirst(2)))?.value != nil
    }
}
