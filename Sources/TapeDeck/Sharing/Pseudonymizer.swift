package import CassetteStore
import Notation

/// Copies a tape with pseudonyms in place of people, mail addresses and telephone numbers.
package struct Pseudonymizer: Sendable, TapeChange {
    /// How many different ones are replaced.
    package let people: Int
    package let addresses: Int
    package let phones: Int
    package let texts: Int
    /// Names that are also words of commands, tables or fields, and so are only replaced in longer names.
    package let ambiguous: [String]
    private let replacement: ValueReplacement

    /// Reads a whole tape.
    ///
    /// - Parameter freeText: whether descriptions, comments and notes are replaced, too.
    package init(
        of cassette: Cassette, with pseudonyms: Pseudonyms, freeText: Bool
    ) throws(CassetteError) {
        var found = PersonCollector(takesText: freeText)
        try TapePart.forEach(of: cassette) { (part) throws(CassetteError) in found.read(part) }
        var replacement = ValueReplacement()
        var ambiguous: Set<String> = []
        func isWord(_ name: String) -> Bool { found.vocabulary.contains(name.lowercased()) }
        let fullNames = found.names.filter { Pseudonyms.words(of: $0).count > 1 }.sorted()
        for name in fullNames {
            replacement.add(spellings: name, pseudonyms.name(name))
            // A user name or mailbox that is only known from the name, and the other way around.
            let words = Pseudonyms.words(of: name)
            replacement.add(spellings: words.joined(separator: "."), pseudonyms.userName(name))
        }
        for name in found.userNames.sorted() where Pseudonyms.words(of: name).count == 2 {
            let spoken = Pseudonyms.words(of: name).map { $0.prefix(1).uppercased() + $0.dropFirst() }
                .joined(separator: " ")
            replacement.add(spellings: spoken, pseudonyms.name(spoken))
        }
        for name in found.userNames.sorted() {
            if isWord(name) {
                ambiguous.insert(name)
            } else {
                let isOneWord = Pseudonyms.words(of: name).count == 1
                replacement.add(spellings: name, pseudonyms.userName(name), isCommon: isOneWord)
            }
        }
        addresses = found.addresses.sorted().count { replacement.add(spellings: $0, pseudonyms.address($0)) }
        phones = found.phones.sorted().count { replacement.add($0, pseudonyms.phone($0)) }
        texts = found.texts.sorted().count {
            !isWord($0)
                && replacement.add($0, pseudonyms.text($0), isCommon: !$0.utf8.contains(UInt8(ascii: " ")))
        }
        let words = Set(found.names.flatMap { $0.split { " ,()".contains($0) }.map(String.init) })
        for word in words.sorted() where word.count > 2 && PersonFields.isName(word) {
            if isWord(word) {
                ambiguous.insert(word)
            } else {
                replacement.add(spellings: word, pseudonyms.name(word), isCommon: true)
            }
        }
        replacement.prepare()
        people = Set((fullNames + found.userNames).map { Pseudonyms.words(of: $0) }).count
        self.ambiguous = ambiguous.sorted()
        self.replacement = replacement
    }

    /// Appends the changed tape to a new one.
    package func copy(_ source: Cassette, onto target: Cassette) throws(CassetteError) {
        try TapeCopy(onto: target).append(source, changing: self)
    }

    func changed(_ part: TapePart) -> [UInt8] { replacement.replaced(part) }

    /// The first place of a tape that still contains an original; nil if there is none. Single words are not searched
    /// for in output, because the program's own text may contain them.
    package func remainder(on cassette: Cassette) throws(CassetteError) -> String? {
        var place: String?
        try TapePart.forEach(of: cassette) { (part) throws(CassetteError) in
            guard place == nil, first(in: part) != nil else { return }
            place = part.place
        }
        return place
    }

    /// Whether a text contains an original.
    package func names(originalIn text: [UInt8]) -> Bool {
        first(in: TapePart(place: "", kind: .input, bytes: text)) != nil
    }

    private func first(in part: TapePart) -> ValueReplacement.Value? {
        replacement.first(in: part) { value in
            if value.isCommonWord, part.kind == .output { return false }
            // A neutral name that is also the name of someone on the tape tells nothing about them.
            let words = Pseudonyms.words(of: String(decoding: value.original, as: UTF8.self))
            return !words.allSatisfy { NeutralNames.lowercased.contains($0) }
        }
    }
}

extension ValueReplacement {
    @discardableResult
    fileprivate mutating func add(_ original: String, _ replacement: String, isCommon: Bool = false) -> Bool {
        add(Value(original: Array(original.utf8), replacement: Array(replacement.utf8), isCommonWord: isCommon))
    }

    /// Adds a value as it is, in lower case and in capitals. False if it is replaced by itself.
    @discardableResult
    fileprivate mutating func add(
        spellings original: String, _ replacement: String, isCommon: Bool = false
    ) -> Bool {
        let isAdded = add(original, replacement, isCommon: isCommon)
        let small = original.lowercased()
        add(
            Value(
                original: Array(small.utf8), replacement: Array(replacement.lowercased().utf8), isPlainWord: isCommon,
                isCommonWord: isCommon))
        add(original.uppercased(), replacement.uppercased(), isCommon: isCommon)
        return isAdded
    }
}
