import ExchangeModel
import Notation

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
