/// A place in a text and what is to stand there instead.
struct Edit: Sendable, Hashable {
    var range: Range<Int>
    var replacement: [UInt8]
    /// What was there: the label of a secret, or `value` when it was recognised by its value.
    var label: String

    /// Edits that overlap made one, covering all of them, with the replacement of the first and widest.
    static func merged(_ edits: [Edit]) -> [Edit] {
        let sorted = edits.sorted {
            $0.range.lowerBound != $1.range.lowerBound
                ? $0.range.lowerBound < $1.range.lowerBound : $0.range.upperBound > $1.range.upperBound
        }
        var merged: [Edit] = []
        for edit in sorted {
            if let last = merged.last, edit.range.lowerBound < last.range.upperBound {
                let end = max(last.range.upperBound, edit.range.upperBound)
                merged[merged.count - 1].range = last.range.lowerBound..<end
            } else {
                merged.append(edit)
            }
        }
        return merged
    }

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
