/// Lossless conversion of UTF-16 to UTF-8 and back: a lone surrogate becomes three bytes, as in WTF-8.
enum UTF16Text {
    /// The text in UTF-8; an odd byte at the end is left out.
    static func narrowed(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count / 2)
        func unit(_ place: Int) -> UInt32 {
            let (first, second) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        var place = bytes.startIndex
        while place + 1 < bytes.endIndex {
            var value = unit(place)
            place += 2
            if value & 0xFC00 == 0xD800, place + 1 < bytes.endIndex, unit(place) & 0xFC00 == 0xDC00 {
                value = 0x10000 + (value & 0x3FF) << 10 + unit(place) & 0x3FF
                place += 2
            }
            append(value, to: &out)
        }
        return out
    }

    static func widened(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count * 2)
        func add(_ unit: UInt32) {
            let (high, low) = (UInt8(unit >> 8 & 0xFF), UInt8(unit & 0xFF))
            out += isBigEndian ? [high, low] : [low, high]
        }
        var place = 0
        while place < bytes.count {
            let lead = UInt32(bytes[place])
            let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            guard length > 1, place + length <= bytes.count else {
                add(lead)
                place += 1
                continue
            }
            let value = bytes[place + 1..<place + length].reduce(lead & (0xFF >> (UInt32(length) + 1))) {
                $0 << 6 | UInt32($1 & 0x3F)
            }
            place += length
            if value >= 0x10000 {
                add(0xD800 + (value - 0x10000) >> 10)
                add(0xDC00 + (value - 0x10000) & 0x3FF)
            } else {
                add(value)
            }
        }
        return out
    }

    private static func append(_ value: UInt32, to out: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | value >> shift & 0x3F) }
        switch value {
        case ..<0x80: out.append(UInt8(value))
        case ..<0x800: out += [UInt8(0xC0 | value >> 6), tail(0)]
        case ..<0x10000: out += [UInt8(0xE0 | value >> 12), tail(6), tail(0)]
        default: out += [UInt8(0xF0 | value >> 18), tail(12), tail(6), tail(0)]
        }
    }
}
