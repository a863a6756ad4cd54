/// Goes through a command's words and says of each what it is: a flag with its value, or an argument.
///
/// Only unquoted text makes a flag, so `'-5'` and a variable's value never do. `--` ends the flags. A value is the
/// rest of the word or the next word, unless that is a flag the command knows: `-q -n 5` lacks a query. Binding and
/// completion walk the same way.
struct ArgumentWalk {
    enum Part {
        /// A known flag. A switch has no values; any other flag with fewer than it takes says that the line ended too
        /// early, or went on with another flag.
        case flag(FlagDefinition, spelling: Range<Int>, values: [Word], isAttached: Bool, words: [Word])
        case unknownFlag(Word)
        case argument(Word)
        /// `--`.
        case end(Word)
    }

    let definition: Command
    private var rest: ArraySlice<Word>
    private(set) var flagsHaveEnded = false

    init(_ words: some Sequence<Word>, of definition: Command) {
        self.definition = definition
        rest = Array(words)[...]
    }

    mutating func next() -> Part? {
        guard let word = rest.popFirst() else { return nil }
        guard !flagsHaveEnded, ArgumentWalk.isFlag(word) else {
            // What follows the first word of another command is that command's, flags included.
            if definition.arguments.contains(where: { $0.kind == .tableCommand || $0.kind == .command }) {
                flagsHaveEnded = true
            }
            return .argument(word)
        }
        let bare = word.barePrefix
        if bare == "--", word.pieces.count == 1 {
            flagsHaveEnded = true
            return .end(word)
        }
        guard let (flag, length, isAttached) = flag(in: word) else { return .unknownFlag(word) }
        let spelling = word.span.lowerBound..<word.span.lowerBound + length
        if isAttached {
            // `--limit=` is an empty value; a long flag's `=` belongs to neither part.
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

    /// Whether a word looks like a flag: an unquoted dash and something after it.
    static func isFlag(_ word: Word) -> Bool { word.isFlag }

    /// The flag a word names, how many bytes spell it, and whether a value hangs on it.
    private func flag(in word: Word) -> (FlagDefinition, length: Int, isAttached: Bool)? {
        let bare = Array(word.barePrefix.utf8)
        if bare.starts(with: [.dash, .dash]) {
            let end = bare.firstIndex(of: .equals)
            guard end != nil || word.pieces.count == 1 else { return nil }
            let name = String(decoding: bare[2..<(end ?? bare.count)], as: UTF8.self)
            return definition.flag(long: name).map { ($0, end ?? bare.count, end != nil) }
        }
        guard bare.count > 1, bare[1] < 0x80,
            let flag = definition.flag(short: Character(UnicodeScalar(bare[1])))
        else { return nil }
        let isAttached = bare.count > 2 || word.pieces.count > 1
        return isAttached && flag.value == nil ? nil : (flag, 2, isAttached)
    }

    /// Whether a word is exactly a flag of this command, so that it cannot be meant as a value. `--` is none.
    private func isKnownFlag(_ word: Word) -> Bool {
        guard ArgumentWalk.isFlag(word), let (_, length, isAttached) = flag(in: word) else { return false }
        // `-number` reads as -n and its value, but means a descending order.
        return !isAttached || length > 2
    }
}
