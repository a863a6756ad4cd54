import Redactors
import ExchangeModel
package import Notation

package enum BodyForm: Sendable, Hashable {
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
            if GraphQLEndpoint.isEndpoint(at: path), let operations = GraphQLOperation.all(in: json) {
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

package struct MultipartPart: Sendable, Hashable {
    package var head: String
    package var content: BodyForm

    var json: JSON {
        let content = content.canonical
        return ["head": .string(head), content.word: .string(content.text)]
    }
}
