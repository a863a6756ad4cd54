import ExchangeModel
import Notation

/// Reads the request of an entry into an exchange that has its method and its address.
struct HARRequestReader {
    let isOwn: Bool

    func read(_ request: JSONNode, into exchange: inout HARExchange) {
        let reader = HARHeaderReader(isOwn: isOwn)
        var headers = reader.lines(of: request, into: &exchange.changes)
        if !isOwn {
            // The transport's own: a recorder does not see them either.
            let before = headers.count
            for name in ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Proxy-Connection"] {
                headers.remove(name)
            }
            if headers.count < before { exchange.changes.append(.connectionLines) }
            let cookies = reader.cookies(of: request)
            if headers["Cookie"] == nil, !cookies.isEmpty {
                headers.append("Cookie", cookies.joined(separator: "; "))
                exchange.changes.append(.cookies)
            }
        }
        exchange.request.headers = headers
        if let data = request["postData"], data.kind == .object { readBody(data, into: &exchange) }
    }

    private func readBody(_ data: JSONNode, into exchange: inout HARExchange) {
        let type = data["mimeType"]?.string ?? ""
        if !isOwn, exchange.request.headers["Content-Type"] == nil, MultipartForm.isHeaderText(type) {
            exchange.request.headers.append("Content-Type", type)
            exchange.changes.append(.contentType)
        }
        let text = data["text"]?.string
        if let text, isOwn || !text.isEmpty {
            let isCoded = [data["_encoding"], data["encoding"]].contains { $0?.string == "base64" }
            let bytes = Array(text.utf8)
            exchange.request.body = (isCoded ? Base64.decode(bytes) : nil) ?? bytes
            return
        }
        let fields = data["params"]?.elements.compactMap(Field.init) ?? []
        guard !fields.isEmpty else { return }
        exchange.changes.append(.formParts)
        if ASCII.lowercased(type).hasPrefix("multipart/") || fields.contains(where: { $0.fileName != nil }) {
            readMultipart(fields, type, into: &exchange)
        } else {
            let pairs = fields.map { Self.formText($0.name) + "=" + Self.formText($0.value ?? "") }
            exchange.request.body = Array(pairs.joined(separator: "&").utf8)
        }
    }

    private func readMultipart(_ fields: [Field], _ type: String, into exchange: inout HARExchange) {
        let stated = exchange.request.headers["Content-Type"] ?? type
        let known = HeaderValue(stated)?["boundary"]
        let boundary = known ?? "----SnowdeckForm"
        if known == nil {
            exchange.request.headers["Content-Type"] = "multipart/form-data; boundary=" + boundary
        }
        var body: [UInt8] = []
        func quoted(_ text: String) -> String {
            String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
        for field in fields {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(field.name))\"".utf8
            if let name = field.fileName { body += "; filename=\"\(quoted(name))\"".utf8 }
            body += "\r\n".utf8
            if let type = field.contentType, MultipartForm.isHeaderText(type) {
                body += "Content-Type: \(type)\r\n".utf8
            }
            body += "\r\n\(field.value ?? "")\r\n".utf8
            if field.fileName != nil, field.value == nil { exchange.changes.append(.fileParts) }
        }
        exchange.request.body = body + "--\(boundary)--\r\n".utf8
    }

    /// As a browser writes it in the body of a form.
    private static func formText(_ text: String) -> String {
        PercentCoding.encode(text).split(separator: "%20", omittingEmptySubsequences: false).joined(separator: "+")
    }

    /// A field of a form.
    private struct Field {
        var name: String
        var value: String?
        var fileName: String?
        var contentType: String?

        init?(_ node: JSONNode) {
            guard let name = node["name"]?.string else { return nil }
            self.name = name
            (value, fileName) = (node["value"]?.string, node["fileName"]?.string)
            contentType = node["contentType"]?.string
        }
    }
}

extension MultipartForm {
    /// Whether a text may stand in a header line.
    fileprivate static func isHeaderText(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
