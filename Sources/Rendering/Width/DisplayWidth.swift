/// How many cells of a terminal a text takes.
///
/// The table is checked in (Unicode 15.0.0, `WidthRanges`), because `wcwidth` knows no more than ASCII when the locale
/// is absent, and the same rows must look the same on every machine.
package enum DisplayWidth {
    /// The width in cells of a text without control characters.
    package static func of(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { of($0) }
    }

    /// The width of UTF-8 bytes without control characters.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if isPrintableASCII(bytes) { return bytes.count }
        var walk = WidthWalk(bytes)
        while walk.advance() {}
        return walk.width
    }

    /// Where to cut a text so that it takes at most `limit` cells: the number of bytes that stay and the cells they
    /// take. Never inside a character with its marks, nor inside a sequence that is drawn as one picture.
    static func prefix(of bytes: UnsafeBufferPointer<UInt8>, fitting limit: Int) -> (bytes: Int, width: Int) {
        var walk = WidthWalk(bytes)
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

    /// Whether every byte stands for one cell: the common case, decided eight bytes at a time.
    static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let high: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while index + 8 <= bytes.count {
            let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
            // Below 0x20, DEL, or not ASCII, each shown by a byte's top bit. Bytes above 0x7F are refused by the last
            // term, so borrows and carries out of them do no harm.
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
