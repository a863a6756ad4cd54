/// Base64 (RFC 4648): the standard alphabet with padding, or the URL-safe one without.
package enum Base64 {
    package enum Alphabet: Sendable, Hashable {
        /// `+` and `/` (section 4).
        case usual
        /// `-` and `_` (section 5).
        case url
    }

    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits = digits(of: bytes)
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Encodes without padding in the URL-safe alphabet (base64url, as in JWTs; RFC 7515, 2).
    package static func encodeForURL(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: digits(of: bytes, .url), as: UTF8.self)
    }

    package static func digits(of bytes: some Sequence<UInt8>, _ alphabet: Alphabet = .usual) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { digits(of: $0, alphabet) }
            ?? Array(bytes).withUnsafeBufferPointer { digits(of: $0, alphabet) }
    }

    // For contiguous bytes, which is faster than iterating over a generic sequence.
    private static func digits(of bytes: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count * 4 / 3 + 4)
        var buffer: UInt32 = 0, bits = 0
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                out.append(digit(UInt8(buffer >> UInt32(bits) & 63), alphabet))
            }
        }
        if bits > 0 { out.append(digit(UInt8(buffer << UInt32(6 - bits) & 63), alphabet)) }
        return out
    }

    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        text.withContiguousStorageIfAvailable { decode($0) } ?? Array(text).withUnsafeBufferPointer { decode($0) }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.count * 3 / 4)
        var buffer: UInt32 = 0, bits = 0, count = 0
        for character in text {
            if character == UInt8(ascii: "=") { break }
            guard let value = value(of: character) else { return nil }
            buffer = (buffer << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            count += 1
            if bits >= 8 {
                bits -= 8
                out.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return count % 4 == 1 ? nil : out
    }

    package static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 65...90: character - 65
        case 97...122: character - 71
        case 48...57: character + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private static func digit(_ value: UInt8, _ alphabet: Alphabet) -> UInt8 {
        switch value {
        case 0..<26: 65 + value
        case 26..<52: 71 + value
        case 52..<62: value - 4
        case 62: alphabet == .url ? UInt8(ascii: "-") : UInt8(ascii: "+")
        default: alphabet == .url ? UInt8(ascii: "_") : UInt8(ascii: "/")
        }
    }
}
