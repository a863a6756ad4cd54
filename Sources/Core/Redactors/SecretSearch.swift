import Glibc
import Notation

/// Searches for secrets by value: raw, percent-encoded, JSON-escaped, HTML-escaped, in base64 (either alphabet, all
/// three alignments), in hexadecimal, and escaped again within JSON. Short ones are found as whole words only, and in
/// base64 of the secret alone.
struct SecretSearch: Sendable {
    struct Occurrence: Placed {
        enum Spelling { case plain, base64, inBase64 }

        package var range: Range<Int>
        package var secret: Int
        /// Base64 of the secret alone, with its padding, or a part of base64 text, which must be re-encoded as a whole.
        var spelling = Spelling.plain
    }

    private(set) var secrets: [[UInt8]] = []
    private var known: Set<[UInt8]> = []
    /// The spellings of secrets that are found anywhere, and of those that are found as words.
    private var anywhere = PatternSearch(), words = PatternSearch(step: 1)
    /// What each pattern means.
    private var meanings: [(secret: Int, spelling: Occurrence.Spelling)] = []
    private var meaningsOfWords: [(secret: Int, spelling: Occurrence.Spelling)] = []
    private var hasSpace = false

    var isEmpty: Bool { secrets.isEmpty }
    var hasWords: Bool { !meaningsOfWords.isEmpty }

    /// Whether a secret is long and unusual enough to be searched for by value: at least 12 bytes, not a placeholder,
    /// not one repeated character, and not a plain word (up to 16 letters, at most the first a capital), because that
    /// also occurs where it is not secret. A cookie needs a digit too: names of time zones and languages must survive
    /// in records.
    static func isSearchable(_ secret: [UInt8], label: String = "secret") -> Bool {
        guard secret.count >= PatternSearch.window, Set(secret).count > 2, mayBeSecret(secret) else { return false }
        if label == "cookie", !secret.contains(where: ASCII.isDigit) { return false }
        let isWord = ASCII.isLetter(secret[0]) && secret.dropFirst().allSatisfy(ASCII.isLowercaseLetter)
        return !(isWord && secret.count <= 16)
    }

    /// Whether a short secret can be distinguished from a word, number or name: at least five bytes, of two kinds among
    /// small letters, capitals, digits and other characters. `hunter2` can; `password` and `12.5` cannot.
    private static func isSearchableWord(_ secret: [UInt8]) -> Bool {
        guard 5..<PatternSearch.window ~= secret.count, mayBeSecret(secret), !secret.contains(where: { $0 <= 32 })
        else { return false }
        let hasSmall = secret.contains(where: ASCII.isLowercaseLetter)
        let hasCapital = secret.dropFirst().contains { $0 &- 65 < 26 }
        let hasDigit = secret.contains(where: ASCII.isDigit)
        let hasSign = secret.contains { !isWord($0) && !"_-.:/".utf8.contains($0) }
        guard hasSmall || hasCapital else { return hasDigit && hasSign && secret.count >= 8 }
        return hasDigit || hasSign || hasSmall && hasCapital && secret.count >= 8
    }

    /// The name of a secret is not a secret: `user_password` must survive in schemas and queries.
    private static func mayBeSecret(_ text: [UInt8]) -> Bool {
        Placeholder.ranges(in: text).isEmpty && !SecretNames.isListed(text)
    }

    package mutating func add(_ secret: [UInt8], label: String) -> Bool {
        let isShort = Self.isSearchableWord(secret), number = secrets.count
        guard isShort || Self.isSearchable(secret, label: label), known.insert(secret).inserted else { return false }
        secrets.append(secret)
        if isShort {
            let encoded = [true, false].flatMap { isPadded in
                [true, false].map { Base64Text.encode(secret, isURL: $0, isPadded: isPadded) }
            }
            for spelling in [secret] + encoded {
                words.add(spelling)
                meaningsOfWords.append((number, spelling == secret ? .plain : .base64))
            }
            return true
        }
        hasSpace = hasSpace || secret.contains(UInt8(ascii: " "))
        let hexadecimal = [false, true].map { Hexadecimal.encode(secret, hasCapitals: $0) }
        for spelling in [secret] + hexadecimal { add(spelling, number, .plain) }
        for core in Base64Text.cores(of: secret) { add(core, number, .inBase64) }
        return true
    }

