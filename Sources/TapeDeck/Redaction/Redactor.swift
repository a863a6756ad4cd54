/// Finds secrets in one sort of text by where they are. It never changes the text: `Redaction` puts placeholders there.
protocol Redactor: Sendable {
    static var name: String { get }
    func finds(in bytes: [UInt8]) -> [Find]
}

struct Find: Placed, Sendable, Hashable {
    enum Coding: Sendable, Hashable { case plain, json, percent, html }

    var range: Range<Int>
    var label: String
    var coding = Coding.plain
    /// Whether the placeholder needs quotation marks of its own: a JSON number becomes a string.
    var isBare = false
    var nested: Nested?
    /// For a range that is encoded as a whole, with the secrets found in the decoded text.
    var encoded: Encoded?

    struct Nested: Sendable, Hashable {
        var secret: [UInt8]
        var quote: [UInt8]
        var escapes: [EscapedView.Escape]
    }

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

    var quote: [UInt8] { nested?.quote ?? [UInt8(ascii: "\"")] }

    func moved(by count: Int) -> Find {
        var find = self
        find.range = range.lowerBound + count..<range.upperBound + count
        return find
    }

}

protocol Placed {
    var range: Range<Int> { get set }
}

extension Placed {
    /// All in order, none overlapping: of two that overlap the one that begins first stays, made longer by the other, and of
    /// two that begin together the longer one.
    static func merged(_ all: [Self]) -> [Self] {
        guard all.count > 1 else { return all }
        var merged: [Self] = []
        for one in all.sorted(by: {
            ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
        }) {
            guard let last = merged.last, one.range.lowerBound < last.range.upperBound else {
                merged.append(one)
                continue
            }
            merged[merged.count - 1].range =
                last.range.lowerBound..<max(last.range.upperBound, one.range.upperBound)
        }
        return merged
    }
}

struct Edit: Placed, Sendable, Hashable {
    var range: Range<Int>
    var replacement: [UInt8]
    /// What was there: the label of a secret, or `value` when it was recognised by its value.
    var label: String

    /// The text with every edit made. The edits are in order and do not overlap.
    static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var done = 0
        for edit in edits {
            out += bytes[done..<edit.range.lowerBound]
            out += edit.replacement
            done = edit.range.upperBound
        }
        out += bytes[done...]
        return out
    }
}
