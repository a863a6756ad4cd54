import ExchangeModel
import Notation

/// Finds text that looks like a key or token: runs that switch between capitals, small letters and digits as often as
/// random text; the beginning of a JWT; hexadecimal text of a length that no identifier or digest has.
package enum TokenScan {
    private static let lengths = 20...512

    package static func tokens(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = 0
        while place < bytes.count {
            guard isPart(bytes[place]) else {
                place += 1
                continue
            }
            let start = place
            while place < bytes.count, isPart(bytes[place]) { place += 1 }
            guard lengths.contains(place - start) else { continue }
            for run in bytes[start..<place].split(whereSeparator: { $0 == UInt8(ascii: "/") })
            where lengths.contains(run.count) && isToken(run) { found.append(run.startIndex..<run.endIndex) }
        }
        return found
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }

    private static func isToken(_ run: ArraySlice<UInt8>) -> Bool {
        guard Placeholder.ranges(in: Array(run)).isEmpty else { return false }
        if run.starts(with: "eyJ".utf8) { return true }
        if run.allSatisfy({ ASCII.hexValue($0) != nil }) { return isHexToken(run) }
        var text = Array(run)
        // A sys_id inside a longer word is not evidence of a token.
        if let hex = longHex(in: text) { text.removeSubrange(hex) }
        guard lengths.contains(text.count), !isCompound(text) else { return false }
        let kinds = text.map(kind)
        guard [1, 2, 3].allSatisfy(kinds.contains) else { return false }
        let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
        return Double(changes) / Double(kinds.count - 1) >= 0.45 && Set(text).count >= 12
    }

    /// Whether a run is words and numbers joined by hyphens or underscores: `Tue_Mar_11_22_11_44_PDT_2025`.
    private static func isCompound(_ text: [UInt8]) -> Bool {
        let parts = text.split { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        return parts.count > 2
            && parts.allSatisfy { part in
                part.allSatisfy(ASCII.isDigit) || part.allSatisfy { $0 &- 65 < 26 }
                    || ASCII.isLetter(part[part.startIndex]) && part.dropFirst().allSatisfy(ASCII.isLowercaseLetter)
            }
    }

    /// Capitals with digits are a servlet container's session id; small letters are one only at lengths that no digest
    /// has.
    private static func isHexToken(_ run: ArraySlice<UInt8>) -> Bool {
        let hasCapital = run.contains { $0 &- 65 < 6 }, hasSmall = run.contains { $0 &- 97 < 6 }
        guard run.contains(where: ASCII.isDigit) else { return false }
        if hasCapital && !hasSmall { return run.count >= 32 }
        return hasSmall && run.count > 40 && ![64, 96, 128].contains(run.count)
    }

    private static func longHex(in text: [UInt8]) -> Range<Int>? {
        var start = 0
        for place in 0...text.count {
            if place < text.count, ASCII.isDigit(text[place]) || text[place] &- 97 < 6 { continue }
            if place - start >= 32 { return start..<place }
            start = place + 1
        }
        return nil
    }

    private static func kind(_ byte: UInt8) -> Int {
        if ASCII.isDigit(byte) { return 3 }
        return byte &- 65 < 26 ? 2 : ASCII.isLowercaseLetter(byte) ? 1 : 0
    }
}
