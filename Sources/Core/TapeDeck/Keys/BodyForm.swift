import ExchangeModel
import Notation

enum BodyForm: Sendable, Hashable {
    case none
    /// JSON; the order of members and white space are ignored.
    case json(JSON)
    /// GraphQL operations in order. A list of one is not the same as a single operation: it is answered with a list.
    case graphQL([GraphQLOperation], isList: Bool)
    case form([RequestField])
    case multipart([MultipartPart])
    case text(String)
    case bytes(count: Int, digest: Int64)

    /// Reads a redacted body by media type and path. A body that does not parse as its type is compared as text or
    /// bytes.
    init(of body: [UInt8], type: String?, path: String) {
        guard !body.isEmpty else {
            self = .none
            return
        }
        switch BodyKind(of: body, type: type) {
        case .json:
            guard let document = try? JSONDocument(body) else { break }
            let json = document.root.value
            if GraphQLOperation.isEndpoint(at: path), let operations = GraphQLOperation.all(in: json) {
                self = .graphQL(operations, isList: document.root.kind == .array)
            } else {
                self = .json(json)
            }
            return
        case .form:
            let fields = PercentCoding.fields(of: String(decoding: body, as: UTF8.self))
            self = .form(fields.map { RequestField($0.name, $0.value) }.sortedByName())
            return
        case .multipart:
            guard let boundary = type.flatMap(Multipart.boundary) ?? Multipart.boundary(startedBy: body) else { break }
            let (parts, isClosed) = Multipart.parts(of: body, boundary: boundary)
            guard isClosed, !parts.isEmpty else { break }
            self = .multipart(
                parts.map { MultipartPart(head: $0.head, content: BodyForm(plain: Array(body[$0.content]))) })
            return
        case .markup, .script, .style, .text, .binary: break
        }
        self.init(plain: body)
    }

    init(plain body: [UInt8]) {
        if !body.contains(0), let text = String(validating: body, as: UTF8.self) {
            self = .text(text)
        } else {
            self = .bytes(count: body.count, digest: StableHash.of(body))
        }
    }

    /// The word that begins the key's line, and the canonical text after it.
    var canonical: (word: String, text: String) {
        switch self {
        case .none: ("none", "")
        case .json(let json): ("json", json.canonical)
        case .graphQL(let operations, let isList):
            (
                isList && operations.count == 1 ? "graphql-list" : "graphql",
                JSON.array(operations.map(\.json)).canonical
            )
        case .form(let fields):
            (
                "form",
                fields.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
                    .joined(separator: "&")
            )
        case .multipart(let parts): ("multipart", JSON.array(parts.map(\.json)).canonical)
        case .text(let text): ("text", text)
        case .bytes(let count, let digest): ("bytes", "\(count) \(digest)")
        }
    }
}

struct MultipartPart: Sendable, Hashable {
    var head: String
    var content: BodyForm

    var json: JSON {
        let content = content.canonical
        return ["head": .string(head), content.word: .string(content.text)]
    }
}

/// The kind of a body, as far as redaction and keys need it.
enum BodyKind: Sendable, Hashable {
    case json, form, multipart, markup, script, style, text, binary

    init(of body: [UInt8], type: String?) {
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