    private mutating func add(_ pattern: [UInt8], _ secret: Int, _ spelling: Occurrence.Spelling) {
        anywhere.add(pattern)
        meanings.append((secret, spelling))
    }

    /// In the order in which they begin.
    func occurrences(in text: [UInt8]) -> [Occurrence] {
        guard !isEmpty else { return [] }
        var found = long(in: text) + short(in: text)
        for escape in EscapedView.Escape.allCases where escape != .form || hasSpace {
            guard let view = EscapedView(text[...], of: escape) else { continue }
            var inside = long(in: view.bytes), words = short(in: view.bytes)
            for inner in escape.inner {
                guard let inner = EscapedView(view.bytes[...], of: inner) else { continue }
                inside += long(in: inner.bytes).compactMap { inner.source(of: $0.range).map($0.at) }
                words += short(in: inner.bytes).map { $0.at(inner.place(of: $0.range)) }
            }
            // Escaped base64 is not a run of base64 characters: it is replaced in place.
            found += inside.compactMap { match in
                view.source(of: match.range).map { Occurrence(range: $0, secret: match.secret) }
            }
            // The digits of `%22` are no part of a word.
            found += words.filter { $0.spelling == .plain }.map { $0.at(view.place(of: $0.range)) }
        }
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func long(in text: [UInt8]) -> [Occurrence] {
        anywhere.matches(in: text).map { match in
            let (secret, spelling) = meanings[match.pattern]
            return Occurrence(range: match.range, secret: secret, spelling: spelling)
        }
    }

    private func short(in text: [UInt8]) -> [Occurrence] {
        words.matches(in: text).compactMap { match in
            let (start, end) = (match.range.lowerBound, match.range.upperBound)
            let begins = start == 0 || !Self.isWord(text[start - 1]) || !Self.isWord(text[start])
            let ends = end == text.count || !Self.isWord(text[end]) || !Self.isWord(text[end - 1])
            let (secret, spelling) = meaningsOfWords[match.pattern]
            return begins && ends ? Occurrence(range: match.range, secret: secret, spelling: spelling) : nil
        }
    }

    /// Other characters do not count: quotation marks and signs are among them, and words in Chinese have no edges.
    private static func isWord(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }
}

extension EscapedView.Escape {
    /// What an escaped text often contains with escapes of its own.
    fileprivate var inner: [EscapedView.Escape] {
        switch self {
        case .json: [.json, .html, .percent]
        case .percent, .form: [.percent]
        case .html: [.html]
        }
    }
}

/// The known secrets of a text, wherever they are.
struct KnownValueRedactor: Redactor {
    let search: SecretSearch
    /// User names, which are kept.
    let names: Set<[UInt8]>

    func finds(in bytes: [UInt8]) -> [Find] { finds(in: bytes, depth: 0) }

    /// Those of base64 and hexadecimal texts, too, that cannot be seen in their digits: short ones, and those in
    /// compressed data.
    private func finds(in bytes: [UInt8], depth: Int) -> [Find] {
        // The least that compressed data takes. Lists are full of sys_ids, which are shorter.
        let shortest = search.hasWords ? EncodedText.shortestRun : 40
        let encoded = EncodedRedactor.finds(in: bytes, shortest: shortest) { text in
            EmbeddedText.finds(inText: text, depth: depth + 1) { finds(in: $0, depth: $1) }
        }
        return Find.merged(visible(in: bytes) + encoded)
    }

