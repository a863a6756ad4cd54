package import CassetteStore
import Notation

/// Copies a tape with pseudonyms in place of people, mail addresses and telephone numbers.
package struct Pseudonymizer: Sendable, TapeChange {
    /// How many different ones are replaced.
    package let people: Int
    package let addresses: Int
    package let phones: Int
    package let texts: Int
    /// Bodies and files that are not text and were not read.
    package let binaries: Int
    /// Names that are short or also other words, and so are only replaced in longer names and where a column says that
    /// they are names.
    package let ambiguous: [String]
    private var replacement: ValueReplacement
    private var attachments = AttachmentContents()
    private let search: RemainderSearch

    /// Reads a whole tape.
    ///
    /// - Parameters:
    ///   - freeText: whether descriptions, comments and notes are replaced, too.
    ///   - kept: words that are not names.
    package init(
        of cassette: Cassette, with pseudonyms: Pseudonyms, freeText: Bool, keeping kept: [String] = []
    ) throws(CassetteError) {
        var found = PersonCollector(takesText: freeText)
        try TapePart.forEach(of: cassette) { (part) throws(CassetteError) in found.read(part) }
        self.init(found, pseudonyms, keeping: kept)
        try attachments.read(cassette, changing: self)
    }

    init(_ found: PersonCollector, _ pseudonyms: Pseudonyms, keeping kept: [String] = []) {
        let patterns = NamePatterns(found, pseudonyms, kept: Set(kept.map { $0.lowercased() }))
        var replacement = ValueReplacement()
        addresses = found.addresses.sorted().count {
            replacement.add(
                .init(original: Array($0.utf8), replacement: Array(pseudonyms.address($0).utf8), mode: .anywhere))
        }
        phones = found.phones.sorted().count { replacement.add(phone: $0, pseudonyms.phone($0)) }
        texts = found.texts.sorted().count {
            !patterns.isAmbiguous($0)
                && replacement.add(.init(original: Array($0.utf8), replacement: Array(pseudonyms.text($0).utf8)))
        }
        for value in patterns.values { replacement.add(value) }
        replacement.replacePerson = { patterns.replacement(of: $0) }
        replacement.prepare()
        people = Set(found.names.union(found.userNames).map { Pseudonyms.words(of: $0) }).count
        binaries = found.binaries
        ambiguous = patterns.ambiguous.sorted()
        search = RemainderSearch(found, patterns.ambiguous.union(kept))
        self.replacement = replacement
    }

    /// Appends the changed tape to a new one.
    package func copy(_ source: Cassette, onto target: Cassette) throws(CassetteError) {
        try TapeCopy(onto: target).append(source, changing: self)
    }

    func changed(_ part: TapePart) -> [UInt8] { attachments.corrected(replacement.replaced(part), part) }

    /// Searches a changed tape for originals.
    package func remainder(on cassette: Cassette) throws(CassetteError) -> Remainder {
        try search.remainder(on: cassette)
    }

    /// Whether a text contains an original.
    package func names(originalIn text: [UInt8]) -> Bool {
        replacement.occurs(in: TapePart(place: "", kind: .input, bytes: text))
    }
}

extension NamePatterns {
    /// The replacement of a value that is recognized by its column, and the length of what it replaces; nil for a role,
    /// and for a condition of a query that names nobody on the tape.
    func replacement(of value: PersonValue) -> (length: Int, replacement: [UInt8])? {
        func replaced(_ text: String) -> (Int, [UInt8])? {
            let other = replacement(for: text, value.meaning)
            return other == text ? nil : (text.utf8.count, Array(other.utf8))
        }
        switch (value.source, value.meaning) {
        case (.column, .address): return value.text.contains("@") ? replaced(value.text) : nil
        case (_, .phone), (_, .address): return nil
        case (.column, .name): return replaced(value.text)
        case (.column, _): return PersonFields.isName(value.text) ? replaced(value.text) : nil
        case (.argument, _):
            return known.contains(FoldedText.of(value.text)) && !isAmbiguous(value.text) ? replaced(value.text) : nil
        case (.query, _):
            var text = value.text[...]
            while !text.isEmpty {
                let name = String(text)
                if PersonFields.isName(name), isKnown(name) { return replaced(name) }
                guard let blank = text.lastIndex(of: " ") else { return nil }
                text = text[..<blank]
            }
            return nil
        }
    }

    private func isKnown(_ name: String) -> Bool {
        known.contains(FoldedText.of(name)) || Self.words(of: name).allSatisfy { known.contains(FoldedText.of($0)) }
    }
}
