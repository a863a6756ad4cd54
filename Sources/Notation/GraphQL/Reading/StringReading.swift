extension GraphQL {
    /// What the text between a string's quotes means (specification section 2.9.4).
    enum StringReading {
        /// The text of a `"…"`: escapes resolved. `range` includes the quotes.
        static func string(_ bytes: [UInt8], _ range: Range<Int>) throws(Fault) -> String {
            var out: [UInt8] = []
            var place = range.lowerBound + 1
            let end = range.upperBound - 1
            while place < end {
                guard bytes[place] == UInt8(ascii: "\\") else {
                    out.append(bytes[place])
                    place += 1
                    continue
                }
                let start = place
                place += 2
                switch bytes[start + 1] {
                case UInt8(ascii: "n"): out.append(0x0A)
                case UInt8(ascii: "r"): out.append(0x0D)
                case UInt8(ascii: "t"): out.append(0x09)
                case UInt8(ascii: "b"): out.append(0x08)
                case UInt8(ascii: "f"): out.append(0x0C)
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(bytes[start + 1])
                case UInt8(ascii: "u"): out += try unicode(bytes, start, &place, end)
                default:
                    while place < end, bytes[place] & 0xC0 == 0x80 { place += 1 }
                    throw Fault(message: "an escape that GraphQL does not know", range: start..<place)
                }
            }
            return String(decoding: out, as: UTF8.self)
        }

        /// `\uXXXX`, or two of them that are a surrogate pair, as UTF-8.
        private static func unicode(_ bytes: [UInt8], _ start: Int, _ place: inout Int, _ end: Int) throws(Fault)
            -> [UInt8]
        {
            guard let first = hex(bytes, place, end) else {
                // `\u{…}` came after October 2021.
                let digits = bytes[place..<min(place + 4, end)].prefix { ASCII.hexValue($0) != nil }
                throw Fault(message: "an escape without four hexadecimal digits", range: start..<digits.endIndex)
            }
            place += 4
            var scalar = first
            if (0xD800..<0xDC00).contains(first) {
                guard place + 2 <= end, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u"),
                    let second = hex(bytes, place + 2, end), (0xDC00..<0xE000).contains(second)
                else { throw Fault(message: "half a surrogate pair", range: start..<place) }
                place += 6
                scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            }
            guard let character = Unicode.Scalar(scalar) else {
                throw Fault(message: "half a surrogate pair", range: start..<place)
            }
            return Array(String(character).utf8)
        }

        private static func hex(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt32? {
            guard start + 4 <= end else { return nil }
            var value: UInt32 = 0
            for byte in bytes[start..<start + 4] {
                guard let digit = ASCII.hexValue(byte) else { return nil }
                value = value << 4 | UInt32(digit)
            }
            return value
        }

        /// The text of a `"""…"""`: the indentation that all lines but the first share is taken off, blank lines at both
        /// ends are left out. `range` includes the quotes.
        static func block(_ bytes: [UInt8], _ range: Range<Int>) -> String {
            var lines: [[UInt8]] = [[]]
            var place = range.lowerBound + 3
            let end = range.upperBound - 3
            while place < end {
                switch bytes[place] {
                case 0x0D:
                    lines.append([])
                    if place + 1 < end, bytes[place + 1] == 0x0A { place += 1 }
                case 0x0A: lines.append([])
                case 0x5C where bytes[place..<end].starts(with: [0x5C, 0x22, 0x22, 0x22]):
                    lines[lines.count - 1] += [0x22, 0x22, 0x22]
                    place += 3
                default: lines[lines.count - 1].append(bytes[place])
                }
                place += 1
            }
            let indents = lines.dropFirst().compactMap { line in line.firstIndex { !isBlank($0) } }
            if let common = indents.min(), common > 0 {
                for index in lines.indices.dropFirst() { lines[index].removeFirst(min(common, lines[index].count)) }
            }
            while let first = lines.first, first.allSatisfy(isBlank) { lines.removeFirst() }
            while let last = lines.last, last.allSatisfy(isBlank) { lines.removeLast() }
            return String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    }
}
