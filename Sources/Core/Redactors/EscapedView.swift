import ExchangeModel
import Notation

/// A text with its escapes decoded that maps back to the source, so that secrets are found in any of the possible
/// spellings.
package struct EscapedView {
    package enum Escape: CaseIterable, Sendable {
        /// `%XX`.
        case percent
        /// `%XX`, and `+` for a space.
        case form
        /// `\n`, `\"`, `\u0041`, in scripts also `\x41` and `\u{41}`.
        case json
        /// `&amp;`, `&#65;`, `&#x41;`.
        case html

        /// The byte that begins an escape.
        var lead: UInt8 {
            switch self {
            case .percent, .form: UInt8(ascii: "%")
            case .json: UInt8(ascii: "\\")
            case .html: UInt8(ascii: "&")
            }
        }

        /// The byte that is an escape of its own.
        var plus: UInt8? { self == .form ? UInt8(ascii: "+") : nil }
    }

    package private(set) var bytes: [UInt8] = []
    /// Each escape: the range of its decoded bytes, and its own range in the source.
    private var escapes: [(decoded: Range<Int>, source: Range<Int>)] = []
    private let start: Int

    /// Nil if the source has no escape of that kind.
    package init?(_ source: ArraySlice<UInt8>, of escape: Escape) {
        start = source.startIndex
        var place = source.startIndex
        // What precedes it is in `bytes`.
        var rest = place
        while let lead = source[place...].firstPlace(of: escape.lead, or: escape.plus) {
            guard let decoded = Self.decode(source[lead...], escape) else {
                place = lead + 1
                continue
            }
            if escapes.isEmpty { bytes.reserveCapacity(source.count) }
            bytes += source[rest..<lead]
            let start = bytes.count
            if escape == .percent || escape == .form {
                bytes.append(UInt8(decoded.value))
            } else {
                let character = Unicode.Scalar(decoded.value) ?? "\u{FFFD}"
                bytes += UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
            }
            place = lead + decoded.length
            rest = place
            escapes.append((start..<bytes.count, lead..<place))
        }
        if escapes.isEmpty { return nil }
        bytes += source[rest...]
    }

    /// The source range of decoded bytes; nil if it contains no escape.
    package func source(of range: Range<Int>) -> Range<Int>? {
        let after = escapes.partitioningIndex { $0.decoded.lowerBound >= range.upperBound }
        guard after > 0, escapes[after - 1].decoded.upperBound > range.lowerBound else { return nil }
        return place(of: range)
    }

    /// The source range of a non-empty range of decoded bytes, with or without escapes.
    package func place(of range: Range<Int>) -> Range<Int> {
        position(of: range.lowerBound).lowerBound..<position(of: range.upperBound - 1).upperBound
    }

    private func position(of decoded: Int) -> Range<Int> {
        let after = escapes.partitioningIndex { $0.decoded.lowerBound > decoded }
        guard after > 0 else { return start + decoded..<start + decoded + 1 }
        let last = escapes[after - 1]
        if last.decoded.contains(decoded) { return last.source }
        let place = last.source.upperBound + decoded - last.decoded.upperBound
        return place..<place + 1
    }

    private static func decode(_ text: ArraySlice<UInt8>, _ escape: Escape) -> (value: UInt32, length: Int)? {
        switch escape {
        case .percent, .form:
            text.first == UInt8(ascii: "+") ? (32, 1) : hex(text.dropFirst().prefix(2), 2).map { ($0, 3) }
        case .json: decodeJSON(text)
        case .html: decodeHTML(text)
        }
    }

    private static func decodeJSON(_ text: ArraySlice<UInt8>) -> (value: UInt32, length: Int)? {
        guard let kind = text.dropFirst().first else { return nil }
        let digits = text.dropFirst(2)
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (UInt32(kind), 2)
        case UInt8(ascii: "b"): return (8, 2)
        case UInt8(ascii: "f"): return (12, 2)
        case UInt8(ascii: "n"): return (10, 2)
        case UInt8(ascii: "r"): return (13, 2)
        case UInt8(ascii: "t"): return (9, 2)
        case UInt8(ascii: "x"): return hex(digits.prefix(2), 2).map { ($0, 4) }
        case UInt8(ascii: "u") where digits.first == UInt8(ascii: "{"):
            let inner = digits.dropFirst().prefix(7).prefix { $0 != UInt8(ascii: "}") }
            guard text[inner.endIndex...].first == UInt8(ascii: "}") else { return nil }
            return hex(inner).map { ($0, inner.count + 4) }
        case UInt8(ascii: "u"):
            guard let unit = hex(digits.prefix(4), 4) else { return nil }
            let rest = digits.dropFirst(4)
            if unit & 0xFC00 == 0xD800, rest.starts(with: "\\u".utf8), let low = hex(rest.dropFirst(2).prefix(4), 4),
                low & 0xFC00 == 0xDC00
            {
                return (0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF), 12)
            }
            return (unit, 6)
        default: return nil
        }
    }

    /// Browsers also read numbers without a semicolon.
    private static func decodeHTML(_ text: ArraySlice<UInt8>) -> (value: UInt32, length: Int)? {
        let name = text.dropFirst().prefix(10).prefix {
            ASCII.isDigit($0) || ASCII.isLetter($0) || $0 == UInt8(ascii: "#")
        }
        let isEnded = text[name.endIndex...].first == UInt8(ascii: ";")
        let length = name.count + (isEnded ? 2 : 1)
        guard name.first == UInt8(ascii: "#") else {
            return isEnded ? entities[String(decoding: name, as: UTF8.self)].map { (UInt32($0), length) } : nil
        }
        if let mark = name.dropFirst().first, mark | 0x20 == UInt8(ascii: "x") {
            return hex(name.dropFirst(2)).map { ($0, length) }
        }
        let digits = name.dropFirst().prefix(while: ASCII.isDigit), rest = name.count - 1 - digits.count
        guard !digits.isEmpty, rest == 0 || !isEnded else { return nil }
        return (digits.reduce(0) { min($0 * 10 + UInt32($1 - 48), 0x110000) }, length - rest)
    }

    /// The named characters of HTML that are ASCII.
    private static let entities: [String: UInt8] = {
        let names = #"""
            ! excl " quot # num $ dollar % percnt & amp ' apos ( lpar ) rpar * ast + plus , comma . period / sol : colon ; semi
            < lt = equals > gt ? quest @ commat [ lsqb [ lbrack \ bsol ] rsqb ] rbrack ^ Hat _ lowbar ` grave { lcub { lbrace
            | verbar | vert } rcub } rbrace
            """#.split { $0 == " " || $0 == "\n" }
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: names.count, by: 2).map {
                (String(names[$0 + 1]), names[$0].utf8.first ?? 0)
            })
    }()

    /// - Parameter count: how many digits there must be.
    private static func hex(_ digits: ArraySlice<UInt8>, _ count: Int? = nil) -> UInt32? {
        guard 1...6 ~= digits.count, digits.count == count ?? digits.count else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard let part = ASCII.hexValue(digit) else { return nil }
            value = value << 4 | UInt32(part)
        }
        return value
    }
}

/// A decoded text inside another one. Finds in it are mapped to the outer text.
package struct NestedText {
    package let bytes: [UInt8]
    private let view: EscapedView?
    private let escape: EscapedView.Escape?
    private let start: Int

    /// - Parameter escape: how the text is escaped in the outer one; nil if it is not.
    package init(_ source: ArraySlice<UInt8>, _ escape: EscapedView.Escape?) {
        view = escape.flatMap { EscapedView(source, of: $0) }
        bytes = view?.bytes ?? Array(source)
        start = source.startIndex
        self.escape = escape
    }

    /// The range in the outer text of a non-empty decoded range.
    package func place(of range: Range<Int>) -> Range<Int> {
        view?.place(of: range) ?? range.lowerBound + start..<range.upperBound + start
    }

    /// Finds inside the text, mapped to the outer one.
    func finds(by redactor: ([UInt8]) -> [Find]) -> [Find] {
        redactor(bytes).filter { !$0.range.isEmpty }.map { inner in
            guard let escape else { return inner.moved(by: start) }
            var find = inner.at(place(of: inner.range))
            find.escapes.append(escape)
            return find
        }
    }

    /// Escapes a replacement for the outer text.
    static func written(_ text: [UInt8], _ escape: EscapedView.Escape) -> [UInt8] {
        switch escape {
        case .json:
            text.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), $0] : [$0] }
        case .percent, .form: Array(PercentCoding.encode(String(decoding: text, as: UTF8.self)).utf8)
        case .html: text
        }
    }
}