    private func visible(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        for occurrence in search.occurrences(in: bytes) {
            guard let find = find(occurrence) else { continue }
            if occurrence.spelling == .plain {
                finds.append(find)
                continue
            }
            let isWhole = occurrence.spelling == .base64
            let run = isWhole ? find.range : Base64Text.run(around: find.range, in: bytes)
            if !isWhole, let last = finds.last, last.range.upperBound >= run.upperBound { continue }
            finds.append(decoded(run, of: bytes) ?? find)
        }
        return finds
    }

    private func find(_ occurrence: SecretSearch.Occurrence) -> Find? {
        let secret = search.secrets[occurrence.secret]
        return names.contains(secret) ? nil : Find(range: occurrence.range, label: "value", known: secret)
    }

    /// A run of base64 that is decoded and encoded again, so that it stays valid. Nil if it cannot be decoded.
    private func decoded(_ run: Range<Int>, of bytes: [UInt8]) -> Find? {
        guard let text = EncodedText(base64: bytes[run]) else { return nil }
        let finds = search.occurrences(in: text.bytes).filter { $0.spelling == .plain }.compactMap(find)
        return finds.isEmpty ? nil : Find(range: run, label: "value", encoded: .init(text: text, finds: finds))
    }
}

/// Finds any of many byte patterns in one pass. It looks at four bytes in every `step`, so most of a text is never read:
/// each pattern has four bytes at one of these places.
struct PatternSearch: Sendable {
    /// The minimum length of a pattern, in bytes.
    static let window = 12

    struct Match: Sendable, Hashable {
        package var range: Range<Int>
        var pattern: Int
    }

    private let step: Int
    private(set) var patterns: [[UInt8]] = []
    /// The patterns by four bytes of them, and where these are.
    private var parts: [UInt32: [(pattern: Int, offset: Int)]] = [:]
    /// Whether four bytes may be in `parts`, by `slot`.
    private var slots: [Bool] = []

    init(step: Int = window - 4) { self.step = step }

    package mutating func add(_ pattern: [UInt8]) {
        precondition(pattern.count >= step + 3, "a part of the pattern is at every step")
        if slots.isEmpty { slots = [Bool](repeating: false, count: 1 << 16) }
        pattern.withUnsafeBufferPointer { bytes in
            for offset in 0..<step {
                let part = Self.part(of: bytes, at: offset)
                slots[Self.slot(part)] = true
                parts[part, default: []].append((patterns.count, offset))
            }
        }
        patterns.append(pattern)
    }

    func matches(in text: [UInt8]) -> [Match] {
        guard !patterns.isEmpty else { return [] }
        var found: [Match] = []
        text.withUnsafeBufferPointer { text in
            slots.withUnsafeBufferPointer { slots in
                var place = 0
                while place + 4 <= text.count {
                    let part = Self.part(of: text, at: place)
                    if slots[Self.slot(part)] {
                        for (number, offset) in parts[part] ?? [] where occurs(number, in: text, at: place - offset) {
                            let start = place - offset
                            found.append(Match(range: start..<start + patterns[number].count, pattern: number))
                        }
                    }
                    place += step
                }
            }
        }
        return found
    }

    private func occurs(_ number: Int, in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        start >= 0 && text.holds(patterns[number], at: start)
    }

