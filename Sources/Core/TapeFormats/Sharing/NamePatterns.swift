/// How a word of a name is written, which decides where it can be recognized.
struct NameShape {
    let folded: [UInt8]
    /// Letters, syllables or ideographs.
    let length: Int
    /// Whether words of its script are not separated by blanks.
    let isUnspaced: Bool

    init(_ word: String) {
        folded = FoldedText.of(word)
        isUnspaced = word.unicodeScalars.contains { $0.value >= 0x2E80 && $0.value < 0xFE00 || $0.value >= 0x20000 }
        length = word.count(where: \.isLetter)
    }

    /// Where the word is recognized alone; nil for one that is too short, which only a column tells from a word.
    var mode: ValueReplacement.Mode? {
        if isUnspaced { return length >= 2 ? .anywhere : nil }
        return length >= 5 ? .anywhere : length >= 3 ? .word : nil
    }
}

/// The spellings of people's names, user names and mailboxes.
struct NamePatterns: Sendable {
    private(set) var values: [ValueReplacement.Value] = []
    /// Words that are only replaced in longer names and where a column says so.
    private(set) var ambiguous: Set<String> = []
    /// Folded words and whole values that belong to people.
    private(set) var known: Set<[UInt8]> = []
    private var nameWords: Set<[UInt8]> = []
    private let pseudonyms: Pseudonyms
    let isAmbiguous: @Sendable (String) -> Bool
    private var seen: Set<[UInt8]> = []

    private static let separators = ["", " ", ".", "_", "-", ", ", "\\, ", "\\,", ",", "+"]

    init(_ people: PersonCollector, _ pseudonyms: Pseudonyms, kept: Set<String>) {
        self.pseudonyms = pseudonyms
        let vocabulary = people.vocabulary
        let things = Set(people.others.map { FoldedText.of($0) })
        isAmbiguous = { word in
            let small = word.lowercased()
            return vocabulary.contains(small) || kept.contains(small) || OrdinaryWords.contains(small)
                || things.contains(FoldedText.of(word))
        }
        let spoken = people.userNames.filter { Pseudonyms.words(of: $0).count > 1 }
        let whole = people.names.union(spoken).sorted()
        for name in whole { nameWords.formUnion(Self.words(of: name).map(FoldedText.of)) }
        nameWords.formUnion(people.parts.flatMap(Self.words).map(FoldedText.of))
        known = nameWords
        for name in people.userNames.sorted() { addUserName(name) }
        for name in whole { addName(name) }
        for word in Set(people.parts.flatMap(Self.words) + whole.flatMap(Self.words)).sorted() { addWord(word) }
    }

    package func replacement(for text: String, _ meaning: PersonFields.Meaning) -> String {
        switch meaning {
        case .name:
            return PersonFields.names(in: text).map { name in
                guard PersonFields.isName(name) else { return name }
                if name.utf8.contains(UInt8(ascii: "@")) { return pseudonyms.address(name) }
                let isSpoken = name.utf8.contains(UInt8(ascii: " ")) || NameShape(name).isUnspaced
                return isSpoken ? pseudonyms.name(name) : userName(name)
            }.joined(separator: text.utf8.contains(UInt8(ascii: ",")) && !text.contains(", ") ? "," : ", ")
        case .part: return pseudonyms.name(text)
        case .userName: return text.utf8.contains(UInt8(ascii: "@")) ? pseudonyms.address(text) : userName(text)
        case .address: return pseudonyms.address(text)
        case .phone: return pseudonyms.phone(text)
        }
    }

    private func userName(_ name: String) -> String {
        nameWords.contains(FoldedText.of(name)) ? pseudonyms.name(name) : pseudonyms.userName(name)
    }

    /// The words of a name as they are written. A Chinese or Korean name is a family name of one character and a given
    /// name.
    package static func words(of name: String) -> [String] {
        let words = name.split { !Pseudonyms.isInWord($0) }.map(String.init)
        guard words.count == 1, let word = words.first, NameShape(word).isUnspaced, (2...4).contains(word.count) else {
            return words
        }
        return word.count == 4
            ? [String(word.prefix(2)), String(word.suffix(2))] : [String(word.prefix(1)), String(word.dropFirst())]
    }

