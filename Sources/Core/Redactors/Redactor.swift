/// Finds secrets by position in one kind of text. It never changes the text: `Redaction` inserts placeholders.
package protocol Redactor: Sendable {
    func finds(in bytes: [UInt8]) -> [Find]
}

extension Redactor {
    /// The secrets of a part of a text, which is not escaped.
    func finds(in part: ArraySlice<UInt8>) -> [Find] { finds(in: Array(part)).map { $0.moved(by: part.startIndex) } }
}

package struct Find: Placed, Sendable, Hashable {
    enum Coding: Sendable, Hashable { case plain, json, percent, html }

    package var range: Range<Int>
    package var label: String
    var coding = Coding.plain
    /// Whether the placeholder needs quotation marks: a JSON number becomes a string.
    var isBare = false
    var nested: Nested?
    /// For a range that is encoded as a whole: the secrets in the decoded text.
    let encoded: Encoded?

    init(
        range: Range<Int>, label: String, coding: Coding = .plain, isBare: Bool = false, nested: Nested? = nil,
        encoded: Encoded? = nil
    ) {
        (self.range, self.label, self.coding, self.isBare) = (range, label, coding, isBare)
        (self.nested, self.encoded) = (nested, encoded)
    }

    struct Nested: Sendable, Hashable {
        package var secret: [UInt8]
        var quote: [UInt8]
        var escapes: [EscapedView.Escape]
    }

    struct Encoded: Sendable, Hashable {
        package var text: EncodedText
        var finds: [Find]
    }
}

extension Find {
    /// The decoded secret, for numbering and for the search by value.
    package func secret(in bytes: [UInt8]) -> [UInt8] {
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

    func with(_ label: String) -> Find {
        var find = self
        find.label = label
        return find
    }
}

package protocol Placed {
    var range: Range<Int> { get set }
}

extension Placed {
    package func moved(by count: Int) -> Self {
        var moved = self
        moved.range = range.lowerBound + count..<range.upperBound + count
        return moved
    }

    /// Sorted and without overlaps: of two that overlap the earlier one is kept and extended; of two that begin
    /// together, the longer one.
    package static func merged(_ all: [Self]) -> [Self] {
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

package struct Edit: Placed, Sendable, Hashable {
    package var range: Range<Int>
    package var replacement: [UInt8]
    /// The label of a secret, or `value` if it was found by value.
    package var label: String

    package init(range: Range<Int>, replacement: [UInt8], label: String) {
        self.range = range
        self.replacement = replacement
        self.label = label
    }

    /// Applies edits, which are in order and do not overlap.
    package static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
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
