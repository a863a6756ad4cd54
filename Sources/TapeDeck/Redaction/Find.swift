/// A secret's place in a text.
struct Find: Sendable, Hashable {
    /// How the secret is written there.
    enum Coding: Sendable, Hashable { case plain, json, percent, html }

    /// The bytes to replace.
    var range: Range<Int>
    /// The word of its placeholder.
    var label: String
    var coding = Coding.plain
    /// Whether the placeholder needs quotation marks of its own: a JSON number becomes a string.
    var isBare = false
    /// For a secret in a text inside the text; nil where it is in the text itself.
    var nested: Nested?
    /// For a range that is encoded as a whole, with the secrets found in the decoded text.
    var encoded: Encoded?

    /// A secret in a text that is itself written with escapes.
    struct Nested: Sendable, Hashable {
        /// The secret, every escape decoded.
        var secret: [UInt8]
        /// How a quotation mark is written there.
        var quote: [UInt8]
        /// The escapes around it, innermost first.
        var escapes: [EscapedView.Escape]
    }

    /// An encoded text and the secrets in it.
    struct Encoded: Sendable, Hashable {
        var text: EncodedText
        var finds: [Find]
    }
}

extension Find {
    /// The secret itself, decoded, for numbering and for finding it again by value.
    func secret(in bytes: [UInt8]) -> [UInt8] {
        if let nested { return nested.secret }
        let written = bytes[range]
        let escape: EscapedView.Escape? =
            switch coding {
            case .plain: nil
            case .json: .json
            case .percent: .form
            case .html: .html
            }
        return escape.flatMap { EscapedView(written, of: $0)?.bytes } ?? Array(written)
    }

    /// The quotation mark that a placeholder needs for a bare value.
    var quote: [UInt8] { nested?.quote ?? [UInt8(ascii: "\"")] }

    /// The same find in a text that has `count` more bytes before it.
    func moved(by count: Int) -> Find {
        var find = self
        find.range = range.lowerBound + count..<range.upperBound + count
        return find
    }

    /// The finds of several redactors, in order, none overlapping: of two that overlap the one that begins first stays,
    /// and of two that begin together the longer one.
    static func merged(_ finds: [Find]) -> [Find] {
        guard finds.count > 1 else { return finds }
        var merged: [Find] = []
        for find in finds.sorted(by: {
            ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
        }) {
            guard let last = merged.last, find.range.lowerBound < last.range.upperBound else {
                merged.append(find)
                continue
            }
            if find.range.upperBound > last.range.upperBound {
                merged[merged.count - 1].range = last.range.lowerBound..<find.range.upperBound
            }
        }
        return merged
    }
}