    private mutating func addUserName(_ name: String) {
        known.insert(FoldedText.of(name))
        guard !nameWords.contains(FoldedText.of(name)) else { return }
        let shape = NameShape(name)
        if isAmbiguous(name) {
            ambiguous.insert(name)
        } else if shape.length >= 3 {
            // A user name of one word may be any word: employee.
            let isOneWord = Pseudonyms.words(of: name).count == 1
            add(name, pseudonyms.userName(name), isOneWord ? .word : shape.length > 4 ? .anywhere : .word)
        }
    }

    private mutating func addName(_ name: String) {
        known.insert(FoldedText.of(name))
        let words = Self.words(of: name).filter { !Self.isTitle($0) }
        let mode: ValueReplacement.Mode =
            words.contains { NameShape($0).isUnspaced } || name.count(where: \.isLetter) > 5 ? .anywhere : .word
        add(name, pseudonyms.name(name), mode)
        add(name.split(separator: " ").joined(), pseudonyms.name(name), mode)
        guard (2...5).contains(words.count) else { return }
        for first in words.indices {
            for second in words.indices where first != second { addPair(words[first], words[second]) }
        }
    }

    /// Two words of a name in any order: `Jane Roe`, `roe_jane`, `janeroe`, and with an initial: `jroe`, `roej`.
    private mutating func addPair(_ first: String, _ second: String) {
        let (one, other) = (pseudonyms.name(first), pseudonyms.name(second))
        let isUnspaced = NameShape(first).isUnspaced || NameShape(second).isUnspaced
        let length = NameShape(first).length + NameShape(second).length
        let mode: ValueReplacement.Mode = isUnspaced || length > 5 ? .anywhere : .word
        for separator in Self.separators { add(first + separator + second, one + separator + other, mode) }
        guard !isUnspaced, let initial = first.first, let otherInitial = one.first, NameShape(second).length > 2 else {
            return
        }
        for separator in ["", ".", "_"] {
            add("\(initial)\(separator)\(second)", "\(otherInitial)\(separator)\(other)", .word)
            add("\(second)\(separator)\(initial)", "\(other)\(separator)\(otherInitial)", .word)
        }
    }

    private mutating func addWord(_ word: String) {
        guard !Self.isTitle(word), PersonFields.isName(word) else { return }
        if isAmbiguous(word) || NameShape(word).mode == nil {
            ambiguous.insert(word)
        } else if let mode = NameShape(word).mode {
            add(word, pseudonyms.name(word), mode)
        }
    }

    private static func isTitle(_ word: String) -> Bool {
        ["dr", "frau", "herr", "mme", "mr", "mrs", "ms", "mx", "prof", "sir"].contains(word.lowercased())
    }

    private mutating func add(_ original: String, _ replacement: String, _ mode: ValueReplacement.Mode) {
        let spellings = Transliteration.spellings(of: original)
        for spelling in spellings where seen.insert(spelling).inserted {
            values.append(
                ValueReplacement.Value(original: spelling, replacement: Array(replacement.utf8), mode: mode, fits: true)
            )
        }
    }
}

/// The spellings of a name in letters without diacritics: `Müller` as `muller` and `mueller`.
enum Transliteration {
    private static let pairs: [Character: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "đ": "dj", "ñ": "nn", "æ": "ae",
    ]

    static func spellings(of name: String) -> Set<[UInt8]> {
        var found: Set = [FoldedText.of(name)]
        let small = name.lowercased()
        guard small.contains(where: { !$0.isASCII }) else { return found }
        found.insert(FoldedText.of(small.map { pairs[$0] ?? String($0) }.joined()))
        if small.contains("ß") { found.insert(FoldedText.of(small.map { $0 == "ß" ? "s" : String($0) }.joined())) }
        if small.contains("æ") { found.insert(FoldedText.of(small.map { $0 == "æ" ? "a" : String($0) }.joined())) }
        return found
    }
}
