import ExchangeModel
import Notation

/// Replaces values by others wherever they occur as whole words: raw, percent-encoded, JSON-escaped, HTML-escaped, in
/// base64, hexadecimal, gzip or UTF-16 text, and in one within another.
struct ValueReplacement: Sendable {
    struct Value: Sendable {
        var original: [UInt8]
        var replacement: [UInt8]
        /// Whether it is a lower-case word, which is left alone in code.
        var isPlainWord = false
        /// Whether the program's own text may contain it by chance.
        var isCommonWord = false
    }

    struct Match {
        var edit: Edit
        var value: Int
    }

    private(set) var values: [Value] = []
    private var known: Set<[UInt8]> = []
    /// The values by their first bytes, the longest first.
    private var starts: [UInt32: [Int]] = [:]
    private var begins = [Bool](repeating: false, count: 1 << 16)

    static let shortest = 3
    private static let deepest = 3

    /// Adds a value and returns true, unless it is known, too short or replaced by itself.
    @discardableResult
    mutating func add(_ value: Value) -> Bool {
        guard value.original.count >= Self.shortest, value.original != value.replacement,
            known.insert(value.original).inserted
        else { return false }
        values.append(value)
        begins[Int(value.original[0]) << 8 | Int(value.original[1])] = true
        starts[Self.start(of: value.original[...]), default: []].append(values.count - 1)
        return true
    }

    /// Sorts the values for the search; called once, after the last one is added.
    mutating func prepare() {
        for key in starts.keys {
            starts[key]?.sort { values[$0].original.count > values[$1].original.count }
        }
    }

    func replaced(_ part: TapePart) -> [UInt8] {
        guard !values.isEmpty, !part.isBinary else { return part.bytes }
        if let whole = whole(part) {
            let found = matches(in: whole.bytes, part)
            return found.isEmpty ? part.bytes : whole.encode(Edit.apply(found.map(\.edit), to: whole.bytes))
        }
        let found = matches(in: part.bytes, part)
        return found.isEmpty ? part.bytes : Edit.apply(found.map(\.edit), to: part.bytes)
    }

    /// The first value in a part that satisfies a condition.
    func first(in part: TapePart, where holds: (Value) -> Bool) -> Value? {
        if part.isBinary { return nil }
        return matches(in: whole(part)?.bytes ?? part.bytes, part).lazy.map { values[$0.value] }.first(where: holds)
    }

    private func whole(_ part: TapePart) -> EncodedText? {
        guard case .body(let type, _) = part.kind else { return EncodedText(whole: part.bytes) }
        return EncodedText(whole: part.bytes, type: type)
    }

    private func matches(in bytes: [UInt8], _ part: TapePart) -> [Match] {
        matches(in: bytes, isCode: part.isCode, isEncoded: part.isEncoded, depth: 0)
    }

    /// What is found in a text, in order and without overlaps.
    private func matches(in bytes: [UInt8], isCode: Bool, isEncoded: Bool, depth: Int) -> [Match] {
        var found = plainMatches(in: bytes, isCode: isCode)
        if isEncoded { for place in found.indices { found[place].edit.encode(.percent) } }
        if depth < Self.deepest {
            for escape in EscapedView.Escape.allCases {
                guard let view = EscapedView(bytes[...], of: escape) else { continue }
                for var match in matches(in: view.bytes, isCode: isCode, isEncoded: false, depth: depth + 1) {
                    match.edit.range = view.place(of: match.edit.range)
                    match.edit.encode(escape)
                    found.append(match)
                }
            }
            let encoded = EncodedRedactor.texts(in: bytes) { text -> [Match]? in
                let inner = matches(in: text.bytes, isCode: isCode, isEncoded: false, depth: depth + 1)
                return inner.isEmpty ? nil : inner
            }
            for (range, text, inner) in encoded {
                let replacement = text.encode(Edit.apply(inner.map(\.edit), to: text.bytes))
                found.append(
                    Match(edit: Edit(range: range, replacement: replacement, label: ""), value: inner[0].value))
            }
        }
        return Self.chosen(found)
    }

