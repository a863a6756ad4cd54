import ExchangeModel
import Notation

/// A multipart body (RFC 2046, 5.1) split into parts without copying.
package struct Multipart {
    package struct Part: Sendable, Hashable {
        package var head: String
        package var content: Range<Int>

        package init(head: String, content: Range<Int>) {
            self.head = head
            self.content = content
        }

        /// The `name` of a form field (RFC 7578, 4.2). Some clients write it without quotation marks, as `name*`, or
        /// in another line of a folded header.
        package var fieldName: String? {
            for (name, value) in Multipart.parameters(of: head) {
                if name == "name" { return value }
                // RFC 8187: charset, language and a percent-encoded text.
                if name == "name*" { return PercentCoding.decode(value.split(separator: "'").last ?? "") }
            }
            return nil
        }
    }

    package static func boundary(of contentType: String) -> String? {
        guard ASCII.lowercased(contentType).hasPrefix("multipart/") else { return nil }
        return parameters(of: contentType).first { $0.name == "boundary" }?.value
    }

    /// The parameters in header fields, with names in lower case: `form-data; name="a"`.
    private static func parameters(of text: String) -> [(name: String, value: String)] {
        text.split(whereSeparator: { ";\n".contains($0) }).compactMap { parameter in
            let pair = parameter.split(separator: "=", maxSplits: 1).map(ASCII.trimmed)
            guard pair.count == 2 else { return nil }
            let value = pair[1].hasPrefix("\"") ? pair[1].dropFirst().prefix { $0 != "\"" } : pair[1]
            return (ASCII.lowercased(String(pair[0])), String(value))
        }
    }

    /// The boundary in the first line of a body; nil if there is none.
    package static func boundary(startedBy bytes: [UInt8]) -> String? {
        guard bytes.starts(with: "--".utf8) else { return nil }
        let line = bytes.dropFirst(2).prefix(200).prefix { $0 != 13 && $0 != 10 }
        // `---` begins a document of YAML, `-----BEGIN` a key.
        guard line.count < 100, line.contains(where: { $0 != UInt8(ascii: "-") }), !line.starts(with: "---BEGIN ".utf8)
        else { return nil }
        return String(decoding: line, as: UTF8.self)
    }

    /// The parts in order, without preamble and epilogue. Without a closing boundary the last part extends to the end.
    package static func parts(of bytes: [UInt8], boundary: String) -> (parts: [Part], isClosed: Bool) {
        let delimiter = Array(("--" + boundary).utf8)
        var parts: [Part] = []
        var start = bytes.firstPlace(of: delimiter)
        while let here = start {
            let body = here + delimiter.count
            guard let next = bytes.firstPlace(of: delimiter, from: body) else {
                if bytes[body...].starts(with: "--".utf8) { return (parts, true) }
                parts.append(part(of: bytes, in: body..<bytes.count))
                break
            }
            parts.append(part(of: bytes, in: body..<next))
            start = next
        }
        return (parts, false)
    }

    private static func part(of bytes: [UInt8], in range: Range<Int>) -> Part {
        // A part begins after the line break of its boundary and ends before the one of the next.
        let start = lineEnd(at: range.lowerBound, in: bytes[range])
        var end = range.upperBound
        if end > start, bytes[end - 1] == 10 { end -= 1 }
        if end > start, bytes[end - 1] == 13 { end -= 1 }
        var place = start
        while place < end {
            let next = lineEnd(at: place, in: bytes[..<end])
            if next > place { return Part(head: text(bytes[start..<place]), content: next..<end) }
            place = bytes[place..<end].firstIndex(of: 10).map { $0 + 1 } ?? end
        }
        return Part(head: text(bytes[start..<end]), content: end..<end)
    }

    /// The index after a line break at `place`; `place` if there is none.
    private static func lineEnd(at place: Int, in bytes: ArraySlice<UInt8>) -> Int {
        if bytes[place...].starts(with: [13, 10]) { return place + 2 }
        return bytes[place...].first == 10 ? place + 1 : place
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.filter { $0 != 13 }, as: UTF8.self)
    }
}

/// The kind of a body, as far as redaction and keys need it.
package enum BodyKind: Sendable, Hashable {
    case json, form, multipart, markup, script, style, text, binary

    package init(of body: [UInt8], type: String?) {
        let type = ASCII.lowercased(String((type ?? "").prefix { $0 != ";" }))
        let first = body.first { !ASCII.isSpace($0) }
        if type.hasSuffix("json") || type == "text/json" {
            self = .json
        } else if type == "application/x-www-form-urlencoded" {
            self = .form
        } else if type.hasPrefix("multipart/") {
            self = .multipart
        } else if type.hasSuffix("html") || type.hasSuffix("xml") {
            self = .markup
        } else if type.hasSuffix("javascript") || type.hasSuffix("ecmascript") {
            self = .script
        } else if type == "text/css" {
            self = .style
        } else if body.prefix(4096).contains(0) {
            self = .binary
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), !Self.beginsSection(body) {
            self = .json
        } else if first == UInt8(ascii: "<") {
            self = .markup
        } else if Multipart.boundary(startedBy: body) != nil {
            self = .multipart
        } else {
            self = .text
        }
    }

    /// Whether a text begins with a section of a configuration file: `[default]`.
    private static func beginsSection(_ text: [UInt8]) -> Bool {
        let rest = text.prefix(256).drop(while: ASCII.isSpace).dropFirst()
        let name = rest.prefix(while: ASCII.isName)
        guard text.first(where: { !ASCII.isSpace($0) }) == UInt8(ascii: "["), let first = name.first,
            ASCII.isLetter(first), rest[name.endIndex...].starts(with: "]".utf8)
        else { return false }
        return !["true", "false", "null"].contains { name.elementsEqual($0.utf8) }
    }
}

/// Addresses of GraphQL.
package enum GraphQLEndpoint {
    /// Whether a path is a GraphQL endpoint. Letters may be percent-encoded, and a slash or path parameters may follow.
    package static func isEndpoint(at path: String) -> Bool {
        var path = path
        return path.withUTF8(isEndpoint)
    }

    /// The same for the bytes of a path.
    package static func isEndpoint(at path: UnsafeBufferPointer<UInt8>) -> Bool {
        if path.suffix(8).elementsEqual("/graphql".utf8) { return true }
        guard path.last == UInt8(ascii: "/") || path.contains(where: { $0 == 0x25 || $0 == 0x3B }) else { return false }
        let plain = PercentCoding.decode(String(decoding: path, as: UTF8.self))
        let steps = plain.prefix { $0 != ";" }.split(separator: "/")
        return steps.count > 1 && steps.last == "graphql"
    }
}
