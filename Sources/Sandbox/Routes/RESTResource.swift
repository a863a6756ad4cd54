import ExchangeModel
import Notation

/// A resource of the REST APIs: its path and the handlers of its methods. Each file of routes declares its own, with a
/// line in `all`.
struct RESTResource: Sendable {
    typealias Handler = @Sendable (Call) throws -> Answer

    /// The formats of a response. Routes of files negotiate `Accept` themselves.
    enum Format { case json, any }

    static let all: [RESTResource] = [
        tables, [aggregates, batch, graphQL], attachments, schemas, TaskTrackerRoutes.resources,
    ].flatMap { $0 }

    let pattern: String
    let format: Format
    private let segments: [String]
    private let handlers: KeyValuePairs<HTTPMethod, Handler>

    init(_ pattern: String, format: Format = .json, _ handlers: KeyValuePairs<HTTPMethod, Handler>) {
        (self.pattern, self.format, self.handlers) = (pattern, format, handlers)
        segments = pattern.split(separator: "/").map(String.init)
    }

    var methods: [HTTPMethod] { handlers.flatMap { $0.key == .get ? [.get, .head] : [$0.key] } }

    func handler(for method: HTTPMethod) -> Handler? {
        let wanted = method == .head ? .get : method
        return handlers.first { $0.key == wanted }?.value
    }

    typealias Route = (resource: RESTResource, path: RESTPath)

    static func find(_ path: [String]) -> Route? {
        guard path.first == "api" else { return nil }
        var segments = Array(path.dropFirst()), version: Int?
        if segments.count > 1, segments[0] == "now", let number = ["v1": 1, "v2": 2][segments[1]] {
            version = number
            segments.remove(at: 1)
        }
        for resource in all where resource.segments.count == segments.count {
            guard !(version != nil && resource.pattern == GraphQLRoute.path) else { continue }
            var values: [String: String] = [:]
            let fits = zip(resource.segments, segments).allSatisfy { wanted, given in
                guard wanted.utf8.first == UInt8(ascii: "{") else { return wanted == given }
                values[wanted] = given
                return true
            }
            if fits { return (resource, RESTPath(version: version, values: values)) }
        }
        return nil
    }
}

struct RESTPath {
    /// The longest table name that is looked up; for a longer one the response is a page, as on instances.
    static let longestName = 8000

    var version: Int?
    fileprivate var values: [String: String] = [:]

    init() {}

    fileprivate init(version: Int?, values: [String: String]) { (self.version, self.values) = (version, values) }

    subscript(name: String) -> String { values["{" + name + "}"] ?? "" }

    static func segments(of path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: true).map { PercentCoding.decode($0) }
    }
}

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

enum ContentNegotiation {
    static func acceptsJSON(_ ranges: String?) -> Bool {
        guard let ranges else { return true }
        return ranges.split(separator: ",").contains { range in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return weight > 0 && ["application/json", "*/*", "application/*"].contains(parts.first)
        }
    }

    static func checkBody(of request: HTTPRequest) throws(APIError) {
        guard let type = request.headers["Content-Type"] else { return }
        guard type.prefix(while: { $0 != ";" && $0 != " " }).lowercased() == "application/json" else {
            throw APIError.contentType
        }
    }
}
