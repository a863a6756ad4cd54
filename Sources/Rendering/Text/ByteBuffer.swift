/// Bytes on their way out; grows once and is emptied in pieces.
struct ByteBuffer {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ run: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: run) }

    mutating func append(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: run))
    }

    mutating func append(spaces count: Int) {
        if count > 0 { bytes.append(contentsOf: repeatElement(0x20, count: count)) }
    }

    /// Takes back the spaces at the end, but none before `start`.
    mutating func trimSpaces(from start: Int) {
        var end = bytes.count
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        bytes.removeLast(bytes.count - end)
    }

    /// Hands over what was gathered and starts again with the same capacity.
    mutating func drain() -> [UInt8] {
        let full = bytes
        bytes = []
        bytes.reserveCapacity(full.count)
        return full
    }
}
