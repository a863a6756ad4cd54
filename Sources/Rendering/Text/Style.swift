/// The few ways in which text is set off on a screen (ECMA-48: SGR, and EL for the ground of a line).
package enum Style {
    static let bold = "\u{1B}[1m"
    static let plain = "\u{1B}[0m"

    /// Rendered bytes as they were before they were set off. Text from elsewhere holds no escape character once it is
    /// rendered for a terminal, so every escape sequence is one of these.
    package static func removed(from bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x1B) else { return bytes }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0x1B) {
            kept += rest[..<start]
            // ESC, `[`, parameters, and a final character from `@` on (ECMA-48, 5.4): `m` sets off, `K` erases a line.
            let end = rest[start...].dropFirst(2).firstIndex { 0x40...0x7E ~= $0 } ?? rest.index(before: rest.endIndex)
            rest = rest[rest.index(after: end)...]
        }
        return kept + rest
    }
}
