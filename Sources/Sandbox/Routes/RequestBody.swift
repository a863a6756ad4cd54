import ExchangeModel
import Notation

/// Reads the record that a write carries.
enum RequestBody {
    /// The most bytes an instance takes (`glide.rest.max_content_length`).
    static let mostBytes = 10_485_760

    /// The columns of the body's record and their raw values; no body is an empty record. Of several records only the first counts; a value may be
    /// text, a number, a boolean, null for empty, or an object with a `value`.
    static func record(of request: HTTPRequest) throws -> [(name: String, value: String)] {
        if (request.body ?? []).isEmpty { return [] }
        if try MediaTypes.checkBody(of: request) == .xml {
            let body = try bytes(of: request)
            do {
                return try XMLRecord.read(body)
            } catch {
                throw Refusal.unreadableBody("Body is not valid XML: \(error.message)")
            }
        }
        guard let record = first(try document(of: request).root) else {
            throw Refusal.unreadableBody("Body holds no record")
        }
        return values(of: record)
    }

    /// The names and raw values of one object of a body.
    static func values(of record: JSONNode) -> [(name: String, value: String)] {
        record.members.compactMap { member in
            let value = member.value.kind == .object ? member.value["value"] : member.value
            return value?.scalarText.map { (member.name, $0) }
        }
    }

    /// The body as JSON. Refused when it is something else, says to be something else, or is too large.
    ///
    /// - Parameter unreadable: the error for a body that is not the JSON it claims to be.
    static func document(
        of request: HTTPRequest, unreadable: (String) -> any Error = { Refusal.unreadableBody($0) }
    ) throws -> JSONDocument {
        guard try MediaTypes.checkBody(of: request) == .json else { throw Refusal.contentTypeJSON }
        let body = try bytes(of: request)
        do {
            return try JSONDocument(body)
        } catch {
            throw unreadable(
                "Body is not valid JSON: \(error.message) at line \(error.line), column \(error.column)")
        }
    }

    private static func bytes(of request: HTTPRequest) throws(Refusal) -> [UInt8] {
        let body = request.body ?? []
        if body.count > mostBytes { throw Refusal.tooLarge(body.count) }
        return body
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
