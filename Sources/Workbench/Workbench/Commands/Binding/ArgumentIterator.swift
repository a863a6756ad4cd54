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

    package init(_ words: some Sequence<Word>, of definition: Command) {
        self.definition = definition
        rest = Array(words)[...]
    }

    package mutating func next() -> Part? {
        guard let word = rest.popFirst() else { return nil }
        guard !flagsHaveEnded, ArgumentIterator.isFlag(word) else {
            // Everything after the first word of a nested command belongs to that command, flags included.
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
        guard bare.count > 1, bare[1] < 0x80,
            let flag = definition.flag(short: Character(UnicodeScalar(bare[1])))
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
