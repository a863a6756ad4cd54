import CassetteStore
import Notation
import Redactors

/// What a search of a changed tape for originals found.
package struct Remainder: Sendable {
    /// An original, and where it is; nil if there is none.
    package internal(set) var original: String?
    package internal(set) var place = ""
    /// Longer words with the letters of a short name in them, which were left: `remarks` for Mark.
    package internal(set) var words: Set<String> = []
}

/// Searches for originals anywhere, within words too, in every encoding, so that it finds what the replacement missed.
/// Both fold spellings and read encodings by the same code; where a name may be, and in which of its forms, they decide
/// apart.
struct RemainderSearch: Sendable {
    private struct Original: Sendable {
        package var text: String
        var folded: [UInt8]
        /// Whether its letters may be a part of another word by chance.
        var isShort: Bool
    }

    private var originals: [UInt32: [Original]] = [:]
    private var begins = [Bool](repeating: false, count: 1 << 16)
    private var phones: Set<[UInt8]> = []
    /// Words of names too short to be searched for in texts.
    private var shortWords: Set<[UInt8]> = []
    private let vocabulary: Set<String>
    private static let least = 4
    private static let neutral = NeutralNames.lowercased.union(["example", "com"]).union(Pseudonyms.fillers)

    /// - Parameter ambiguous: words that are reported and left where they stand alone.
    init(_ people: PersonCollector, _ ambiguous: Set<String>) {
        vocabulary = people.vocabulary
        let left = Set(ambiguous.map { FoldedText.of($0) })
        let names = people.names.union(people.parts).union(
            people.userNames.filter { Pseudonyms.words(of: $0).count > 1 })
        for name in names {
            for word in NamePatterns.words(of: name) where PersonFields.isName(word) { add(word, left) }
            add(name, left)
            add(name.split(separator: " ").joined(), left)
        }
        for name in people.userNames { add(name, left, isShort: Pseudonyms.words(of: name).count == 1) }
        for address in people.addresses
        where !RoleWords.isRole(Pseudonyms.words(of: String(address.prefix { $0 != "@" }))) { add(address, left) }
        for phone in people.phones {
            let digits = PhoneDigits.significant(Array(phone.utf8)[...])
            if digits.count >= PhoneDigits.least { phones.insert(Array(digits.suffix(PhoneDigits.least))) }
        }
    }

    private mutating func add(_ text: String, _ left: Set<[UInt8]>, isShort: Bool = false) {
        let shape = NameShape(text)
        guard !left.contains(shape.folded) else {
            shortWords.insert(shape.folded)
            return
        }
        let isLongEnough = shape.isUnspaced ? shape.length >= 2 : shape.length >= Self.least
        for folded in Transliteration.spellings(of: text) {
            guard isLongEnough, folded.count >= Self.least else {
                shortWords.insert(folded)
                continue
            }
            let original = Original(
                text: text, folded: folded, isShort: isShort || !shape.isUnspaced && shape.length < 6)
            begins[Int(folded[0]) << 8 | Int(folded[1])] = true
            originals[Self.start(of: folded, 0), default: []].append(original)
        }
    }

    func remainder(on cassette: Cassette) throws(CassetteError) -> Remainder {
        var found = Remainder()
        var people = PersonCollector(takesText: false)
        try TapePart.forEach(of: cassette) { part in
            guard found.original == nil, !part.isBinary else { return }
            search(part.whole?.bytes ?? part.bytes, &found)
            if found.original != nil { found.place = part.place }
            people.read(part)
        }
        guard found.original == nil else { return found }
        for name in people.names.union(people.parts).union(people.userNames).sorted() {
            let words = NamePatterns.words(of: name)
            guard
                let word = words.first(where: { shortWords.contains(FoldedText.of($0)) && !isNeutral($0.lowercased()) })
            else { continue }
            (found.original, found.place) = (word, "a column of people")
            break
        }
        return found
    }

    func remainder(in text: [UInt8]) -> Remainder {
        var found = Remainder()
        search(text, &found)
        return found
    }

    private func search(_ bytes: [UInt8], _ found: inout Remainder) {
        ContactScan.forEachText(in: bytes, levels: 3, EscapedView.Escape.allCases) { text in
            if found.original == nil { searchPlain(text, &found) }
        }
    }

    private func searchPlain(_ bytes: [UInt8], _ found: inout Remainder) {
        let text = FoldedText(bytes)
        var place = 0
        while place + Self.least <= text.bytes.count {
            defer { place += 1 }
            guard begins[Int(text.bytes[place]) << 8 | Int(text.bytes[place + 1])],
                let candidates = originals[Self.start(of: text.bytes, place)]
            else { continue }
            for original in candidates {
                let end = place + original.folded.count
                guard text.bytes.holds(original.folded, at: place), let source = text.source(of: place..<end),
                    isLeft(original, source, bytes, &found)
                else { continue }
                found.original = original.text
                return
            }
        }
        for run in PhoneDigits.runs(in: bytes) {
            let digits = PhoneDigits.significant(bytes[run])
            guard digits.count < 16, !Pseudonyms.isPhone(digits),
                phones.contains(Array(digits.suffix(PhoneDigits.least)))
            else { continue }
            found.original = String(decoding: bytes[run], as: UTF8.self)
            return
        }
    }

    /// Whether an occurrence is an original that was missed. It is none in an identifier, in a pseudonym, in a word of
    /// the tape's structure or, for a short one, in a longer word; those are reported.
    private func isLeft(_ original: Original, _ range: Range<Int>, _ bytes: [UInt8], _ found: inout Remainder) -> Bool {
        let isNoise = bytes.withUnsafeBufferPointer { NoiseRun.contains(range, of: $0) }
        if isNoise { return false }
        let word = Self.word(around: range, bytes)
        // A neutral name that is also the name of someone on the tape tells nothing about them.
        if isNeutral(word) || isNeutral(original.text.lowercased()) { return false }
        let isWhole = bytes.withUnsafeBufferPointer { WordEdge.isWhole(range, of: $0) }
        guard !isWhole, original.isShort || vocabulary.contains(word) else { return true }
        found.words.insert(word)
        return false
    }

    private static func word(around range: Range<Int>, _ bytes: [UInt8]) -> String {
        let word = bytes.withUnsafeBufferPointer { bytes in
            NoiseRun.run(around: range, bytes, longest: 40) { ASCII.isLetter($0) || $0 >= 0x80 }
        }
        return String(decoding: bytes[word], as: UTF8.self).lowercased()
    }

    /// Whether a word, or each of several, consists of pseudonyms.
    private func isNeutral(_ text: String) -> Bool { text.split { !$0.isLetter }.allSatisfy { Self.isNeutral($0, 3) } }

    private static func isNeutral(_ word: Substring, _ depth: Int) -> Bool {
        if neutral.contains(String(word)) { return true }
        guard depth > 0 else { return false }
        return word.indices.dropFirst(2).contains { cut in
            neutral.contains(String(word[..<cut])) && isNeutral(word[cut...], depth - 1)
        }
    }

    private static func start(of bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + least].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
