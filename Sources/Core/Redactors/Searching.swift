import Glibc
import Notation

// Byte searches, faster than those of the standard library.

extension String {
    /// Whether both have the same bytes. `==` also equates canonically equivalent strings; keys must not.
    package func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Negative if its bytes sort before the other's, zero if they are equal, else positive: both comparisons of
    /// sorting in one pass.
    func compared(to other: String) -> Int {
        let order = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                let shared = Swift.min(left.count, right.count)
                var place = 0
                while place < shared, left[place] == right[place] { place += 1 }
                return place < shared ? Int(left[place]) - Int(right[place]) : left.count - right.count
            }
        }
        if case let order?? = order { return order }
        return isSame(as: other) ? 0 : utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    }

    /// The index after the first occurrence of an ASCII text; nil if there is none.
    package func firstEnd(of wanted: String) -> String.Index? {
        Array(utf8).firstPlace(of: Array(wanted.utf8)).map { utf8.index(startIndex, offsetBy: $0 + wanted.utf8.count) }
    }
}

extension Array {
    /// The index of the first element for which `holds`, if it holds for all later ones too; `count` if there is none.
    package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ArraySlice<UInt8> {
    /// The index of the first of two bytes; nil if there is none.
    package func firstPlace(of one: UInt8, or other: UInt8? = nil) -> Int? {
        if let other { return firstIndex { $0 == one || $0 == other } }
        return withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { text in
                memchr(text, Int32(one), bytes.count).map { startIndex + (UnsafeRawPointer($0) - text) }
            }
        }
    }

    package func contains(_ byte: UInt8) -> Bool { firstPlace(of: byte) != nil }

    /// Without surrounding white space.
    package var trimmed: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !ASCII.isSpace($0) }), let last = lastIndex(where: { !ASCII.isSpace($0) })
        else { return prefix(0) }
        return self[first...last]
    }
}

extension [UInt8] {
    package func contains(_ byte: UInt8) -> Bool { self[...].contains(byte) }

    /// The index of the first occurrence at or after `from` of `pattern`, which is not empty; nil if there is none.
    package func firstPlace(of pattern: [UInt8], from: Int = 0) -> Int? {
        withUnsafeBufferPointer { $0.firstPlace(of: pattern, from: from) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first occurrence at or after `from` of `pattern`, which is not empty; nil if there is none.
    package func firstPlace(of pattern: [UInt8], from: Int = 0) -> Int? {
        guard from <= count - pattern.count, let text = UnsafeRawPointer(baseAddress) else { return nil }
        return pattern.withUnsafeBytes { pattern in
            guard let wanted = pattern.baseAddress else { return nil }
            var start = from
            let last = count - pattern.count
            while start <= last, let place = memchr(text + start, Int32(pattern[0]), last - start + 1) {
                start = UnsafeRawPointer(place) - text
                if memcmp(place, wanted, pattern.count) == 0 { return start }
                start += 1
            }
            return nil
        }
    }
}

/// A set of ASCII characters, for tests of every byte of a text.
package struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    package init(_ characters: String) {
        var (low, high): (UInt64, UInt64) = (0, 0)
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
        (self.low, self.high) = (low, high)
    }

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
    }
}
