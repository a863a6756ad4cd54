/// The width of text on a terminal, in cells.
///
/// Uses tables of Unicode 15.0.0 (`WidthRanges`), because `wcwidth` depends on the locale, and output must be the same
/// on every machine.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { of($0) }
    }

    /// The width of UTF-8 bytes without control characters.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if isPrintableASCII(bytes) { return bytes.count }
        var walk = WidthIterator(bytes)
        while walk.advance() {}
        return walk.width
    }

    /// The longest prefix of at most `limit` cells: its bytes and its width. It never ends inside a character with its
    /// combining marks, nor inside an emoji sequence.
    static func prefix(of bytes: UnsafeBufferPointer<UInt8>, fitting limit: Int) -> (bytes: Int, width: Int) {
        var walk = WidthIterator(bytes)
        var kept = (bytes: 0, width: 0)
        while true {
            let before = (bytes: walk.offset, width: walk.width)
            guard walk.advance() else { return walk.width <= limit ? (walk.offset, walk.width) : kept }
            if walk.startedCluster {
                if before.width > limit { return kept }
                kept = before
            }
        }
    }

    /// Whether every byte is printable ASCII; tests eight bytes at a time.
    static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let high: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while index + 8 <= bytes.count {
            let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
            // Each term sets a byte's top bit: for values below 0x20, for DEL, for non-ASCII. The last term covers all
            // bytes above 0x7F, so carries out of them do no harm.
            let control = (word &- ones &* 0x20) | (word &+ ones) | word
            if control & high != 0 { return false }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
            index += 1
        }
        return true
    }
}

/// Iterates over the scalars of UTF-8 bytes and adds up their widths.
struct WidthIterator {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0
    private(set) var width = 0
    private(set) var startedCluster = false

    private var baseWidth = 0
    private var base: UInt32 = 0
    private var afterJoiner = false
    private var halfFlag = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func advance() -> Bool {
        guard offset < bytes.count else { return false }
        let scalar = decode()
        let joins = afterJoiner
        afterJoiner = false
        startedCluster = false

        switch scalar {
        case 0x20...0x7E, 0xA0..<0x300:
            begin(scalar, 1)
        case 0x200D:
            afterJoiner = true
        case 0xFE0F:
            // Emoji presentation: two cells instead of one.
            if baseWidth == 1, Self.contains(WidthRanges.narrowEmoji, base) {
                width += 1
                baseWidth = 2
            }
        case 0x1F1E6...0x1F1FF:
            // Two regional indicators form one flag of two cells.
            if halfFlag {
                width += 1
                halfFlag = false
            } else {
                begin(scalar, 1)
                halfFlag = true
            }
            return true
        case 0x1F3FB...0x1F3FF where baseWidth > 0 && Self.contains(WidthRanges.pictographic, base):
            // A skin tone modifies the preceding emoji, which then has emoji presentation.
            width += 2 - baseWidth
            baseWidth = 2
        default:
            if joins, baseWidth > 0, Self.contains(WidthRanges.pictographic, base),
                Self.contains(WidthRanges.pictographic, scalar)
            {
                width += 2 - baseWidth
                baseWidth = 2
            } else if Self.contains(WidthRanges.zero, scalar) {
                // A mark without a base is a cluster of its own, of width 0.
                if offset == Self.length(scalar) { startedCluster = true }
            } else {
                begin(scalar, Self.contains(WidthRanges.wide, scalar) ? 2 : 1)
            }
        }
        halfFlag = false
        return true
    }

    private mutating func begin(_ scalar: UInt32, _ cells: Int) {
        width += cells
        base = scalar
        baseWidth = cells
        startedCluster = true
    }

    /// The bytes are from a `String`, so they are valid UTF-8.
    private mutating func decode() -> UInt32 {
        let lead = UInt32(bytes[offset])
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
        let end = min(offset + length, bytes.count)
        for index in (offset + 1)..<max(end, offset + 1) { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
        offset = end
        return scalar
    }

    private static func length(_ scalar: UInt32) -> Int {
        scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    }

    /// Whether a scalar is in one of the sorted pairs of first and last scalars.
    static func contains(_ pairs: [UInt32], _ scalar: UInt32) -> Bool {
        guard let first = pairs.first, scalar >= first else { return false }
        var low = 0
        var high = pairs.count / 2
        while low < high {
            let middle = (low + high) / 2
            if pairs[2 * middle + 1] < scalar { low = middle + 1 } else { high = middle }
        }
        return 2 * low < pairs.count && pairs[2 * low] <= scalar
    }
}
