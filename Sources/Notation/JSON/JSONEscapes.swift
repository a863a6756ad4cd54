/// What the backslash means inside a JSON string (RFC 8259, 7).
enum JSONEscapes {
    /// The text that the inside of a string stands for. The escapes must be valid, as the scanner has seen to.
    static func decode(_ inside: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: inside.count) { out in
            var read = 0, written = 0
            while read < inside.count {
                let byte = inside[read]
                guard byte == UInt8(ascii: "\\") else {
                    out[written] = byte
                    read += 1
                    written += 1
                    continue
                }
                let letter = inside[read + 1]
                read += 2
                guard letter == UInt8(ascii: "u") else {
                    out[written] = short(letter)
                    written += 1
                    continue
                }
                let scalar = scalar(inside, &read)
                for unit in scalar.utf8 {
                    out[written] = unit
                    written += 1
                }
            }
            return written
        }
    }

    /// The scalar value of a `\u` escape whose digits begin at `read`, its second half included when it is a pair.
    /// Six bytes of escape are at most three of UTF-8 and twelve at most four, so decoded text never outgrows its source.
    private static func scalar(_ inside: UnsafeBufferPointer<UInt8>, _ read: inout Int) -> Unicode.Scalar {
        let first = unit(inside, read)
        read += 4
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, read + 6 <= inside.count, inside[read] == UInt8(ascii: "\\"),
            inside[read + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let second = unit(inside, read + 2)
        guard 0xDC00...0xDFFF ~= second else { return "\u{FFFD}" }
        read += 6
        return Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private static func unit(_ inside: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
        var value: UInt32 = 0
        for offset in start..<(start + 4) { value = value << 4 | UInt32(ASCII.hexValue(inside[offset]) ?? 0) }
        return value
    }

    private static func short(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }
}
