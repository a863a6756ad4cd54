/// Questions about single bytes of ASCII text, answered without a look at the locale or at Unicode's tables.
package enum ASCII {
    /// A capital letter's small form; any other byte as it is.
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

    /// Whether it is one of `a` to `z`.
    @inlinable
    package static func isLowercaseLetter(_ byte: UInt8) -> Bool { byte &- 97 < 26 }

    /// Whether it is a letter of either case.
    @inlinable
    package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

    /// Whether it is one of `0` to `9`.
    @inlinable
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    /// Whether it is a space, a tab or one of the line ends.
    @inlinable
    package static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte &- 9 < 5 }

    /// What names of fields are made of: letters, digits, `_`, `-`, `.`.
    @inlinable
    package static func isName(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// The value of a hexadecimal digit, nil for any other byte.
    @inlinable
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - 48 }
        let letter = byte | 0x20
        return letter &- 97 < 6 ? letter - 87 : nil
    }

    /// The text with its ASCII letters in lower case.
    package static func lowercased(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 &- 65 < 26 }) else { return text }
        return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }

    /// The text without white space at its ends. It is cut by bytes: to a `String`, a space with a combining mark behind
    /// it is another character.
    package static func trimmed(_ text: Substring) -> Substring {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return text.suffix(0) }
        return text[first..<bytes.index(after: last)]
    }
}
