/// The shape of well-formed UTF-8 (Unicode standard, table 3-7).
enum UTF8Sequence {
    /// How many bytes the character outside ASCII has that begins at `cursor`; 0 when none that is well-formed does:
    /// a stray continuation, an overlong form, a surrogate, something above U+10FFFF, or an unfinished one.
    static func size(at cursor: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int {
        let lead = cursor.pointee
        let size: Int, second: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (size, second) = (2, 0x80...0xBF)
        case 0xE0: (size, second) = (3, 0xA0...0xBF)
        case 0xED: (size, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (size, second) = (3, 0x80...0xBF)
        case 0xF0: (size, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (size, second) = (4, 0x80...0xBF)
        case 0xF4: (size, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard end - cursor >= size, second ~= cursor[1] else { return 0 }
        for offset in 2..<max(size, 2) where cursor[offset] & 0xC0 != 0x80 { return 0 }
        return size
    }
}
