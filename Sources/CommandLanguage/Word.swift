/// One argument as it was typed: its text, the variables inside it, and where each part is in the line.
///
/// Spans count UTF-8 bytes of the line. Every piece of text is as long as its span unless it is an escape, so any byte
/// of the argument can be traced back to the byte the user typed.
package struct Word: Sendable, Hashable {
    package enum Piece: Sendable, Hashable {
        /// Text after quotes and backslashes have been taken off. Quoted text never makes a flag, an assignment's
        /// name or an `@file`.
        case text(String, span: Range<Int>, quoted: Bool)
        /// `{{name}}`, to be replaced by the variable's value.
        case variable(String, span: Range<Int>)
    }

    /// The parts in their order; none for a word that is still to be typed.
    package var pieces: [Piece]
    package var span: Range<Int>

    package init(pieces: [Piece], span: Range<Int>) {
        self.pieces = pieces
        self.span = span
    }

    /// The text; nil when it holds variables.
    package var literal: String? {
        var text = ""
        for piece in pieces {
            guard case .text(let part, _, _) = piece else { return nil }
            text += part
        }
        return text
    }

    /// The unquoted text that the argument begins with, up to the first quote, backslash or variable.
    package var barePrefix: String {
        guard case .text(let text, _, quoted: false)? = pieces.first else { return "" }
        return text
    }

    /// Whether some part of it was quoted or escaped.
    package var isQuoted: Bool {
        pieces.contains {
            if case .text(_, _, quoted: true) = $0 { true } else { false }
        }
    }

    /// Whether it looks like a flag: an unquoted dash and something after it.
    package var isFlag: Bool {
        let bare = barePrefix.utf8
        return bare.first == .dash && (bare.count > 1 || pieces.count > 1)
    }

    /// The length in bytes of the name in `name=value`; nil when it is no assignment. Names are unquoted.
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

    /// Where a range of the argument's own text, in UTF-8 bytes, is in the line. Bytes that came out of a variable
    /// are traced to the variable.
    ///
    /// - Parameter lengths: how many bytes each variable became, in order; a variable that is not listed counts as
    ///   none.
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
