import Notation
import Redactors

/// A text without differences of case, width and diacritics and without invisible characters. It maps back to the
/// source, so that names are found in any spelling.
struct FoldedText {
    package let bytes: [UInt8]
    /// Where the character of each byte begins in the source; nil if nothing moved.
    private let places: [Int32]?
    private let end: Int

    init(_ source: [UInt8]) {
        end = source.count
        guard source.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "&") }) else {
            bytes = source.map(ASCII.lowercased)
            places = nil
            return
        }
        var bytes: [UInt8] = [], places: [Int32] = []
        bytes.reserveCapacity(source.count)
        places.reserveCapacity(source.count)
        var place = 0
        while place < source.count {
            let start = place, before = bytes.count
            let byte = source[place]
            if byte == UInt8(ascii: "&"), let (letters, length) = Self.entity(at: place, of: source) {
                bytes += letters
                place += length
            } else if byte < 0x80 {
                bytes.append(ASCII.lowercased(byte))
                place += 1
            } else if let (scalar, length) = Self.character(at: place, of: source) {
                Self.append(scalar, source[place..<place + length], to: &bytes)
                place += length
            } else {
                bytes.append(byte)
                place += 1
            }
            for _ in before..<bytes.count { places.append(Int32(start)) }
        }
        self.bytes = bytes
        self.places = places
    }

    static func of(_ text: String) -> [UInt8] { FoldedText(Array(text.utf8)).bytes }

    /// The source of a non-empty range; nil if it begins or ends within a character.
    package func source(of range: Range<Int>) -> Range<Int>? {
        guard let places else { return range }
        let (first, last) = (range.lowerBound, range.upperBound)
        if first > 0, places[first - 1] == places[first] { return nil }
        if last < places.count, places[last] == places[last - 1] { return nil }
        return Int(places[first])..<(last < places.count ? Int(places[last]) : end)
    }

    /// A letter that HTML names: `&uuml;`. The reader of escapes decodes numbers only.
    private static func entity(at place: Int, of source: [UInt8]) -> ([UInt8], Int)? {
        let name = source[(place + 1)...].prefix(8).prefix(while: ASCII.isLetter)
        guard name.endIndex < source.count, source[name.endIndex] == UInt8(ascii: ";") else { return nil }
        let text = ASCII.lowercased(String(decoding: name, as: UTF8.self)), length = name.count + 2
        if let letters = ["szlig": "ss", "aelig": "ae", "oelig": "oe", "eth": "d", "thorn": "th", "nbsp": " "][text] {
            return (Array(letters.utf8), length)
        }
        let marks = ["uml", "acute", "grave", "circ", "tilde", "ring", "cedil", "slash", "caron"]
        return marks.contains(String(text.dropFirst())) ? (Array(text.utf8.prefix(1)), length) : nil
    }

    /// The character that begins at a place, and its length; nil within one or where the text is damaged.
    private static func character(at place: Int, of source: [UInt8]) -> (Unicode.Scalar, Int)? {
        let length = (~source[place]).leadingZeroBitCount
        guard 2...4 ~= length, place + length <= source.count else { return nil }
        let text = String(validating: source[place..<place + length], as: UTF8.self)
        return text?.unicodeScalars.first.map { ($0, length) }
    }

    private static func append(_ scalar: Unicode.Scalar, _ source: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        switch scalar.value {
        case ..<0x250, 0x370..<0x530, 0x1E00..<0x2000:
            if let folded = table[Int(scalar.value)] { bytes += folded } else { bytes += source }
        // Combining marks, of Arabic too, and invisible characters.
        case 0x300..<0x370, 0x64B..<0x660, 0xFE00..<0xFE10, 0x200B..<0x2010, 0x2060, 0xFEFF: break
        case 0x2000..<0x200B, 0x202F, 0x205F, 0x3000: bytes.append(0x20)
        case 0xFF01..<0xFF5F: bytes.append(ASCII.lowercased(UInt8(scalar.value - 0xFEE0)))
        case 0xAC00..<0xD7A4:
            // A syllable of Hangul and its letters are the same text.
            let index = scalar.value - 0xAC00
            append(0x1100 + index / 588, to: &bytes)
            append(0x1161 + index % 588 / 28, to: &bytes)
            if index % 28 != 0 { append(0x11A7 + index % 28, to: &bytes) }
        // Letters of Arabic with a mark, and voiced kana.
        case 0x622, 0x623, 0x625: append(0x627, to: &bytes)
        case 0x624: append(0x648, to: &bytes)
        case 0x626: append(0x64A, to: &bytes)
        case 0x3099, 0x309A: break
        case 0x304B...0x307D, 0x30AB...0x30DD: append(unvoiced(scalar.value), to: &bytes)
        default: bytes += source
        }
    }

    private static func unvoiced(_ value: UInt32) -> UInt32 {
        let shift: UInt32 = value >= 0x30A0 ? 0x60 : 0
        switch value - shift {
        case 0x304B...0x3062: return value - (value - shift - 0x304B) % 2
        case 0x3064...0x3069: return value - (value - shift - 0x3064) % 2
        case 0x306F...0x307D: return value - (value - shift - 0x306F) % 3
        default: return value
        }
    }

    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        if let scalar = Unicode.Scalar(value), let utf8 = UTF8.encode(scalar) { bytes += utf8 }
    }

    /// Letters with diacritics by their names in the Unicode database: `LATIN SMALL LETTER U WITH DIAERESIS`.
    private static let table: [[UInt8]?] = {
        let special: [UInt32: String] = [
            0xA0: " ", 0xAD: "", 0xDF: "ss", 0xF0: "d", 0xFE: "th", 0x131: "i", 0x3C2: "σ", 0x439: "и", 0x451: "е",
            0x457: "і",
        ]
        let ranges: [ClosedRange<UInt32>] = [0xA0...0xAD, 0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF]
        var small: [(UInt32, UInt32, name: String)] = [], letters: [String: UInt32] = [:]
        for value in ranges.joined() {
            guard let scalar = Unicode.Scalar(value),
                let lower = scalar.properties.lowercaseMapping.unicodeScalars.first, let name = lower.properties.name
            else { continue }
            small.append((value, lower.value, name))
            letters[name] = lower.value
        }
        var table = [[UInt8]?](repeating: nil, count: 0x2000)
        for (value, lower, name) in small {
            let base = name.firstEnd(of: " WITH ").map { String(name[..<$0].dropLast(" WITH ".count)) } ?? name
            let last = base.split(separator: " ").last.map { $0.lowercased() } ?? ""
            if let text = special[lower] {
                table[Int(value)] = Array(text.utf8)
            } else if name.hasPrefix("LATIN"), last.utf8.count <= 2, last.utf8.allSatisfy(ASCII.isLetter) {
                table[Int(value)] = Array(last.utf8)
            } else {
                var bytes: [UInt8] = []
                append(letters[base] ?? lower, to: &bytes)
                table[Int(value)] = bytes
            }
        }
        return table
    }()
}
