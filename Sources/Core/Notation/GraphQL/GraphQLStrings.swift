extension GraphQL {
    enum StringParser {
        /// The value of a `"…"` with escapes resolved, which are those of JSON. `range` includes the quotes.
        static func string(_ bytes: [UInt8], _ range: Range<Int>) throws(OffsetError) -> String {
            let end = range.upperBound - 1
            var place = range.lowerBound + 1
            while let start = bytes[place..<end].firstIndex(of: UInt8(ascii: "\\")) {
                place = start + 2
                if bytes[start + 1] == UInt8(ascii: "u") {
                    place = try endOfCharacter(bytes, start, end)
                } else if !"nrtbf\"\\/".utf8.contains(bytes[start + 1]) {
                    while place < end, bytes[place] & 0xC0 == 0x80 { place += 1 }
                    throw OffsetError(message: "an escape that GraphQL does not know", range: start..<place)
                }
            }
            return bytes.withUnsafeBufferPointer {
                JSONEscapes.decode(UnsafeBufferPointer(rebasing: $0[range.lowerBound + 1..<end]))
            }
        }

        /// The end of `\uXXXX`, or of two of them forming a surrogate pair.
        private static func endOfCharacter(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(OffsetError) -> Int {
            func digits(_ place: Int) -> ArraySlice<UInt8> {
                bytes[min(place, end)..<min(place + 4, end)].prefix { ASCII.hexValue($0) != nil }
            }
            let first = digits(start + 2)
            guard first.count == 4, let unit = UInt16(String(decoding: first, as: UTF8.self), radix: 16) else {
                // `\u{…}` was added after October 2021.
                throw OffsetError(message: "an escape without four hexadecimal digits", range: start..<first.endIndex)
            }
            guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else { return start + 6 }
            let second = UInt16(String(decoding: digits(start + 8), as: UTF8.self), radix: 16) ?? 0
            guard UTF16.isLeadSurrogate(unit), bytes[start + 6..<end].starts(with: "\\u".utf8),
                digits(start + 8).count == 4, UTF16.isTrailSurrogate(second)
            else { throw OffsetError(message: "half a surrogate pair", range: start..<start + 6) }
            return start + 12
        }

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

    package enum StringWriter {
        /// The content between the quotes: required escapes, and all control characters that a terminal would
        /// interpret.
        package static func escaped(_ text: String) -> String {
            var out = ""
            for scalar in JSON.string(text).compact.unicodeScalars.dropFirst().dropLast() {
                if "\u{7F}"..."\u{9F}" ~= scalar {
                    out += "\\u00" + String(scalar.value, radix: 16)
                } else {
                    out.unicodeScalars.append(scalar)
                }
            }
            return out
        }

        /// The lines of a text, split at line feeds as bytes: as `String` characters, CR LF is a single character.
        static func lines(_ text: String) -> [Substring] {
            text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
        }

        /// Whether a block string can represent this text: no blank lines at its ends, no common indentation, and
        /// nothing that needs an escape.
        static func canBeBlock(_ text: String) -> Bool {
            guard text.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A }) else { return false }
            let lines = lines(text)
            guard lines.count > 1 else { return text.isEmpty || !isBlank(lines[0]) }
            guard let first = lines.first, let last = lines.last, !isBlank(first), !isBlank(last) else { return false }
            return lines.contains { !isBlank($0) && !isIndented($0) }
        }

        /// `"""…"""`, on one line if the text has one, else with the quotes on their own lines and `indent` spaces
        /// before all lines but the first. The text must be representable.
        static func block(_ text: String, indent: Int) -> String {
            let lines = lines(escapedInBlock(text))
            let margin = "\n" + String(repeating: " ", count: indent)
            if lines.count == 1 { return "\"\"\"" + lines[0] + (isOneLine(text) ? "" : margin) + "\"\"\"" }
            return "\"\"\"" + lines.map { $0.isEmpty ? "\n" : margin + $0 }.joined() + margin + "\"\"\""
        }

        /// Whether the block string takes one line. A final quote or backslash would merge with the closing quotes,
        /// which then get their own line.
        static func isOneLine(_ text: String) -> Bool {
            let last = text.utf8.last
            return last != UInt8(ascii: "\"") && last != UInt8(ascii: "\\") && !text.utf8.contains(0x0A)
        }

        package static func escapedInBlock(_ text: String) -> String {
            var out = ""
            var quotes = 0
            for scalar in text.unicodeScalars {
                quotes = scalar == "\"" ? quotes + 1 : 0
                out.unicodeScalars.append(scalar)
                guard quotes == 3 else { continue }
                out.unicodeScalars.removeLast(3)
                out += "\\\"\"\""
                quotes = 0
            }
            return out
        }

        private static func isIndented(_ line: Substring) -> Bool {
            line.utf8.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
        }

        private static func isBlank(_ line: Substring) -> Bool { line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    }
}
