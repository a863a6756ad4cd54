/// Eight bytes looked at together.
struct ByteWord {
    private let bytes: UInt64

    /// The eight bytes that begin there.
    @inline(__always)
    init(at start: UnsafeRawPointer) { bytes = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) }

    /// The high bit of every byte that is a control character below U+0020, outside ASCII, or one of the two given.
    ///
    /// Subtracting sets a byte's high bit when it was below what is subtracted. A borrow reaches only the bytes above a
    /// real hit, so the lowest hit is always right; that is the only one to rely on.
    @inline(__always)
    func controls(or one: UInt8, _ other: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101, highs: UInt64 = 0x8080_8080_8080_8080
        let first = (bytes ^ (ones &* UInt64(one))) &- ones
        let second = (bytes ^ (ones &* UInt64(other))) &- ones
        return (first | second | (bytes &- (ones &* 0x20)) | bytes) & highs
    }
}
