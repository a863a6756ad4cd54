/// Looks for a character set in the first bytes of a page (HTML, 13.2.3.3): in `meta` elements outside comments.
enum MetaScan {
    /// The character set that a `meta` element names; nil when none names one that is known.
    static func charset(in bytes: some Sequence<UInt8>) -> PageCharset? {
        let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return lower.withUnsafeBytes { bytes in
            var place = 0
            while place < bytes.count {
                if matches(bytes, place, "<!--") {
                    // `<!-->` is a whole comment.
                    guard let end = bytes.place(of: "-->", from: place + 2) else { return nil }
                    place = end + 3
                } else if matches(bytes, place, "<meta"), place + 5 < bytes.count, isBorder(bytes[place + 5]) {
                    place += 5
                    let attributes = Attributes.read(bytes, &place)
                    if let charset = charset(of: attributes) { return charset }
                } else if bytes[place] == UInt8(ascii: "<"), place + 1 < bytes.count, isTagStart(bytes[place + 1]) {
                    while place < bytes.count, !isBorder(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
                    _ = Attributes.read(bytes, &place)
                } else {
                    place += 1
                }
            }
            return nil
        }
    }

    private static func charset(of attributes: [(name: String, value: String)]) -> PageCharset? {
        func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
        if let label = value("charset") { return PageCharset(label: label) }
        guard value("http-equiv") == "content-type", let content = value("content") else { return nil }
        return PageCharset.parameter(of: content).flatMap { PageCharset(label: $0) }
    }

    private static func matches(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ word: StaticString) -> Bool {
        guard bytes.count - place >= word.utf8CodeUnitCount else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == word.utf8Start[$0] }
    }

    private static func isTagStart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    static func isBorder(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D, 0x2F].contains(byte) }

    /// Reads attributes up to the end of a tag.
    private enum Attributes {
        static func read(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> [(name: String, value: String)] {
            var attributes: [(name: String, value: String)] = []
            while true {
                while place < bytes.count, isBorder(bytes[place]) { place += 1 }
                guard place < bytes.count else { return attributes }
                if bytes[place] == UInt8(ascii: ">") {
                    place += 1
                    return attributes
                }
                let name = word(bytes, &place, until: "=")
                place = bytes.place(afterSpacesFrom: place)
                var value = ""
                if place < bytes.count, bytes[place] == UInt8(ascii: "=") {
                    place = bytes.place(afterSpacesFrom: place + 1)
                    value = self.value(bytes, &place)
                }
                attributes.append((name, value))
            }
        }

        private static func value(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> String {
            guard place < bytes.count else { return "" }
            let quote = bytes[place]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return word(bytes, &place, until: nil)
            }
            let end = bytes[(place + 1)...].firstIndex(of: quote) ?? bytes.count
            defer { place = min(end + 1, bytes.count) }
            return String(decoding: bytes[place + 1..<end], as: UTF8.self)
        }

        private static func word(
            _ bytes: UnsafeRawBufferPointer, _ place: inout Int, until stop: Unicode.Scalar?
        ) -> String {
            let start = place
            while place < bytes.count, bytes[place] != UInt8(ascii: ">"), bytes[place] > 0x20 {
                // A name may begin with the sign.
                if let stop, bytes[place] == UInt8(ascii: stop), place > start { break }
                if stop != nil, bytes[place] == UInt8(ascii: "/") { break }
                place += 1
            }
            if place == start, place < bytes.count, bytes[place] != UInt8(ascii: ">") { place += 1 }
            return String(decoding: bytes[start..<place], as: UTF8.self)
        }
    }
}
