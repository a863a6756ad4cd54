import CUtf8proc

/// The width of text on a terminal, in cells.
///
/// utf8proc has the widths of characters and finds clusters of them, because `wcwidth` depends on the locale, and output
/// must be the same on every machine.
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

    private var last: Int32?
    /// utf8proc's memory of the cluster.
    private var state: Int32 = 0
    /// The first scalar of the cluster, and its width.
    private var base: Int32 = 0
    private var baseWidth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func advance() -> Bool {
        guard offset < bytes.count, let start = bytes.baseAddress else { return false }
        var scalar: Int32 = 0
        // The bytes are from a `String`, so they are valid UTF-8.
        offset += max(1, utf8proc_iterate(start + offset, bytes.count - offset, &scalar))
        if let last {
            startedCluster = utf8proc_grapheme_break_stateful(last, scalar, &state)
        } else {
            startedCluster = true
        }
        last = scalar
        if startedCluster {
            (base, baseWidth) = (scalar, Int(cutf8proc_width(scalar)))
            width += baseWidth
        } else if isPicture(scalar) {
            width += 2 - baseWidth
            baseWidth = 2
        } else {
            width += Int(cutf8proc_width(scalar))
        }
        return true
    }

    /// Whether a scalar makes its cluster a picture of two cells: the second half of a flag, the variation selector 16,
    /// a skin tone, or a picture after a zero-width joiner.
    private func isPicture(_ scalar: Int32) -> Bool {
        switch scalar {
        case 0x1F1E6...0x1F1FF: true
        case 0xFE0F: baseWidth == 1 && (isPictographic(base) || Self.keycaps.contains(base))
        case 0x1F3FB...0x1F3FF: isPictographic(base)
        default: isPictographic(scalar)
        }
    }

    private func isPictographic(_ scalar: Int32) -> Bool { cutf8proc_is_pictographic(scalar) != 0 }

    /// `#`, `*` and digits.
    private static let keycaps: Set<Int32> = [0x23, 0x2A, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39]
}
