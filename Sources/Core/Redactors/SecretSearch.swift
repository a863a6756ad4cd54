import Glibc
import Notation

/// Searches for secrets by value: raw, percent-encoded, JSON-escaped, HTML-escaped, in base64 (either alphabet, all
/// three alignments), in hexadecimal, and escaped again within JSON. Short ones are found as words only (`WordSearch`).
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
    private var words = WordSearch()
    private var patterns = PatternSearch()
    /// What each pattern means.
    private var meanings: [(secret: Int, spelling: Occurrence.Spelling)] = []
    private var longest = 0
    private var hasSpace = false

    var isEmpty: Bool { secrets.isEmpty }
    var hasWords: Bool { !words.isEmpty }

    /// Whether a secret is long and unusual enough to be searched for by value: at least 12 bytes, not a placeholder,
    /// not one repeated character, and not a plain word (up to 16 letters, at most the first a capital), because that
    /// also occurs where it is not secret. A cookie needs a digit too: names of time zones and languages must survive
    /// in records.
    static func isSearchable(_ secret: [UInt8], label: String = "secret") -> Bool {
        guard secret.count >= PatternSearch.window, Set(secret).count > 2, Placeholder.ranges(in: secret).isEmpty else {
            return false
        }
        // The name of a secret is not a secret: `user_password` must survive in schemas and queries.
        if SecretNames.isListed(secret) { return false }
        if label == "cookie", !secret.contains(where: ASCII.isDigit) { return false }
        let isWord = ASCII.isLetter(secret[0]) && secret.dropFirst().allSatisfy(ASCII.isLowercaseLetter)
        return !(isWord && secret.count <= 16)
    }

    package mutating func add(_ secret: [UInt8], label: String) -> Bool {
        let isShort = WordSearch.isSearchable(secret), number = secrets.count
        guard isShort || Self.isSearchable(secret, label: label), known.insert(secret).inserted else { return false }
        secrets.append(secret)
        if isShort {
            words.add(secret, number)
            return true
        }
        hasSpace = hasSpace || secret.contains(UInt8(ascii: " "))
        add(pattern: secret, number)
        for core in Base64Text.cores(of: secret) { add(pattern: core, number, .inBase64) }
        for hasCapitals in [false, true] {
            // No escape is within digits, so they need not be searched for far from one.
            add(pattern: Hexadecimal.encode(secret, hasCapitals: hasCapitals), number, isEscaped: false)
        }
        return true
    }

    private mutating func add(
        pattern: [UInt8], _ secret: Int, _ spelling: Occurrence.Spelling = .plain, isEscaped: Bool = true
    ) {
        if isEscaped { longest = max(longest, pattern.count) }
        patterns.add(pattern)
        meanings.append((secret, spelling))
    }

    /// In the order in which they begin.
    func occurrences(in text: [UInt8]) -> [Occurrence] {
        guard !isEmpty else { return [] }
        func plain(_ text: [UInt8]) -> [Occurrence] {
            patterns.matches(in: text).map { match in
                let (secret, spelling) = meanings[match.pattern]
                return Occurrence(range: match.range, secret: secret, spelling: spelling)
            }
        }
        var found = plain(text) + words.occurrences(in: text)
        if !meanings.isEmpty {
            // Escaped base64 is not a run of base64 characters: it is replaced in place.
            found += EscapedSearch(reach: longest * 12, decodesPlus: hasSpace).matches(in: text, by: plain).map {
                Occurrence(range: $0.range, secret: $0.secret)
            }
        }
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

/// Secrets too short to be searched for as substrings: they are found as whole words only, escaped or not, and in
/// base64 of the secret alone.
///
/// A text is read once, whatever the number of secrets: bytes are looked up only where a word begins.
private struct WordSearch: Sendable {
    private var spellings: [UInt32: [(text: [UInt8], secret: Int, isBase64: Bool)]] = [:]
    /// Whether a secret may begin with these bytes, by `slot`; it rejects nearly all words of a text.
    private var begins = [Bool](repeating: false, count: 1 << 12)

    var isEmpty: Bool { spellings.isEmpty }

    /// Whether a short secret can be distinguished from a word, number or name: at least five bytes, of two kinds among
    /// small letters, capitals, digits and other characters. `hunter2` can; `password` and `12.5` cannot.
    static func isSearchable(_ secret: [UInt8]) -> Bool {
        guard (5..<PatternSearch.window).contains(secret.count), !SecretNames.isListed(secret),
            Placeholder.ranges(in: secret).isEmpty, !secret.contains(where: { $0 <= 32 })
        else { return false }
        let hasSmall = secret.contains(where: ASCII.isLowercaseLetter)
        let hasCapital = secret.dropFirst().contains { $0 &- 65 < 26 }
        let hasDigit = secret.contains(where: ASCII.isDigit)
        let hasSign = secret.contains { !ASCII.isLetter($0) && !ASCII.isDigit($0) && !"_-.:/".utf8.contains($0) }
        guard hasSmall || hasCapital else { return hasDigit && hasSign && secret.count >= 8 }
        return hasDigit || hasSign || hasSmall && hasCapital && secret.count >= 8
    }

    package mutating func add(_ secret: [UInt8], _ number: Int) {
        // Padded base64 is before the same without padding.
        let encoded = [true, false].flatMap { isPadded in
            [true, false].map { Base64Text.encode(secret, isURL: $0, isPadded: isPadded) }
        }
        for (place, spelling) in ([secret] + encoded).enumerated() {
            let start = Self.start(of: spelling, at: 0)
            spellings[start, default: []].append((spelling, number, place > 0))
            begins[Self.slot(start)] = true
        }
    }

    func occurrences(in text: [UInt8]) -> [SecretSearch.Occurrence] {
        guard !isEmpty, text.count >= 5 else { return [] }
        // A character may be written as `\u0026` or `&#x0026;`.
        return words(in: text)
            + EscapedSearch(reach: PatternSearch.window * 8, decodesPlus: false, findsWords: true)
            .matches(in: text, by: words).filter { $0.spelling == .plain }
    }

    private func words(in text: [UInt8]) -> [SecretSearch.Occurrence] {
        var found: [SecretSearch.Occurrence] = []
        var place = 0
        while place + 4 < text.count {
            guard place == 0 || !Self.isWord(text[place - 1]) || !Self.isWord(text[place]),
                begins[Self.slot(Self.start(of: text, at: place))],
                let candidates = spellings[Self.start(of: text, at: place)],
                let (spelling, secret, isBase64) = candidates.first(where: { Self.occurs($0.text, in: text, at: place) }
                )
            else {
                place += 1
                continue
            }
            let range = place..<place + spelling.count
            found.append(.init(range: range, secret: secret, spelling: isBase64 ? .base64 : .plain))
            place = range.upperBound
        }
        return found
    }

    private static func occurs(_ spelling: [UInt8], in text: [UInt8], at place: Int) -> Bool {
        let end = place + spelling.count
        guard end <= text.count, text[place..<end].elementsEqual(spelling) else { return false }
        return end == text.count || !isWord(text[end]) || !isWord(text[end - 1])
    }

    private static func start(of text: [UInt8], at place: Int) -> UInt32 {
        UInt32(text[place]) << 24 | UInt32(text[place + 1]) << 16 | UInt32(text[place + 2]) << 8
            | UInt32(text[place + 3])
    }

    private static func slot(_ start: UInt32) -> Int { Int((start &* 0x9E37_79B1) >> 20) }

    /// Other characters do not count: quotation marks and signs are among them, and words in Chinese have no edges.
    private static func isWord(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }
}

/// Searches the places of a text that contain escapes, with these decoded: a secret with an escape in it is around one.
struct EscapedSearch {
    /// How far from an escape a secret may begin or end.
    let reach: Int
    /// Whether a secret may contain a space, which is a plus sign in forms.
    let decodesPlus: Bool
    /// Whether a secret counts that is only beside an escape: the digits of `%22` are no part of a word.
    var findsWords = false

    /// Text is decoded in pieces of about this size, so that a large body is not held twice.
    private static let piece = 1 << 20

    func matches<Match: Placed>(in text: [UInt8], by search: ([UInt8]) -> [Match]) -> [Match] {
        var found: [Match] = []
        for escape in EscapedView.Escape.allCases where escape != .form || decodesPlus {
            var window: Range<Int>?
            var from = 0
            while let place = text[from...].firstPlace(of: escape.lead, or: escape.plus) {
                let around = max(0, place - reach)..<min(text.count, place + reach)
                if let open = window, around.lowerBound <= open.upperBound,
                    around.upperBound - open.lowerBound <= Self.piece + 2 * reach
                {
                    window = open.lowerBound..<around.upperBound
                } else {
                    if let window { found += matches(in: text[window], of: text, decoding: escape, by: search) }
                    window = around
                }
                from = place + 1
            }
            if let window { found += matches(in: text[window], of: text, decoding: escape, by: search) }
        }
        return found
    }

    /// - Parameters:
    ///   - whole: the text of which `text` is a part.
    ///   - isInside: whether the text was itself decoded from another.
    private func matches<Match: Placed>(
        in text: ArraySlice<UInt8>, of whole: [UInt8], decoding escape: EscapedView.Escape, isInside: Bool = false,
        by search: ([UInt8]) -> [Match]
    ) -> [Match] {
        guard let view = EscapedView(text, of: escape) else { return [] }
        var inside = search(view.bytes)
        if !isInside {
            for inner in escape.inner {
                inside += matches(in: view.bytes[...], of: view.bytes, decoding: inner, isInside: true, by: search)
            }
        }
        return inside.compactMap { match in
            // Where the text was cut, a word may only seem to begin or end.
            let isCut =
                match.range.lowerBound == 0 && text.startIndex > 0
                || match.range.upperBound == view.bytes.count && text.endIndex < whole.count
            guard !isCut, let range = findsWords ? view.place(of: match.range) : view.source(of: match.range) else {
                return nil
            }
            var match = match
            match.range = range
            return match
        }
    }
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

/// Finds any of many byte patterns in one pass (Wu–Manber): the last two bytes of the window determine how far it may
/// shift, so most of a text is never read.
struct PatternSearch: Sendable {
    /// The minimum length of a pattern, in bytes.
    static let window = 12

    struct Match: Sendable, Hashable {
        package var range: Range<Int>
        var pattern: Int
    }

    private(set) var patterns: [[UInt8]] = []
    private var jumps: [UInt8] = []
    private var endings: [UInt16: [Int]] = [:]

    /// Adds a pattern, which has the next number.
    package mutating func add(_ pattern: [UInt8]) {
        precondition(pattern.count >= Self.window, "a pattern is at least as long as the window")
        if jumps.isEmpty { jumps = [UInt8](repeating: UInt8(Self.window - 1), count: 1 << 16) }
        for place in 0..<Self.window - 1 {
            let pair = Int(pattern[place]) << 8 | Int(pattern[place + 1])
            jumps[pair] = min(jumps[pair], UInt8(Self.window - 2 - place))
        }
        patterns.append(pattern)
        let ending = UInt16(pattern[Self.window - 2]) << 8 | UInt16(pattern[Self.window - 1])
        endings[ending, default: []].append(patterns.count - 1)
    }

    func matches(in text: [UInt8]) -> [Match] {
        guard !patterns.isEmpty, text.count >= Self.window else { return [] }
        var found: [Match] = []
        text.withUnsafeBufferPointer { text in
            jumps.withUnsafeBufferPointer { jumps in
                var end = Self.window - 1
                while end < text.count {
                    let pair = Int(text[end - 1]) << 8 | Int(text[end])
                    let jump = Int(jumps[pair])
                    if jump > 0 {
                        end += jump
                        continue
                    }
                    let start = end + 1 - Self.window
                    for number in endings[UInt16(pair)] ?? [] where occurs(number, in: text, at: start) {
                        found.append(Match(range: start..<start + patterns[number].count, pattern: number))
                    }
                    end += 1
                }
            }
        }
        return found
    }

    private func occurs(_ number: Int, in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        patterns[number].withUnsafeBufferPointer { pattern in
            guard start + pattern.count <= text.count else { return false }
            for place in 0..<pattern.count where text[start + place] != pattern[place] { return false }
            return true
        }
    }
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

    /// Encodes with the alphabet and padding of `model`.
    package static func encode(_ bytes: [UInt8], like model: ArraySlice<UInt8>) -> [UInt8] {
        let isURL = model.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        return encode(bytes, isURL: isURL, isPadded: model.count % 4 == 0)
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

    /// Negative if its bytes sort before the other's, zero if they are equal, else positive: both comparisons of
    /// sorting in one pass.
    func compared(to other: String) -> Int {
        let order = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                let shared = Swift.min(left.count, right.count)
                var place = 0
                while place < shared, left[place] == right[place] { place += 1 }
                return place < shared ? Int(left[place]) - Int(right[place]) : left.count - right.count
            }
        }
        if case let order?? = order { return order }
        return isSame(as: other) ? 0 : utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    }

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
}

extension UnsafeBufferPointer<UInt8> {
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

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
    }
}
