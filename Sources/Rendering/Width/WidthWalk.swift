/// Walks over UTF-8 bytes scalar by scalar and keeps the count of cells.
struct WidthWalk {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The byte after the last scalar.
    private(set) var offset = 0
    /// The cells taken so far.
    private(set) var width = 0
    /// Whether the last scalar may stand apart from what is before it.
    private(set) var startedCluster = false

    private var baseWidth = 0
    private var base: UInt32 = 0
    private var afterJoiner = false
    private var halfFlag = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Takes the next scalar; false at the end.
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
            // The picture instead of the letter: two cells where it was one.
            if baseWidth == 1, Self.contains(WidthRanges.narrowEmoji, base) {
                width += 1
                baseWidth = 2
            }
        case 0x1F1E6...0x1F1FF:
            // Two regional indicators are one flag, of two cells.
            if halfFlag {
                width += 1
                halfFlag = false
            } else {
                begin(scalar, 1)
                halfFlag = true
            }
            return true
        case 0x1F3FB...0x1F3FF where baseWidth > 0 && Self.contains(WidthRanges.pictographic, base):
            // A skin tone colours the picture before it, which is then always drawn as one.
            width += 2 - baseWidth
            baseWidth = 2
        default:
            if joins, baseWidth > 0, Self.contains(WidthRanges.pictographic, base),
                Self.contains(WidthRanges.pictographic, scalar)
            {
                width += 2 - baseWidth
                baseWidth = 2
            } else if Self.contains(WidthRanges.zero, scalar) {
                // A mark without a base stands for itself, in no cell.
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

    /// The bytes come from a `String`, so they are valid UTF-8.
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

    /// Whether a scalar lies in one of the sorted first–last pairs.
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
