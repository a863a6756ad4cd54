/// A header value with parameters, read strictly: `form-data; name="a"; filename="b.txt"` (RFC 9110, 5.6.6).
package struct HeaderValue: Sendable, Hashable {
    /// What stands before the first `;`, in lower case: a media type or a word.
    package let essence: String
    /// The parameters in order, names in lower case, quotes taken away.
    package let parameters: [Parameter]

    /// One `name=value`.
    package struct Parameter: Sendable, Hashable {
        /// In lower case.
        package let name: String
        /// Without its quotes.
        package let value: String
    }

    /// Nil when the text is no such value: no word in front, a parameter without a name or a value, a quote that does
    /// not end, or a control character anywhere.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else { return nil }
        var reader = Reader(bytes: bytes)
        let word = reader.take { $0 != UInt8(ascii: ";") }
        essence = ASCII.lowercased(String(ASCII.trimmed(word[...])))
        guard !essence.isEmpty, essence.utf8.allSatisfy({ HeaderValue.isToken($0) || $0 == UInt8(ascii: "/") }) else {
            return nil
        }
        var found: [Parameter] = []
        while reader.skip(UInt8(ascii: ";")) {
            reader.skipSpace()
            if reader.isAtEnd { break }
            let name = reader.take(while: HeaderValue.isToken)
            guard !name.isEmpty, reader.skip(UInt8(ascii: "=")) else { return nil }
            let value: String
            if reader.skip(UInt8(ascii: "\"")) {
                guard let quoted = reader.quoted() else { return nil }
                value = quoted
            } else {
                value = reader.take(while: HeaderValue.isToken)
                guard !value.isEmpty else { return nil }
            }
            reader.skipSpace()
            found.append(Parameter(name: ASCII.lowercased(name), value: value))
        }
        guard reader.isAtEnd else { return nil }
        parameters = found
    }

    /// The first parameter of that name, which is given in lower case.
    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Whether a byte may stand in a token (RFC 9110, 5.6.2).
    package static func isToken(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        var isAtEnd: Bool { place == bytes.count }

        mutating func take(while belongs: (UInt8) -> Bool) -> String {
            let start = place
            while place < bytes.count, belongs(bytes[place]) { place += 1 }
            return String(decoding: bytes[start..<place], as: UTF8.self)
        }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard place < bytes.count, bytes[place] == byte else { return false }
            place += 1
            return true
        }

        mutating func skipSpace() {
            while place < bytes.count, ASCII.isSpace(bytes[place]) { place += 1 }
        }

        /// The rest of a quoted text and its closing quote; nil when there is none.
        mutating func quoted() -> String? {
            var out: [UInt8] = []
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: out, as: UTF8.self) }
                // Only a quote and a backslash are escaped: a file name of Windows may hold `\t` as it is.
                if byte == UInt8(ascii: "\\"), place < bytes.count,
                    bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "\\")
                {
                    out.append(bytes[place])
                    place += 1
                } else {
                    out.append(byte)
                }
            }
            return nil
        }
    }
}
