import ExchangeModel
import Notation
import Redactors

/// Replaces values by others wherever they occur: raw, percent-encoded, JSON-escaped, HTML-escaped, in base64,
/// hexadecimal, gzip or UTF-16 text, and in one within another; in any case, width and with or without diacritics.
struct ValueReplacement: Sendable {
    /// Where a value is recognized.
    enum Mode: Sendable, Hashable {
        /// Within other words, too.
        case anywhere
        /// As a whole word, or as a part of `camelCase` and `nameLIKEValue`.
        case word
        /// Even in what looks like an identifier.
        case exact
    }

    struct Value: Sendable {
        /// Folded when it is added.
        var original: [UInt8]
        package var replacement: [UInt8]
        var mode: Mode = .word
        /// Whether the replacement takes the case of what it replaces.
        var fits = false
    }

    private(set) var values: [Value] = []
    private var known: Set<[UInt8]> = []
    /// The values by their first bytes, the longest first.
    private var starts: [UInt32: [Int]] = [:]
    private var begins = [Bool](repeating: false, count: 1 << 16)
    /// Known telephone numbers by their last digits: all digits and the replacement.
    private var phones: [[UInt8]: [(digits: [UInt8], replacement: [UInt8])]] = [:]
    /// The replacement of a value that is recognized by its column, and the length of what it replaces.
    var replacePerson: @Sendable (PersonValue) -> (length: Int, replacement: [UInt8])? = { _ in nil }

    static let shortest = 3
    private static let deepest = 3

    /// Adds a value and returns true, unless it is known, too short or replaced by itself.
    @discardableResult
    package mutating func add(_ value: Value) -> Bool {
        var value = value
        value.original = FoldedText(value.original).bytes
        guard value.original.count >= Self.shortest, value.original != value.replacement,
            known.insert(value.original).inserted
        else { return false }
        values.append(value)
        begins[Int(value.original[0]) << 8 | Int(value.original[1])] = true
        starts[Self.start(of: value.original[...]), default: []].append(values.count - 1)
        return true
    }

    /// Adds a telephone number, which is recognized in any writing.
    package mutating func add(phone: String, _ replacement: String) -> Bool {
        let digits = PhoneDigits.significant(Array(phone.utf8)[...])
        guard digits.count >= PhoneDigits.least else { return false }
        let key = Array(digits.suffix(PhoneDigits.least))
        if phones[key]?.contains(where: { $0.digits == digits }) ?? false { return false }
        phones[key, default: []].append((digits, Array(replacement.utf8)))
        return true
    }

    /// Sorts the values for the search; called once, after the last one is added.
    mutating func prepare() {
        for key in starts.keys { starts[key]?.sort { values[$0].original.count > values[$1].original.count } }
    }

    func replaced(_ part: TapePart) -> [UInt8] {
        guard !values.isEmpty, !part.isBinary else { return part.bytes }
        let whole = part.whole, bytes = whole?.bytes ?? part.bytes
        let edits = edits(of: part, bytes)
        if edits.isEmpty { return part.bytes }
        let changed = Edit.apply(edits, to: bytes)
        return whole?.encode(changed) ?? changed
    }

    func occurs(in part: TapePart) -> Bool {
        !part.isBinary && !edits(of: part, part.whole?.bytes ?? part.bytes).isEmpty
    }

    private func edits(of part: TapePart, _ bytes: [UInt8]) -> [Edit] {
        edits(in: bytes, isLine: part.kind == .line, ofUser: part.isOfUser, isEncoded: part.isEncoded, depth: 0)
    }

