import ExchangeModel
import Notation

/// Several requests in one body: `{"batch_request_id":…,"rest_requests":[…]}`.
struct BatchRequest {
    /// One of them.
    struct Part {
        let id: String
        /// The request it describes, or why it describes none.
        let content: Result<HTTPRequest, Refusal>
        let excludesHeaders: Bool
        /// How many bytes its body has.
        let size: Int
    }

    let id: String
    let parts: [Part]

    /// Reads the body of a batch. What is wrong in one part is the answer to that part; a body that is no batch is
    /// refused as a whole.
    init(_ request: HTTPRequest) throws {
        let root = try RequestBody.document(of: request).root
        guard root.kind == .object, let list = root["rest_requests"], list.kind == .array else {
            throw Refusal.noBatch("rest_requests is missing or no array")
        }
        id = root["batch_request_id"]?.scalarText ?? ""
        var parts: [Part] = []
        for element in list.elements {
            guard element.kind == .object else { throw Refusal.noBatch("An entry of rest_requests is no object") }
            parts.append(BatchRequest.part(element, of: request))
        }
        self.parts = parts
    }

    private static func part(_ node: JSONNode, of batch: HTTPRequest) -> Part {
        var size = 0
        let content = Result { () throws(Refusal) in
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

    private static func method(_ node: JSONNode?) throws(Refusal) -> HTTPMethod {
        guard let node, node.kind == .string, let name = node.scalarText, !name.isEmpty, name.utf8.count <= 32,
            name.utf8.allSatisfy(ASCII.isLetter)
        else { throw Refusal.badPart("method is missing or no method") }
        return HTTPMethod(rawValue: name.uppercased())
    }

    /// The part's address on the instance that the batch was sent to.
    private static func address(_ node: JSONNode?, from batch: HTTPURL) throws(Refusal) -> HTTPURL {
        guard let node, node.kind == .string, let text = node.scalarText, !text.isEmpty else {
            throw Refusal.badPart("url is missing or no text")
        }
        let isRooted = text.hasPrefix("/") || HTTPURL(text) != nil
        guard let url = batch.resolving(isRooted ? text : "/" + text), url.origin == batch.origin else {
            throw Refusal.badPart("url is no relative address of this instance")
        }
        return url
    }

    /// The part's own lines. Who asks is said by the batch alone.
    private static func headers(_ node: JSONNode?) throws(Refusal) -> HeaderFields {
        guard let node, node.kind != .null else { return [:] }
        guard node.kind == .array else { throw Refusal.badPart("headers is no array") }
        var fields = HeaderFields()
        for line in node.elements {
            guard let name = line["name"]?.scalarText, let value = line["value"]?.scalarText, !name.isEmpty,
                name.utf8.allSatisfy(HeaderValue.isToken),
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 })
            else { throw Refusal.badPart("A header needs a name and a value, without control characters") }
            let isOwn = !["authorization", "cookie"].contains(ASCII.lowercased(name))
            if isOwn { fields.append(name, String(ASCII.trimmed(value[...]))) }
        }
        return fields
    }

    /// Base64 may be folded into lines, as in the manual's own example.
    private static func body(_ node: JSONNode?) throws(Refusal) -> [UInt8]? {
        guard let node, node.kind != .null else { return nil }
        guard node.kind == .string, let text = node.scalarText,
            let bytes = Base64.decode(text.utf8.lazy.filter { !ASCII.isSpace($0) })
        else { throw Refusal.badPart("body is not Base64") }
        return bytes
    }
}

extension Refusal {
    /// The whole body is no batch.
    static func noBatch(_ detail: String) -> Refusal {
        Refusal(status: 400, message: "Invalid batch request", detail: detail)
    }

    /// One part cannot be sent.
    static func badPart(_ detail: String) -> Refusal {
        Refusal(status: 400, message: "Invalid request in batch", detail: detail)
    }

    static let nestedBatch = badPart("A batch must not hold a batch")
}
