/// One word of a tape: what a value is, how large, and where it begins.
struct JSONWord {
    enum Tag: UInt64 {
        case null, yes, no, number, plainString, escapedString, array, object
        var isContainer: Bool { rawValue >= Tag.array.rawValue }
    }

    /// Four bits of tag, 28 of size, 32 of start.
    let raw: UInt64

    static let largestSize = (1 << 28) - 1
    static let largestOffset = (1 << 32) - 1

    @inline(__always)
    init(raw: UInt64) { self.raw = raw }

    /// `size` is bytes for a scalar, elements or members for an array or object.
    @inline(__always)
    init(_ tag: Tag, start: Int, size: Int) {
        raw = tag.rawValue << 60 | UInt64(truncatingIfNeeded: size) << 32 | UInt64(truncatingIfNeeded: start)
    }

    var tag: Tag { Tag(rawValue: raw >> 60) ?? .null }
    var start: Int { Int(raw & 0xFFFF_FFFF) }
    var size: Int { Int(raw >> 32 & 0x0FFF_FFFF) }
}
