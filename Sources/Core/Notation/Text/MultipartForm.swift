/// A header value with parameters, parsed strictly: `form-data; name="a"; filename="b.txt"` (RFC 9110, 5.6.6).
package struct HeaderValue: Sendable, Hashable {
    /// The text before the first `;`, in lower case: a media type or a token.
    package let essence: String
    package let parameters: [Parameter]

    package struct Parameter: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    /// Nil for a missing first token, a parameter without name or value, an unterminated quote, or a control character.
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

    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Whether a byte is valid in a token (RFC 9110, 5.6.2).
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

        mutating func quoted() -> String? {
            var out: [UInt8] = []
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: out, as: UTF8.self) }
                // Only quotes and backslashes are escaped: a Windows file name may contain `\t`.
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

/// A `multipart/form-data` body that is written (RFC 7578), with names escaped as in browsers.
package struct MultipartBody {
    private let given: String?
    private var parts: [[UInt8]] = []

    /// Creates an empty body with a boundary; nil for one that does not occur in the parts.
    package init(boundary: String? = nil) { given = boundary }

    package mutating func add(
        _ name: some StringProtocol, file: String? = nil, type: String? = nil, _ content: some Sequence<UInt8>
    ) {
        func quoted(_ text: some StringProtocol) -> String {
            let escapes: [UInt8: String] = [10: "%0A", 13: "%0D", UInt8(ascii: "\""): "%22"]
            return String(decoding: text.utf8.flatMap { escapes[$0].map { Array($0.utf8) } ?? [$0] }, as: UTF8.self)
        }
        var head = "Content-Disposition: form-data; name=\"\(quoted(name))\""
        if let file { head += "; filename=\"\(quoted(file))\"" }
        if let type {
            let isPlain = !type.isEmpty && type.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            head += "\r\nContent-Type: " + (isPlain ? type : "application/octet-stream")
        }
        parts.append(Array((head + "\r\n\r\n").utf8) + content)
    }

    /// The same for the same parts, so that the same form is always the same request.
    package var boundary: String {
        if let given { return given }
        var boundary = "----SnowdeckForm"
        while parts.contains(where: { MultipartForm.first(Array(boundary.utf8), in: $0, from: 0) != nil }) {
            boundary += "-"
        }
        return boundary
    }

    package var contentType: String { "multipart/form-data; boundary=" + boundary }

    package var bytes: [UInt8] {
        let boundary = boundary
        return parts.flatMap { Array("--\(boundary)\r\n".utf8) + $0 + [13, 10] } + Array("--\(boundary)--\r\n".utf8)
    }
}

/// A `multipart/form-data` body (RFC 7578), parsed strictly and without copying.
///
/// Redaction parses multipart bodies leniently, because it must find all it can. A form to be processed must be
/// unambiguous: every line end is CR LF, every part has a name, and the body ends with the closing boundary.
package struct MultipartForm: Sendable, Hashable {
    package struct Part: Sendable, Hashable {
        package let name: String
        package let fileName: String?
        package let contentType: String?
        package let content: Range<Int>
    }

    package static let maxParts = 100
    /// The maximum size of a part's header in bytes.
    package static let maxHeadSize = 8192

    package let parts: [Part]

    /// Parses a body; `contentType` contains the boundary.
    package init(_ body: [UInt8], contentType: String) throws(MultipartError) {
        guard let type = HeaderValue(contentType), type.essence == "multipart/form-data" else {
            throw MultipartError("the body is not multipart/form-data")
        }
        guard let boundary = type["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw MultipartError("the content type names no boundary of 1 to 70 characters")
        }
        let delimiter = Array(("\r\n--" + boundary).utf8)
        // No line end precedes the first boundary.
        var place = delimiter.count - 2
        guard body.starts(with: delimiter.dropFirst(2)) else {
            throw MultipartError("the body does not begin with its boundary")
        }
        var found: [Part] = []
        while !body[place...].starts(with: "--".utf8) {
            guard body[place...].starts(with: [13, 10]) else {
                throw MultipartError("a boundary is not followed by a line end")
            }
            guard found.count < MultipartForm.maxParts else {
                throw MultipartError("the form has more than \(MultipartForm.maxParts) fields")
            }
            // An empty head has one line end only, which is that of the boundary.
            let limit = min(body.count, place + 2 + Self.maxHeadSize)
            guard let head = body[place..<limit].firstRange(of: [13, 10, 13, 10]) else {
                throw MultipartError("the head of a part does not end within \(Self.maxHeadSize) bytes")
            }
            guard let end = Self.first(delimiter, in: body, from: head.upperBound) else {
                throw MultipartError("the body does not end with its boundary")
            }
            let lines = String(decoding: body[place..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
            found.append(try MultipartForm.part(lines, head.upperBound..<end))
            place = end + delimiter.count
        }
        parts = found
    }

    package subscript(name: String) -> Part? { parts.first { $0.name == name } }

    private static func part(_ head: [Substring], _ content: Range<Int>) throws(MultipartError) -> Part {
        var disposition: HeaderValue?
        var type: String?
        for line in head {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw MultipartError("a line in the head of a part has no name")
            }
            let value = String(ASCII.trimmed(line[line.utf8.index(after: colon)...]))
            switch ASCII.lowercased(String(line[..<colon])) {
            case "content-disposition": disposition = HeaderValue(value)
            case "content-type": type = value
            default: break
            }
        }
        guard let disposition, disposition.essence == "form-data", let name = disposition["name"] else {
            throw MultipartError("a part has no Content-Disposition with a name")
        }
        return Part(name: name, fileName: disposition["filename"], contentType: type, content: content)
    }

    fileprivate static func first(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            guard start + wanted.count <= bytes.count else { return nil }
            return (start...bytes.count - wanted.count).first { place in
                bytes[place] == wanted[0] && bytes[place..<place + wanted.count].elementsEqual(wanted)
            }
        }
    }
}

package struct MultipartError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
