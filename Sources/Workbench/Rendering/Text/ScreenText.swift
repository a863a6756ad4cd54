import Notation

/// Makes text from a server safe for a screen: it cannot move the cursor, change colors or break a row.
package enum ScreenText {
    /// On one line: line breaks become `⏎`, tabs a space.
    static func oneLine(_ text: String) -> String {
        var text = text
        if text.withUTF8({ DisplayWidth.isPrintableASCII($0) }) { return text }
        text = TerminalText.plain(text)
        guard text.withUTF8({ $0.contains(where: { $0 < 0x20 || $0 == 0xE2 }) }) else { return text }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\u{2028}", "\u{2029}": line.append("⏎")
            case "\t": line.append(" ")
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    /// The lines of a text, each at most `width` cells wide: at least one, broken at spaces where there are some. The
    /// rest of a line keeps its indentation.
    package static func wrapped(_ text: String, width: Int) -> [String] {
        let lines = PageText.preformatted(text)
        return lines.isEmpty ? [""] : lines.flatMap { wrapped(line: $0, width: width) }
    }

    private static func wrapped(line: String, width: Int) -> [String] {
        var line = line
        return line.withUTF8 { bytes in
            let indent = min(bytes.prefix { $0 == 0x20 }.count, width / 2)
            var lines: [String] = [], start = 0
            repeat {
                let lead = lines.isEmpty ? 0 : indent
                let rest = UnsafeBufferPointer(rebasing: bytes[start...])
                var count = PageText.cut(rest, room: width - lead, isFresh: true).bytes
                if count < rest.count, rest[count] != 0x20, let space = rest[..<count].lastIndex(of: 0x20),
                    rest[..<space].contains(where: { $0 != 0x20 })
                {
                    count = space
                }
                let piece = String(decoding: UnsafeBufferPointer(rebasing: rest[..<count]), as: UTF8.self)
                lines.append(String(repeating: " ", count: lead) + piece)
                start += count
                while start < bytes.count, bytes[start] == 0x20 { start += 1 }
            } while start < bytes.count
            return lines
        }
    }

    /// Bytes as text if they are valid UTF-8 without unusual control characters; else nil.
    static func text(_ bytes: [UInt8]) -> String? {
        let isText = bytes.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 || $0 == 0x1B
        }
        return isText ? String(validating: bytes, as: UTF8.self) : nil
    }

    static func lines(_ text: String) -> String {
        var text = text
        if text.withUTF8({ DisplayWidth.isPrintableASCII($0) }) { return text }
        return TerminalText.plain(text)
    }
}

/// Styles on a terminal (ECMA-48: SGR, and EL for a line's background).
package enum Style {
    static let bold = "\u{1B}[1m"
    static let plain = "\u{1B}[0m"

    static let red = "\u{1B}[31m"
    static let green = "\u{1B}[32m"
    static let yellow = "\u{1B}[33m"
    static let magenta = "\u{1B}[35m"
    static let cyan = "\u{1B}[36m"
    static let dim = "\u{1B}[2m"

    /// Begins a link (OSC 8) to an address in printable ASCII; an empty address ends it.
    static func link(_ address: String) -> String { "\u{1B}]8;;\(address)\u{1B}\\" }

    /// A message with `error:` and `warning:` colored at the beginning of lines.
    package static func labels(in text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            for (label, color) in [("error:", red), ("internal error:", red), ("warning:", yellow)]
            where line.hasPrefix(label) {
                return bold + color + label + plain + line.dropFirst(label.count)
            }
            return String(line)
        }.joined(separator: "\n")
    }

    /// Rendered bytes without styles. Text for a terminal has no other escape characters, so every escape sequence is a
    /// style.
    package static func removed(from bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x1B) else { return bytes }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0x1B) {
            kept += rest[..<start]
            // CSI: ESC, `[`, parameters, final byte from `@` on (ECMA-48, 5.4): `m` is SGR, `K` is EL.
            // OSC 8: ESC, `]`, a link, ESC, `\`.
            let body = rest[start...].dropFirst(2)
            let isLink = rest[start...].dropFirst().first == UInt8(ascii: "]")
            let end =
                (isLink ? body.firstIndex(of: UInt8(ascii: "\\")) : body.firstIndex { 0x40...0x7E ~= $0 })
                ?? rest.index(before: rest.endIndex)
            rest = rest[rest.index(after: end)...]
        }
        return kept + rest
    }
}

/// An output buffer, which is drained in pieces.
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

    /// Removes spaces at the end, but none before `start`.
    mutating func trimSpaces(from start: Int) {
        var end = bytes.count
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        bytes.removeLast(bytes.count - end)
    }

    mutating func drain() -> [UInt8] {
        let full = bytes
        bytes = []
        bytes.reserveCapacity(full.count)
        return full
    }
}