    /// Of overlapping matches the first is kept; of those that begin together, the longest, and of equal ones that in
    /// the text as it is. A shorter one that begins earlier takes in the rest.
    private static func chosen(_ found: [Match]) -> [Match] {
        guard found.count > 1 else { return found }
        let sorted = found.enumerated().sorted {
            ($0.element.edit.range.lowerBound, -$0.element.edit.range.upperBound, $0.offset)
                < ($1.element.edit.range.lowerBound, -$1.element.edit.range.upperBound, $1.offset)
        }
        var chosen: [Match] = []
        for (_, match) in sorted {
            guard let last = chosen.last?.edit.range, match.edit.range.lowerBound < last.upperBound else {
                chosen.append(match)
                continue
            }
            let end = max(last.upperBound, match.edit.range.upperBound)
            chosen[chosen.count - 1].edit.range = last.lowerBound..<end
        }
        return chosen
    }

    private func plainMatches(in bytes: [UInt8], isCode: Bool) -> [Match] {
        var found: [Match] = []
        bytes.withUnsafeBufferPointer { text in
            var place = 0
            while place + Self.shortest <= text.count {
                guard begins[Int(text[place]) << 8 | Int(text[place + 1])],
                    let number = value(at: place, of: text, isCode: isCode)
                else {
                    place += 1
                    continue
                }
                let range = place..<place + values[number].original.count
                found.append(
                    Match(edit: Edit(range: range, replacement: values[number].replacement, label: ""), value: number))
                place = range.upperBound
            }
        }
        return found
    }

    private func value(at place: Int, of text: UnsafeBufferPointer<UInt8>, isCode: Bool) -> Int? {
        starts[Self.start(of: text[place..<place + Self.shortest])]?.first { number in
            let value = values[number], end = place + value.original.count
            guard end <= text.count, !(isCode && value.isPlainWord) else { return false }
            for (offset, byte) in value.original.enumerated() where text[place + offset] != byte { return false }
            return WordEdge.isWhole(place..<end, of: text)
        }
    }

    private static func start(of bytes: some Collection<UInt8>) -> UInt32 {
        bytes.prefix(shortest).reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension Edit {
    /// Writes the replacement as the text around it is written. Replacements need no escapes but in URLs.
    fileprivate mutating func encode(_ escape: EscapedView.Escape) {
        guard escape == .percent || escape == .form else { return }
        replacement = Array(PercentCoding.encode(String(decoding: replacement, as: UTF8.self)).utf8)
    }
}

/// Where words begin and end.
enum WordEdge {
    /// Whether a range is not a part of a longer word or number. A hyphen and an underscore separate words.
    static func isWhole(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        !(continues(text, before: range.lowerBound) && isWord(text[range.lowerBound]))
            && !(continues(text, after: range.upperBound) && isWord(text[range.upperBound - 1]))
            && !isEscaped(text, range.lowerBound)
    }

    private static func isWord(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80 }

    private static func continues(_ text: UnsafeBufferPointer<UInt8>, before place: Int) -> Bool {
        guard place > 0 else { return false }
        let byte = text[place - 1]
        guard byte >= 0x80 else { return isWord(byte) }
        // The lead byte of the character before.
        var start = place - 1
        while start > 0, place - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
        return isLetter(text, at: start)
    }

    private static func continues(_ text: UnsafeBufferPointer<UInt8>, after place: Int) -> Bool {
        guard place < text.count else { return false }
        return text[place] >= 0x80 ? isLetter(text, at: place) : isWord(text[place])
    }

    /// Whether a letter of two bytes begins there: Latin, Greek, Cyrillic and the like. Scripts of longer ones have no
    /// blanks between words.
    private static func isLetter(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        text[place] >= 0xC3 && text[place] < 0xE0
    }

    /// Whether the character is the second one of an escape, `\n`.
    private static func isEscaped(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        guard "nrtbfu".utf8.contains(text[place]) else { return false }
        var start = place
        while start > 0, text[start - 1] == UInt8(ascii: "\\") { start -= 1 }
        return (place - start) % 2 == 1
    }
}
