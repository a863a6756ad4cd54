import Glibc

// Looking for bytes and places, faster than the standard library does it.

extension String {
    /// Whether both are the same bytes. To `==` a letter composed and decomposed is one letter; to keys it is not.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Less than zero when its bytes come before the other's, zero when they are the same, else more: both questions of
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

    /// The index after the first occurrence of an ASCII text, nil when it does not occur.
    func firstEnd(of wanted: String) -> String.Index? {
        Array(utf8).firstRange(of: Array(wanted.utf8)).map { utf8.index(startIndex, offsetBy: $0 + wanted.utf8.count) }
    }
}

extension Array {
    /// The place of the first element for which `holds`, given that it holds for all after it; `count` when for none.
    func firstPlace(where holds: (Element) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension [UInt8] {
    /// Where one of two bytes first is at or after `from`; nil when neither does.
    func firstPlace(of one: UInt8, or other: UInt8?, from: Int) -> Int? {
        guard from < count else { return nil }
        guard let other else {
            return withUnsafeBytes { bytes in
                bytes.baseAddress.flatMap { text in
                    memchr(text + from, Int32(one), bytes.count - from).map { UnsafeRawPointer($0) - text }
                }
            }
        }
        return self[from...].firstIndex { $0 == one || $0 == other }
    }

    /// Where `pattern`, which is not empty, first is at or after `from`; nil when it does not.
    func firstRange(of pattern: [UInt8], from: Int = 0) -> Int? {
        guard from <= count - pattern.count else { return nil }
        return withUnsafeBytes { bytes in
            pattern.withUnsafeBytes { pattern in
                guard let text = bytes.baseAddress, let wanted = pattern.baseAddress else { return nil }
                var start = from
                let last = bytes.count - pattern.count
                while start <= last, let place = memchr(text + start, Int32(pattern[0]), last - start + 1) {
                    start = UnsafeRawPointer(place) - text
                    if memcmp(place, wanted, pattern.count) == 0 { return start }
                    start += 1
                }
                return nil
            }
        }
    }
}