    /// What is found in a text, in order and without overlaps.
    private func edits(
        in bytes: [UInt8], isLine: Bool = false, ofUser: Bool = false, isEncoded: Bool = false, depth: Int
    ) -> [Edit] {
        var found: [Edit] = []
        if isEncoded {
            found = plainEdits(in: bytes)
            // The + of a name in a form is a blank.
            let isName = { (byte: UInt8) in ASCII.isLetter(byte) || byte == UInt8(ascii: "+") }
            for place in found.indices where !found[place].replacement.allSatisfy(isName) {
                found[place].encode(.percent)
            }
        } else {
            found = personEdits(in: bytes, isLine: isLine, ofUser: ofUser) + plainEdits(in: bytes)
        }
        if depth < Self.deepest {
            for escape in EscapedView.Escape.allCases {
                guard let view = EscapedView(bytes[...], of: escape) else { continue }
                let inner = edits(in: view.bytes, isLine: isLine, ofUser: ofUser, depth: depth + 1)
                for var edit in inner where !edit.range.isEmpty {
                    // A value without an escape is written as it is, whatever is around it.
                    let isEscaped = view.source(of: edit.range) != nil
                    edit.range = view.place(of: edit.range)
                    if isEscaped { edit.encode(escape) }
                    found.append(edit)
                }
            }
            let encoded = EncodedRedactor.texts(in: bytes) { text -> [Edit]? in
                let inner = edits(in: text.bytes, depth: depth + 1)
                return inner.isEmpty ? nil : inner
            }
            found += encoded.map { range, text, inner in
                Edit(range: range, replacement: text.encode(Edit.apply(inner, to: text.bytes)), label: "")
            }
        }
        return Edit.merged(found)
    }

    private func personEdits(in bytes: [UInt8], isLine: Bool, ofUser: Bool) -> [Edit] {
        PersonReader(bytes, isLine: isLine, ofUser: ofUser).people.compactMap { value in
            guard let (length, replacement) = replacePerson(value) else { return nil }
            let end = length == value.text.utf8.count ? value.range.upperBound : value.range.lowerBound + length
            return Edit(range: value.range.lowerBound..<end, replacement: replacement, label: "")
        }
    }

    private func plainEdits(in bytes: [UInt8]) -> [Edit] {
        let text = FoldedText(bytes)
        var found = phoneEdits(in: bytes)
        var place = 0
        while place + Self.shortest <= text.bytes.count {
            guard begins[Int(text.bytes[place]) << 8 | Int(text.bytes[place + 1])],
                let (number, source) = value(at: place, of: text, bytes)
            else {
                place += 1
                continue
            }
            let value = values[number]
            let replacement = value.fits ? Self.fit(value.replacement, to: bytes[source]) : value.replacement
            found.append(Edit(range: source, replacement: replacement, label: ""))
            place += value.original.count
        }
        return found
    }

    /// A replacement with the capitals and small letters of the original.
    private static func fit(_ replacement: [UInt8], to original: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: original, as: UTF8.self), word = String(decoding: replacement, as: UTF8.self)
        if text == text.lowercased() { return text == text.uppercased() ? replacement : Array(word.lowercased().utf8) }
        return text.count > 1 && text == text.uppercased() ? Array(word.uppercased().utf8) : replacement
    }

    private func value(at place: Int, of text: FoldedText, _ bytes: [UInt8]) -> (Int, Range<Int>)? {
        guard let numbers = starts[Self.start(of: text.bytes[place..<place + Self.shortest])] else { return nil }
        for number in numbers {
            let value = values[number], end = place + value.original.count
            guard text.bytes.holds(value.original, at: place), let source = text.source(of: place..<end)
            else { continue }
            if value.mode == .exact { return (number, source) }
            let isFit = bytes.withUnsafeBufferPointer { text in
                !NoiseRun.contains(source, of: text) && (value.mode == .anywhere || WordEdge.isWhole(source, of: text))
            }
            if isFit { return (number, source) }
        }
        return nil
    }

    private func phoneEdits(in bytes: [UInt8]) -> [Edit] {
        guard !phones.isEmpty else { return [] }
        return PhoneDigits.runs(in: bytes).compactMap { range in
            let digits = PhoneDigits.significant(bytes[range])
            guard digits.count >= PhoneDigits.least,
                let known = phones[Array(digits.suffix(PhoneDigits.least))]?.first(where: {
                    $0.digits.hasEnd(digits) || digits.hasEnd($0.digits)
                })
            else { return nil }
            // A number stays one, as JSON needs.
            let isPlain = bytes[range].allSatisfy(ASCII.isDigit)
            let replacement = isPlain ? known.replacement.filter(ASCII.isDigit) : known.replacement
            return Edit(range: range, replacement: replacement, label: "")
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

extension [UInt8] {
    fileprivate func hasEnd(_ other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
