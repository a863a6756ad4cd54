/// Makes UTF-8 of bytes that should be UTF-8: what is none becomes U+FFFD, as the Encoding Standard says, and NUL too.
enum UTF8Repair {
    /// Whether bytes are UTF-8.
    static func isValid(_ bytes: [UInt8]) -> Bool { (try? UTF8Span(validating: bytes.span)) != nil }

    /// The text, and how many bytes were none of it.
    static func repaired(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], bad: Int) {
        // Nearly all pages need nothing.
        if (try? UTF8Span(validating: bytes.span)) != nil, !bytes.contains(0) { return (Array(bytes), 0) }
        return bytes.withUnsafeBytes { bytes in
            var text: [UInt8] = []
            text.reserveCapacity(bytes.count + 64)
            var bad = 0
            var place = 0
            while place < bytes.count {
                let length = length(of: bytes, at: place)
                if length > 0, bytes[place] != 0 {
                    for index in place..<place + length { text.append(bytes[index]) }
                    place += length
                } else {
                    // The longest beginning of a character counts as one.
                    let skipped = max(length, -length, 1)
                    text += [0xEF, 0xBF, 0xBD]
                    bad += skipped
                    place += skipped
                }
            }
            return (text, bad)
        }
    }

    /// How many bytes the character here has; less than 1 when it is none, then as many as it began with, negated.
    private static func length(of bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
        let first = bytes[place]
        if first < 0x80 { return 1 }
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return -1
        }
        for index in 1..<length {
            let range = index == 1 ? second : 0x80...0xBF
            guard place + index < bytes.count, range.contains(bytes[place + index]) else { return -index }
        }
        return length
    }
}
