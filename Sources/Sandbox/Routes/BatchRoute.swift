import ExchangeModel
import Notation

extension RESTResource {
    static let batch = RESTResource(BatchRoute.path, [.post: { try BatchRoute(call: $0).answer() }])
}

/// `POST /api/now/batch`: several requests in one, executed one after the other as if sent alone.
struct BatchRoute {
    static let path = "now/batch"
    /// The maximum body size of a part, in bytes (`glide.rest.batch.max.inputSize`).
    static let maxInput = 5 << 20
    /// The maximum response size of a part, in bytes (`glide.rest.batch.max.outputSize`).
    static let maxOutput = 10 << 20
    /// The maximum size of all responses together. Instances stop a batch after 30 seconds; responses of the sandbox
    /// must not depend on its speed, so these two limits replace the time.
    static let maxOutputTogether = 64 << 20

    let call: Call

    func answer() throws -> Answer {
        guard let serve = call.serve else { throw APIError.unknownRoute }
        let batch = try BatchRequest(call.request)
        var out = JSONText(capacity: 16_384)
        out.raw("{\"batch_request_id\":")
        out.string(batch.id)
        out.raw(",\"serviced_requests\":[")
        var together = 0
        var unserviced: [JSON] = []
        for (offset, part) in batch.parts.enumerated() {
            if unserviced.isEmpty, part.size <= BatchRoute.maxInput,
                let response = response(to: part, serve), response.body.count <= BatchRoute.maxOutput,
                together + response.body.count <= BatchRoute.maxOutputTogether
            {
                together += response.body.count
                if offset > 0 { out.raw(",") }
                out.raw(BatchRoute.entry(part, response).compactBytes)
            } else {
                // A batch ends at the first part that exceeds a limit.
                unserviced.append(.string(part.id))
            }
        }
        out.raw("],\"unserviced_requests\":")
        out.raw(JSON.array(unserviced).compactBytes)
        out.raw("}")
        return .json(out.bytes)
    }

    private func response(to part: BatchRequest.Part, _ serve: (HTTPRequest) -> HTTPResponse) -> HTTPResponse? {
        switch part.content {
        case .success(let request): return serve(request)
        case .failure(let error):
            let answer = error.answer
            return HTTPResponse(
                status: answer.status, reason: "Bad Request",
                headers: HeaderFields([HeaderField("Content-Type", answer.contentType)]), body: answer.body)
        }
    }

    private static func entry(_ part: BatchRequest.Part, _ response: HTTPResponse) -> JSON {
        let error: JSON? =
            if case .failure(let error) = part.content { .string(error.detail ?? error.message) } else { nil }
        return .object(present: [
            "id": .string(part.id), "body": .string(Base64.encode(response.body)),
            "status_code": .number(String(response.status)), "status_text": .string(response.reason),
            "headers": .array(part.excludesHeaders ? [] : headers(of: response)),
            "execution_time": .number(String(1 + response.body.count / 16_384)), "error_message": error,
        ])
    }

    /// The fields of the part itself, without those of the connection, the sign-in and the time.
    private static func headers(of response: HTTPResponse) -> [JSON] {
        let outer = [
            "server-timing", "x-is-logged-in", "x-transaction-id", "date", "server", "set-cookie",
            "strict-transport-security", "content-length",
        ]
        let own = response.headers.filter { !outer.contains(ASCII.lowercased($0.name)) }
        let length = response.status == 204 ? [] : [HeaderField("Content-Length", String(response.body.count))]
        return (own + length).map { ["name": .string($0.name), "value": .string($0.value)] }
    }
}

struct BatchRequest {
    struct Part {
        let id: String
        let content: Result<HTTPRequest, APIError>
        let excludesHeaders: Bool
        let size: Int
    }

    let id: String
    let parts: [Part]

    /// Parses the body of a batch. An error in one part is the response to that part; a body that is not a batch is
    /// rejected as a whole.
    init(_ request: HTTPRequest) throws {
        let root = try RequestBody.document(of: request).root
        guard root.kind == .object, let list = root["rest_requests"], list.kind == .array else {
            throw APIError.noBatch("rest_requests is missing or no array")
        }
        id = root["batch_request_id"]?.scalarText ?? ""
        var parts: [Part] = []
        for element in list.elements {
            guard element.kind == .object else { throw APIError.noBatch("An entry of rest_requests is not an object") }
            parts.append(BatchRequest.part(element, of: request))
        }
        self.parts = parts
    }

    private static func part(_ node: JSONNode, of batch: HTTPRequest) -> Part {
        var size = 0
        let content = Result { () throws(APIError) in
            let body = try body(node["body"])
            size = body?.count ?? 0
            return HTTPRequest(
                try method(node["method"]), try address(node["url"], from: batch.url),
                headers: try headers(node["headers"]), body: body)
        }
        return Part(
            id: node["id"]?.scalarText ?? "", content: content,
            excludesHeaders: node["exclude_response_headers"]?.scalarText == "true", size: size)
    }

    private static func method(_ node: JSONNode?) throws(APIError) -> HTTPMethod {
        guard let node, node.kind == .string, let name = node.scalarText, !name.isEmpty, name.utf8.count <= 32,
            name.utf8.allSatisfy(ASCII.isLetter)
        else { throw APIError.badPart("method is missing or no method") }
        return HTTPMethod(rawValue: name.uppercased())
    }

    private static func address(_ node: JSONNode?, from batch: HTTPURL) throws(APIError) -> HTTPURL {
        guard let node, node.kind == .string, let text = node.scalarText, !text.isEmpty else {
            throw APIError.badPart("url is missing or no text")
        }
        let isRooted = text.hasPrefix("/") || HTTPURL(text) != nil
        guard let url = batch.resolving(isRooted ? text : "/" + text), url.origin == batch.origin else {
            throw APIError.badPart("url is not a relative address of this instance")
        }
        return url
    }

    /// The part's own header fields. Credentials come only from the batch.
    private static func headers(_ node: JSONNode?) throws(APIError) -> HeaderFields {
        guard let node, node.kind != .null else { return [:] }
        guard node.kind == .array else { throw APIError.badPart("headers is not an array") }
        var fields = HeaderFields()
        for line in node.elements {
            guard let name = line["name"]?.scalarText, let value = line["value"]?.scalarText, !name.isEmpty,
                name.utf8.allSatisfy(HeaderValue.isToken),
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 })
            else { throw APIError.badPart("A header needs a name and a value, without control characters") }
            let isOwn = !["authorization", "cookie"].contains(ASCII.lowercased(name))
            if isOwn { fields.append(name, String(ASCII.trimmed(value[...]))) }
        }
        return fields
    }

    /// Base64 may have line breaks, as in the vendor's example.
    private static func body(_ node: JSONNode?) throws(APIError) -> [UInt8]? {
        guard let node, node.kind != .null else { return nil }
        guard node.kind == .string, let text = node.scalarText,
            let bytes = Base64.decode(text.utf8.lazy.filter { !ASCII.isSpace($0) })
        else { throw APIError.badPart("body is not Base64") }
        return bytes
    }
}

extension APIError {
    static func noBatch(_ detail: String) -> APIError {
        APIError(status: 400, message: "Invalid batch request", detail: detail)
    }

    static func badPart(_ detail: String) -> APIError {
        APIError(status: 400, message: "Invalid request in batch", detail: detail)
    }

    static let nestedBatch = badPart("A batch must not hold a batch")
}
