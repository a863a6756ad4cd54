import ExchangeModel
import Notation

/// Secrets too short to be searched for as substrings: they are found as whole words only, escaped or not, and in
/// base64 of the secret alone.
///
/// A text is read once, whatever the number of secrets: bytes are looked up only where a word begins.
struct ShortSecretSearch: Sendable {
    struct Occurrence: Placed {
        var range: Range<Int>
        var secret: Int
        /// Base64 of the secret, with its padding.
        var isBase64: Bool
    }

    private(set) var secrets: [[UInt8]] = []
    private var known: Set<[UInt8]> = []
    private var spellings: [UInt32: [(text: [UInt8], secret: Int, isBase64: Bool)]] = [:]
    /// Whether a secret may begin with these bytes, by `slot`; it rejects nearly all words of a text.
    private var begins = [Bool](repeating: false, count: 1 << 12)

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

    mutating func add(_ secret: [UInt8]) -> Bool {
        guard Self.isSearchable(secret), known.insert(secret).inserted else { return false }
        secrets.append(secret)
        // Padded base64 is before the same without padding.
        let encoded = [true, false].flatMap { isPadded in
            [true, false].map { Base64Text.encode(secret, isURL: $0, isPadded: isPadded) }
        }
        for (place, spelling) in ([secret] + encoded).enumerated() {
            let start = Self.start(of: spelling, at: 0)
            spellings[start, default: []].append((spelling, secrets.count - 1, place > 0))
            begins[Self.slot(start)] = true
        }
        return true
    }

    func occurrences(in text: [UInt8]) -> [Occurrence] {
        guard !secrets.isEmpty, text.count >= 5 else { return [] }
        // A character may be written as `\u0026` or `&#x0026;`.
        let escaped = EscapedSearch(reach: PatternSearch.window * 8, decodesPlus: false, findsWords: true).matches(
            in: text, by: words
        )
        .filter { !$0.isBase64 }
        let found = words(in: text)
        return escaped.isEmpty ? found : (found + escaped).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func words(in text: [UInt8]) -> [Occurrence] {
        var found: [Occurrence] = []
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
            found.append(Occurrence(range: place..<place + spelling.count, secret: secret, isBase64: isBase64))
            place += spelling.count
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

/// Secrets revealed by the requests and responses of one command: they are hidden in its line, whatever their length.
struct LineSecrets: Sendable {
    private var placeholders: [[UInt8]: String] = [:]

    /// Adds a secret. A flag, a small number or a word for a secret is not hidden: `-n 1` and `--sign-in
    /// oauth-password` must be kept.
    mutating func add(_ secret: [UInt8], _ placeholder: String) {
        if placeholders[secret] == placeholder { return }
        let isNumber = secret.count < 4 && secret.allSatisfy(ASCII.isDigit)
        guard !secret.isEmpty, !isNumber,
            !["true", "false", "null"].contains(where: { secret.elementsEqual($0.utf8) }),
            Placeholder.ranges(in: secret).isEmpty, !SecretNames.isListed(secret)
        else { return }
        placeholders[secret] = placeholder
    }

    /// The line without the secrets. The command's name and the names of flags and fields are kept.
    func hidden(in line: [UInt8]) -> [UInt8] {
        guard !placeholders.isEmpty else { return line }
        let secrets = placeholders.sorted { $0.key.count > $1.key.count }
        let start = line.firstIndex(of: UInt8(ascii: " ")) ?? line.count
        var edits: [Edit] = []
        for (secret, placeholder) in secrets {
            for spelling in Set([secret, Array(PercentCoding.encode(String(decoding: secret, as: UTF8.self)).utf8)]) {
                var from = start
                while let place = line.firstPlace(of: spelling, from: from) {
                    let range = place..<place + spelling.count
                    from = range.upperBound
                    guard Self.isWhole(range, in: line), !Self.isName(range, in: line),
                        !Placeholder.ranges(in: line).contains(where: { $0.overlaps(range) }),
                        !edits.contains(where: { $0.range.overlaps(range) })
                    else { continue }
                    edits.append(Edit(range: range, replacement: Array(placeholder.utf8), label: "value"))
                }
            }
        }
        return edits.isEmpty ? line : Edit.apply(Edit.merged(edits), to: line)
    }

    private static func isWhole(_ range: Range<Int>, in line: [UInt8]) -> Bool {
        // For a very short secret a hyphen belongs to the word: `X` is not in `X-Foo`.
        let isShort = range.count < 5
        func isWord(_ place: Int) -> Bool {
            guard line.indices.contains(place) else { return false }
            return ASCII.isLetter(line[place]) || ASCII.isDigit(line[place]) || line[place] == UInt8(ascii: "_")
                || isShort && line[place] == UInt8(ascii: "-")
        }
        let joinsBefore = isWord(range.lowerBound - 1) && isWord(range.lowerBound)
        // `-pX` is a flag with its value.
        let isFlag =
            range.lowerBound >= 2 && line[range.lowerBound - 2] == UInt8(ascii: "-")
            && (range.lowerBound == 2 || line[range.lowerBound - 3] <= 32)
        return (!joinsBefore || isFlag) && !(isWord(range.upperBound) && isWord(range.upperBound - 1))
    }

    /// Whether the range is the name of a field or flag: `secret=…`, `--secret`.
    private static func isName(_ range: Range<Int>, in line: [UInt8]) -> Bool {
        if range.upperBound < line.count, line[range.upperBound] == UInt8(ascii: "=") { return true }
        return range.lowerBound > 0 && line[range.lowerBound - 1] == UInt8(ascii: "-")
            && (range.lowerBound < 2 || line[range.lowerBound - 2] <= 32
                || line[range.lowerBound - 2] == UInt8(ascii: "-"))
    }
}
