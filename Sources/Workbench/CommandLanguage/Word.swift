import Notation

/// One argument as typed: its text, its variables, and the position of each part in the line.
///
/// Spans count UTF-8 bytes of the line. Text is as long as its span, except for escapes, so that every byte of the
/// argument maps to a byte of the line.
package struct Word: Sendable, Hashable {
    package enum Piece: Sendable, Hashable {
        /// Text without quotes and backslashes. Quoted text never forms a flag, an assignment's name or `@file`.
        case text(String, span: Range<Int>, quoted: Bool)
        /// `{{name}}`.
        case variable(String, span: Range<Int>)
    }

    /// The parts in order; empty for a word that is not typed yet.
    package var pieces: [Piece]
    package var span: Range<Int>

    package init(pieces: [Piece], span: Range<Int>) {
        self.pieces = pieces
        self.span = span
    }

    /// The text; nil if it contains variables.
    package var literal: String? {
        var text = ""
        for piece in pieces {
            guard case .text(let part, _, _) = piece else { return nil }
            text += part
        }
        return text
    }

    /// The unquoted text at the start, up to the first quote, backslash or variable.
    package var barePrefix: String {
        guard case .text(let text, _, quoted: false)? = pieces.first else { return "" }
        return text
    }

    /// Whether any part was quoted or escaped.
    package var isQuoted: Bool {
        pieces.contains {
            if case .text(_, _, quoted: true) = $0 { true } else { false }
        }
    }

    /// Whether it is a flag: an unquoted dash followed by something.
    package var isFlag: Bool {
        let bare = barePrefix.utf8
        return bare.first == .dash && (bare.count > 1 || pieces.count > 1)
    }

    /// The length in bytes of the name in `name=value`; nil if it is not an assignment. Names are unquoted.
    package var assignedNameLength: Int? {
        let bare = Array(barePrefix.utf8)
        guard let equals = bare.firstIndex(of: .equals), equals > 0,
            bare[..<equals].allSatisfy({ $0.isNameByte || $0 == .dot || $0 == .dash })
        else { return nil }
        return equals
    }

    /// The argument without the first bytes of its `barePrefix`: the value of `--flag=value`, `-n5`, `field=value`.
    package func dropping(_ count: Int) -> Word {
        guard case .text(let text, let span, quoted: false)? = pieces.first, count > 0 else { return self }
        var rest = self
        let kept = String(decoding: text.utf8.dropFirst(count), as: UTF8.self)
        let from = min(span.lowerBound + count, span.upperBound)
        if kept.isEmpty {
            rest.pieces.removeFirst()
        } else {
            rest.pieces[0] = .text(kept, span: from..<span.upperBound, quoted: false)
        }
        rest.span = from..<self.span.upperBound
        return rest
    }

    /// Maps a range of the argument's text, in UTF-8 bytes, to the line. Bytes of a variable's value map to the
    /// variable.
    ///
    /// - Parameter lengths: the length in bytes of each variable's value, in order; missing ones count as 0.
    package func span(of range: Range<Int>, variableLengths lengths: [Int] = []) -> Range<Int> {
        var reached = 0, variable = 0
        var lower: Int?
        var upper: Int?
        for piece in pieces {
            let length: Int
            let span: Range<Int>
            let exact: Bool
            switch piece {
            case .text(let text, let place, _):
                length = text.utf8.count
                span = place
                exact = length == place.count
            case .variable(_, let place):
                length = variable < lengths.count ? lengths[variable] : 0
                variable += 1
                span = place
                exact = false
            }
            let end = reached + length
            if lower == nil, range.lowerBound < end {
                lower = exact ? span.lowerBound + range.lowerBound - reached : span.lowerBound
            }
            if range.upperBound <= end, upper == nil, lower != nil {
                upper = exact ? span.lowerBound + range.upperBound - reached : span.upperBound
            }
            reached = end
        }
        let from = lower ?? span.upperBound
        return from..<max(from, upper ?? span.upperBound)
    }
}

/// The bytes with a meaning in a command line.
extension UInt8 {
    package static let tab = UInt8(ascii: "\t")
    package static let lineFeed = UInt8(ascii: "\n")
    package static let carriageReturn = UInt8(ascii: "\r")
    package static let space = UInt8(ascii: " ")
    package static let doubleQuote = UInt8(ascii: "\"")
    package static let hash = UInt8(ascii: "#")
    package static let singleQuote = UInt8(ascii: "'")
    package static let comma = UInt8(ascii: ",")
    package static let dash = UInt8(ascii: "-")
    package static let dot = UInt8(ascii: ".")
    package static let equals = UInt8(ascii: "=")
    package static let greater = UInt8(ascii: ">")
    package static let at = UInt8(ascii: "@")
    package static let openParenthesis = UInt8(ascii: "(")
    package static let closeParenthesis = UInt8(ascii: ")")
    package static let openBracket = UInt8(ascii: "[")
    package static let backslash = UInt8(ascii: "\\")
    package static let closeBracket = UInt8(ascii: "]")
    package static let caret = UInt8(ascii: "^")
    package static let underscore = UInt8(ascii: "_")
    package static let openBrace = UInt8(ascii: "{")
    package static let bar = UInt8(ascii: "|")
    package static let closeBrace = UInt8(ascii: "}")

    /// A byte of a table or column name.
    package var isNameByte: Bool { ASCII.isLetter(self) || ASCII.isDigit(self) || self == .underscore }
}