    @inline(__always) private static func part(of text: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt32 {
        UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }

    @inline(__always)
    private static func slot(_ part: UInt32) -> Int { Int((part &* 0x9E37_79B1) >> 16) }
}

/// Base64 (RFC 4648, both alphabets) for secrets inside encoded text.
package enum Base64Text {
    /// The substrings that base64 text containing `secret` must contain, for the three alignments to groups of three
    /// bytes, in both alphabets. Characters at the edges, which depend on neighboring bytes, are left out.
    static func cores(of secret: [UInt8]) -> Set<[UInt8]> {
        var cores: Set<[UInt8]> = []
        for lead in 0..<3 {
            let padded = [UInt8](repeating: 0, count: lead) + secret
            let first = (lead * 8 + 5) / 6
            let last = padded.count * 8 / 6
            for alphabet in [Base64.Alphabet.usual, .url] {
                cores.insert(Array(Base64.digits(of: padded, alphabet)[first..<last]))
            }
        }
        return cores
    }

    package static func run(around range: Range<Int>, in text: [UInt8]) -> Range<Int> {
        var start = range.lowerBound, end = range.upperBound
        while start > 0, Base64.value(of: text[start - 1]) != nil { start -= 1 }
        while end < text.count, Base64.value(of: text[end]) != nil { end += 1 }
        var padding = 0
        while end < text.count, padding < 2, text[end] == UInt8(ascii: "=") {
            end += 1
            padding += 1
        }
        return start..<end
    }

    package static func encode(_ bytes: [UInt8], isURL: Bool, isPadded: Bool) -> [UInt8] {
        var out = Base64.digits(of: bytes, isURL ? .url : .usual)
        while isPadded, out.count % 4 != 0 { out.append(UInt8(ascii: "=")) }
        return out
    }
}

// Byte searches, faster than those of the standard library.

extension String {
    /// Whether both have the same bytes. `==` also equates canonically equivalent strings; keys must not.
    package func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The index after the first occurrence of an ASCII text; nil if there is none.
    package func firstEnd(of wanted: String) -> String.Index? {
        Array(utf8).firstPlace(of: Array(wanted.utf8)).map { utf8.index(startIndex, offsetBy: $0 + wanted.utf8.count) }
    }
}

extension Array {
    /// The index of the first element for which `holds`, if it holds for all later ones too; `count` if there is none.
    package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ArraySlice<UInt8> {
    /// The index of the first of two bytes; nil if there is none.
    package func firstPlace(of one: UInt8, or other: UInt8? = nil) -> Int? {
        if let other { return firstIndex { $0 == one || $0 == other } }
        return withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { text in
                memchr(text, Int32(one), bytes.count).map { startIndex + (UnsafeRawPointer($0) - text) }
            }
        }
    }

    package func contains(_ byte: UInt8) -> Bool { firstPlace(of: byte) != nil }

    /// Without surrounding white space.
    package var trimmed: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !ASCII.isSpace($0) }), let last = lastIndex(where: { !ASCII.isSpace($0) })
        else { return prefix(0) }
        return self[first...last]
    }
}

extension [UInt8] {
    package func contains(_ byte: UInt8) -> Bool { self[...].contains(byte) }

    /// The index of the first occurrence at or after `from` of `pattern`, which is not empty; nil if there is none.
    package func firstPlace(of pattern: [UInt8], from: Int = 0) -> Int? {
        withUnsafeBufferPointer { $0.firstPlace(of: pattern, from: from) }
    }

    package func holds(_ other: [UInt8], at place: Int) -> Bool {
        withUnsafeBufferPointer { $0.holds(other, at: place) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these bytes begin at a place that is not negative.
    package func holds(_ other: [UInt8], at place: Int) -> Bool {
        guard place + other.count <= count, let text = UnsafeRawPointer(baseAddress) else { return false }
        return other.withUnsafeBytes { wanted in
            wanted.baseAddress.map { memcmp(text + place, $0, wanted.count) == 0 } ?? true
        }
    }

    /// The index of the first occurrence at or after `from` of `pattern`, which is not empty; nil if there is none.
    package func firstPlace(of pattern: [UInt8], from: Int = 0) -> Int? {
        guard from <= count - pattern.count, let text = UnsafeRawPointer(baseAddress) else { return nil }
        return pattern.withUnsafeBytes { pattern in
            guard let wanted = pattern.baseAddress else { return nil }
            var start = from
            let last = count - pattern.count
            while start <= last, let place = memchr(text + start, Int32(pattern[0]), last - start + 1) {
                start = UnsafeRawPointer(place) - text
                if memcmp(place, wanted, pattern.count) == 0 { return start }
                start += 1
            }
            return nil
        }
    }
}

/// A set of ASCII characters, for tests of every byte of a text.
package struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    package init(_ characters: String) {
        var (low, high): (UInt64, UInt64) = (0, 0)
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
        (self.low, self.high) = (low, high)
    }

    @inline(__always) package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
    }
}
