import ExchangeModel
import Notation

/// Parses the record in the body of a write.
enum RequestBody {
    /// The maximum size in bytes (`glide.rest.max_content_length`).
    static let maxBytes = 10_485_760

    /// The columns and raw values of the body's record; no body is an empty record. Of several records only the first
    /// counts; a value may be a string, a number, a boolean, null for empty, or an object with a `value`.
    static func record(of request: HTTPRequest) throws -> [(name: String, value: String)] {
        if (request.body ?? []).isEmpty { return [] }
        guard let record = first(try document(of: request).root) else {
            throw APIError.unreadableBody("Body holds no record")
        }
        return values(of: record)
    }

    private static func values(of record: JSONNode) -> [(name: String, value: String)] {
        record.members.compactMap { member in
            let value = member.value.kind == .object ? member.value["value"] : member.value
            return value?.scalarText.map { (member.name, $0) }
        }
    }

    /// The body as JSON. Throws if it has another media type, is malformed, or is too large.
    ///
    /// - Parameter unreadable: the error for malformed JSON.
    static func document(
        of request: HTTPRequest, unreadable: (String) -> any Error = { APIError.unreadableBody($0) }
    ) throws -> JSONDocument {
        try ContentNegotiation.checkBody(of: request)
        let body = request.body ?? []
        if body.count > maxBytes { throw APIError.tooLarge(body.count) }
        do {
            return try JSONDocument(body)
        } catch {
            throw unreadable(
                "Body is not valid JSON: \(error.message) at line \(error.line), column \(error.column)")
        }
    }

    private static func first(_ node: JSONNode) -> JSONNode? {
        switch node.kind {
        case .object:
            if let records = node["records"], records.kind == .array { return first(records) }
            return node
        case .array: return node[0].flatMap { $0.kind == .object ? $0 : nil }
        default: return nil
        }
    }
}

/// Content negotiation: JSON is the only representation.
enum ContentNegotiation {
    /// Whether the client accepts JSON; without an `Accept` header it does.
    static func acceptsJSON(_ ranges: String?) -> Bool {
        guard let ranges else { return true }
        return ranges.split(separator: ",").contains { range in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return weight > 0 && ["application/json", "*/*", "application/*"].contains(parts.first)
        }
    }

    /// Throws if a body has a media type other than JSON.
    static func checkBody(of request: HTTPRequest) throws(APIError) {
        guard let type = request.headers["Content-Type"] else { return }
        guard type.prefix(while: { $0 != ";" && $0 != " " }).lowercased() == "application/json" else {
            throw APIError.contentType
        }
    }
}
