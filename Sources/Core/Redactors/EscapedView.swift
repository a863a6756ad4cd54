import ExchangeModel
import Notation

/// A text with its escapes decoded that maps back to the source, so that secrets are found in any of the possible
/// spellings.
package struct EscapedView {
    package enum Escape: CaseIterable {
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
            decoded.append(to: &bytes)
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

    private static func decode(_ text: ArraySlice<UInt8>, _ escape: Escape) -> Decoded? {
        switch escape {
        case .percent, .form:
            if text.first == UInt8(ascii: "+") { return .byte(UInt8(ascii: " "), 1) }
            guard text.count >= 3, let byte = hex(text.dropFirst().prefix(2)) else { return nil }
            return .byte(UInt8(byte), 3)
        case .json: return decodeJSON(text)
        case .html: return decodeHTML(text)
        }
    }

    private static func decodeJSON(_ text: ArraySlice<UInt8>) -> Decoded? {
        guard let kind = text.dropFirst().first else { return nil }
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return .byte(kind, 2)
        case UInt8(ascii: "b"): return .byte(8, 2)
        case UInt8(ascii: "f"): return .byte(12, 2)
        case UInt8(ascii: "n"): return .byte(10, 2)
        case UInt8(ascii: "r"): return .byte(13, 2)
        case UInt8(ascii: "t"): return .byte(9, 2)
        case UInt8(ascii: "x"):
            guard text.count >= 4, let byte = hex(text.dropFirst(2).prefix(2)) else { return nil }
            return .scalar(byte, 4)
        case UInt8(ascii: "u") where text.dropFirst(2).first == UInt8(ascii: "{"):
            let digits = text.dropFirst(3).prefix(7).prefix { $0 != UInt8(ascii: "}") }
            guard digits.endIndex < text.endIndex, text[digits.endIndex] == UInt8(ascii: "}") else { return nil }
            return hex(digits).map { .scalar($0, digits.count + 4) }
        case UInt8(ascii: "u"):
            guard text.count >= 6, let unit = hex(text.dropFirst(2).prefix(4)) else { return nil }
            let rest = text.dropFirst(6)
            if unit & 0xFC00 == 0xD800, rest.starts(with: "\\u".utf8), rest.count >= 6,
                let low = hex(rest.dropFirst(2).prefix(4)), low & 0xFC00 == 0xDC00
            {
                return .scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF), 12)
            }
            return .scalar(unit, 6)
        default: return nil
        }
    }

    /// Browsers also read numbers without a semicolon.
    private static func decodeHTML(_ text: ArraySlice<UInt8>) -> Decoded? {
        let name = text.dropFirst().prefix(10).prefix {
            ASCII.isDigit($0) || ASCII.isLetter($0) || $0 == UInt8(ascii: "#")
        }
        guard let first = name.first else { return nil }
        let isEnded = name.endIndex < text.endIndex && text[name.endIndex] == UInt8(ascii: ";")
        let length = name.count + (isEnded ? 2 : 1)
        if first == UInt8(ascii: "#") {
            var digits = name.dropFirst()
            if let mark = digits.first, mark | 0x20 == UInt8(ascii: "x") {
                return hex(digits.dropFirst()).map { .scalar($0, length) }
            }
            let rest = digits.drop(while: ASCII.isDigit)
            guard rest.isEmpty || !isEnded else { return nil }
            digits = digits[..<rest.startIndex]
            guard !digits.isEmpty else { return nil }
            return .scalar(digits.reduce(0) { min($0 * 10 + UInt32($1 - 48), 0x110000) }, length - rest.count)
        }
        return isEnded ? entities[String(decoding: name, as: UTF8.self)].map { .byte($0, length) } : nil
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

    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard !digits.isEmpty, digits.count <= 6 else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard let part = ASCII.hexValue(digit) else { return nil }
            value = value << 4 | UInt32(part)
        }
        return value
    }

    private enum Decoded {
        case byte(UInt8, Int)
        case scalar(UInt32, Int)

        var length: Int {
            switch self {
            case .byte(_, let length), .scalar(_, let length): length
            }
        }

        func append(to bytes: inout [UInt8]) {
            switch self {
            case .byte(let byte, _): bytes.append(byte)
            case .scalar(let value, _):
                bytes.append(
                    contentsOf: UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
            }
        }
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

    /// Finds inside the text, mapped to the outer one. The secret is kept decoded, so that it is the same secret at any
    /// depth.
    func finds(by redactor: ([UInt8]) -> [Find]) -> [Find] {
        redactor(bytes).filter { !$0.range.isEmpty }.map { inner in
            guard let escape else { return inner.moved(by: start) }
            var find = inner
            find.range = place(of: inner.range)
            find.nested = .init(
                secret: inner.secret(in: bytes), quote: Self.written(inner.quote, escape),
                escapes: (inner.nested?.escapes ?? []) + [escape])
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
