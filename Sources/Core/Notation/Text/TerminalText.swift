/// Makes untrusted text safe to print to a terminal.
package enum TerminalText {
    /// Removes everything a terminal could interpret: control characters (C0 but line feed and tab, DEL, C1), escape
    /// sequences (CSI, OSC, DCS, SOS, PM and APC with their content, and short ones), and bidirectional formatting
    /// characters (U+202A to U+202E, U+2066 to U+2069).
    ///
    /// An unterminated sequence is removed up to the end of its line only.
    package static func plain(_ text: String) -> String {
        var text = text
        let cleaned: String? = text.withUTF8 { bytes in
            guard let first = firstUnsafe(in: bytes) else { return nil }
            return PlainTextPass.run(bytes, from: first)
        }
        return cleaned ?? text
    }

    /// The same for bytes; invalid UTF-8 becomes U+FFFD.
    package static func plain(_ bytes: some Sequence<UInt8>) -> String {
        plain(String(decoding: Array(bytes), as: UTF8.self))
    }

    package static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { firstUnsafe(in: $0) == nil }
    }

    /// The position of the first byte that may begin something to remove; nil if there is none.
    private static func firstUnsafe(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        bytes.indices.first { PlainTextPass.isUnsafe(bytes, $0) }
    }
}

/// A single pass that copies plain text and skips the rest.
struct PlainTextPass {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place: Int
    private var out: [UInt8]

    /// The plain text; everything before `place` is known to be plain.
    static func run(_ bytes: UnsafeBufferPointer<UInt8>, from place: Int) -> String {
        var pass = PlainTextPass(bytes: bytes, place: place, out: Array(bytes[..<place]))
        pass.out.reserveCapacity(bytes.count)
        while pass.place < bytes.count { pass.step() }
        return String(decoding: pass.out, as: UTF8.self)
    }

    /// Whether the bytes there are removed or begin something to remove. The text is well-formed UTF-8.
    static func isUnsafe(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        switch bytes[place] {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F: true
        case 0xC2: bytes[place + 1] < 0xA0
        case 0xE2: isReordering(bytes[place + 1], bytes[place + 2])
        default: false
        }
    }

    /// The second and third byte of U+202A…U+202E and U+2066…U+2069.
    private static func isReordering(_ second: UInt8, _ third: UInt8) -> Bool {
        second == 0x80 && 0xAA...0xAE ~= third || second == 0x81 && 0xA6...0xA9 ~= third
    }

    private mutating func step() {
        guard PlainTextPass.isUnsafe(bytes, place) else {
            out.append(bytes[place])
            place += 1
            return
        }
        switch bytes[place] {
        case 0x1B:
            place += 1
            skipEscape()
        case 0xC2:
            // A C1 control is equivalent to ESC followed by the character 0x40 below it.
            let letter = bytes[place + 1] - 0x40
            place += 2
            skipSequence(letter)
        case 0xE2: place += 3
        default: place += 1
        }
    }

    private mutating func skipEscape() {
        let start = place
        while place < bytes.count, 0x20...0x2F ~= bytes[place] { place += 1 }
        guard place < bytes.count, 0x30...0x7E ~= bytes[place] else { return }
        let letter = bytes[place]
        place += 1
        if place == start + 1 { skipSequence(letter) }
    }

    private mutating func skipSequence(_ letter: UInt8) {
        switch letter {
        case UInt8(ascii: "["):  // CSI: parameter and intermediate bytes, then a final byte (ECMA-48, 5.4).
            while place < bytes.count, 0x20...0x3F ~= bytes[place] { place += 1 }
            if place < bytes.count, 0x40...0x7E ~= bytes[place] { place += 1 }
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            skipString()
        default: break
        }
    }

    /// Skips a control string up to BEL, either form of ST, or the end of the line. CAN and SUB cancel it, and an
    /// escape other than ST begins a new sequence.
    private mutating func skipString() {
        while place < bytes.count {
            switch bytes[place] {
            case 0x07, 0x18, 0x1A:
                place += 1
                return
            case 0x0A: return
            case 0x1B:
                guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\\") else { return }
                place += 2
                return
            case 0xC2 where bytes[place + 1] == 0x9C:
                place += 2
                return
            default: place += 1
            }
        }
    }
}

/// Makes texts of an instance safe for messages.
package enum SafeText {
    /// The text on one line: control characters removed, white space collapsed, and cut to `limit` bytes with an
    /// ellipsis.
    package static func line(_ text: String, limit: Int = 1000) -> String {
        var out = String.UnicodeScalarView()
        var length = 0
        var needsSpace = false
        for scalar in TerminalText.plain(text).unicodeScalars {
            if scalar.properties.isWhitespace {
                needsSpace = !out.isEmpty
                continue
            }
            length += UTF8.width(scalar) + (needsSpace ? 1 : 0)
            guard length <= limit else {
                out.append("…")
                break
            }
            if needsSpace { out.append(" ") }
            needsSpace = false
            out.append(scalar)
        }
        return String(out)
    }
}

extension String {
    /// By bytes: CR LF is one character, which a split at line feeds leaves.
    package var textLines: [String] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}
