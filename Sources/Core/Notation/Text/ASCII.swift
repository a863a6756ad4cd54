/// Classification of ASCII bytes, without locale or Unicode tables.
package enum ASCII {
    @inlinable @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

    @inlinable @inline(__always)
    package static func isLowercaseLetter(_ byte: UInt8) -> Bool { byte &- 97 < 26 }

    @inlinable @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

    @inlinable @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    @inlinable @inline(__always)
    package static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte &- 9 < 5 }

    /// Field name characters: letters, digits, `_`, `-`, `.`.
    @inlinable @inline(__always) package static func isName(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    @inlinable @inline(__always) package static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - 48 }
        let letter = byte | 0x20
        return letter &- 97 < 6 ? letter - 87 : nil
    }

    package static func lowercased(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 &- 65 < 26 }) else { return text }
        return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }

    /// The text without surrounding white space. It is trimmed by bytes: as a `String`, a space followed by a combining
    /// mark is another character.
    package static func trimmed(_ text: Substring) -> Substring {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return text.suffix(0) }
        return text[first..<bytes.index(after: last)]
    }
}

struct ByteWord {
    private let bytes: UInt64

    @inline(__always)
    init(at start: UnsafeRawPointer) { bytes = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) }

    /// The high bit of every byte that is a control character below U+0020, outside ASCII, or one of the two given.
    ///
    /// Subtraction sets a byte's high bit if it was less than the subtrahend. A borrow affects only bytes above a hit,
    /// so only the lowest hit is reliable.
    @inline(__always) func controls(or one: UInt8, _ other: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101, highs: UInt64 = 0x8080_8080_8080_8080
        let first = (bytes ^ (ones &* UInt64(one))) &- ones
        let second = (bytes ^ (ones &* UInt64(other))) &- ones
        return (first | second | (bytes &- (ones &* 0x20)) | bytes) & highs
    }
}

extension ASCII {
    /// The first place at or after `from` that may end a string or begin an escape: `quote`, a backslash, a control
    /// character or a byte outside ASCII; `count` if there is none.
    package static func stop(in bytes: UnsafeBufferPointer<UInt8>, from: Int, quote: UInt8) -> Int {
        guard let text = UnsafeRawPointer(bytes.baseAddress) else { return from }
        var place = from
        while place + 8 <= bytes.count {
            let stops = ByteWord(at: text + place).controls(or: quote, UInt8(ascii: "\\"))
            if stops != 0 { return place + stops.trailingZeroBitCount >> 3 }
            place += 8
        }
        while place < bytes.count, bytes[place] &- 0x20 < 0x60, bytes[place] != quote,
            bytes[place] != UInt8(ascii: "\\")
        {
            place += 1
        }
        return place
    }
}

/// Well-formed UTF-8 (Unicode standard, table 3-7).
enum UTF8Sequence {
    /// The length of the non-ASCII character at `cursor`; 0 if it is not well-formed: a continuation byte, an overlong
    /// form, a surrogate, above U+10FFFF, or truncated.
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

/// The form of a record's identifier: 32 hexadecimal digits.
package enum SysIDForm {
    /// Whether a text is a sys_id as instances write it, without capital letters; session ids of servers have those.
    @inlinable package static func isStored(_ text: some Collection<UInt8>) -> Bool {
        text.count == 32 && text.allSatisfy { ASCII.isDigit($0) || $0 &- 97 < 6 }
    }

    /// Whether a text is a sys_id as people and programs may write it, in either case.
    @inlinable package static func isWritten(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ASCII.isDigit($0) || ($0 | 0x20) &- 97 < 6 }
    }
}

extension Array {
    /// Sorted by the bytes of a name; elements with equal names keep their order.
    @inlinable package func sorted(byName name: (Element) -> String) -> [Element] {
        guard count > 1 else { return self }
        return enumerated().sorted { left, right in
            let (one, other) = (name(left.element).utf8, name(right.element).utf8)
            return one.elementsEqual(other) ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
        }.map(\.element)
    }
}
