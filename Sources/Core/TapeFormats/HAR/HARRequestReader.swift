import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// Reads the request of an entry into an exchange whose method and URL are known.
struct HARRequestReader {
    let isOwn: Bool
    let files: HARBodyFiles

    func read(_ request: JSONNode, into exchange: inout ImportedExchange) throws(EntryError) {
        let reader = HARHeaderReader(isOwn: isOwn)
        var headers = reader.lines(of: request, into: &exchange.changes)
        let sizes = [request["bodySize"]?.number, headers["Content-Length"]].compactMap { $0.flatMap { Int($0) } }
        let size = sizes.first { $0 > 0 }
        if !isOwn {
            ImportedFields.removeConnection(&headers, &exchange.changes)
            let cookies = reader.cookies(of: request)
            if headers["Cookie"] == nil, !cookies.isEmpty {
                headers.append("Cookie", cookies.joined(separator: "; "))
                exchange.changes.append(.cookies)
            }
        }
        exchange.request.headers = headers
        if let data = request["postData"], data.kind == .object {
            if !isOwn, let body = try files.body(of: data) {
                exchange.request.body = body
            } else {
                readBody(data, size: isOwn ? nil : size, into: &exchange)
            }
        }
        if !isOwn, size != nil, exchange.request.body == nil { exchange.changes.append(.bodySize) }
    }

    /// - Parameter size: the number of bytes that were sent; nil if unknown.
    private func readBody(_ data: JSONNode, size: Int?, into exchange: inout ImportedExchange) {
        let type = data["mimeType"]?.string ?? ""
        if !isOwn, exchange.request.headers["Content-Type"] == nil, MultipartForm.isHeaderText(type) {
            exchange.request.headers.append("Content-Type", type)
            exchange.changes.append(.contentType)
        }
        let text = data["text"]?.string
        if let text, isOwn || !text.isEmpty {
            exchange.request.body = bytes(of: text, data, size: size, &exchange.changes)
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

    private func bytes(
        of text: String, _ data: JSONNode, size: Int?, _ changes: inout [ConversionLosses.Kind]
    ) -> [UInt8] {
        let codings = [data["_encoding"]?.string, data["encoding"]?.string]
        if codings.contains("base64"), let bytes = Base64.decode(text.utf8) { return bytes }
        let single = Latin1.bytes(of: text)
        if let single, codings.contains(Latin1.name) || single.count == size { return single }
        if let size, size != text.utf8.count { changes.append(.bodySize) }
        return Array(text.utf8)
    }

    private func readMultipart(_ fields: [Field], _ type: String, into exchange: inout ImportedExchange) {
        let stated = exchange.request.headers["Content-Type"] ?? type
        let known = HeaderValue(stated)?["boundary"]
        var form = MultipartBody(boundary: known)
        if known == nil { exchange.request.headers["Content-Type"] = "multipart/form-data; boundary=" + form.boundary }
        for field in fields {
            let type = field.contentType.flatMap { MultipartForm.isHeaderText($0) ? $0 : nil }
            form.add(field.name, file: field.fileName, type: type, field.value ?? "")
            if field.fileName != nil, field.value == nil { exchange.changes.append(.fileParts) }
        }
        exchange.request.body = form.bytes
    }

    /// As a browser writes it in a form body.
    private static func formText(_ text: String) -> String {
        PercentCoding.encode(text).split(separator: "%20", omittingEmptySubsequences: false).joined(separator: "+")
    }

    private struct Field {
        package var name: String
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
    fileprivate static func isHeaderText(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}

struct HARResponseReader {
    let isOwn, isPolly: Bool
    /// The maximum size of a decompressed body.
    let limit: Int
    let files: HARBodyFiles

    func read(_ node: JSONNode, into exchange: inout ImportedExchange) throws(EntryError) -> HTTPResponse {
        guard let status = node["status"]?.number.flatMap(Self.whole), (100...999).contains(status) else {
            throw EntryError(sort: .unreadable, reason: "its status is not a number from 100 to 999")
        }
        let reader = HARHeaderReader(isOwn: isOwn)
        var response = HTTPResponse(
            status: status, reason: node["statusText"]?.string ?? "",
            headers: reader.lines(of: node, into: &exchange.changes),
            facts: ResponseFacts(httpVersion: Self.version(node["httpVersion"]?.string ?? "")))
        let content = node["content"]
        var isText = false
        if let text = content?["text"]?.string {
            let body = HARBody(text, content, isPolly: isPolly, isCoded: response.headers["Content-Encoding"] != nil)
            guard let bytes = body.bytes else { throw EntryError(sort: .unreadable, reason: "its body is not base64") }
            (response.body, isText) = (bytes, body.isText)
        } else if !isOwn, let bytes = try files.body(of: content) {
            response.body = bytes
        } else if !isOwn, let size = content?["size"]?.number.flatMap(Double.init), size > 0,
            (200...299).contains(status), exchange.request.method != .head
        {
            throw EntryError(sort: .bodyMissing)
        }
        if !isOwn { try settle(&response, node, &exchange, reader, isText: isText) }
        return response
    }

    /// Header fields that described the sent bytes and no longer describe those in the file.
    private func settle(
        _ response: inout HTTPResponse, _ node: JSONNode, _ exchange: inout ImportedExchange,
        _ reader: HARHeaderReader, isText: Bool
    ) throws(EntryError) {
        try ImportedFields.settle(&response, of: &exchange, isText: isText, isDecoded: !isPolly, limit)
        let cookies = reader.cookies(of: node)
        if response.headers["Set-Cookie"] == nil, !cookies.isEmpty {
            for cookie in cookies { response.headers.append("Set-Cookie", cookie) }
            exchange.changes.append(.cookies)
        }
        if response.headers["Content-Type"] == nil, !response.body.isEmpty,
            let type = node["content"]?["mimeType"]?.string, HeaderValue(type) != nil, type != "x-unknown"
        {
            response.headers.append("Content-Type", type)
            exchange.changes.append(.contentType)
        }
    }

    private static func whole(_ digits: String) -> Int? {
        if let number = Int(digits) { return number }
        return Double(digits).flatMap { Int(exactly: $0) }
    }

    /// `1.1` for `HTTP/1.1` or `http/1.1`, `2` for `h2` or `HTTP/2.0`; default: 1.1.
    private static func version(_ text: String) -> String {
        var name = Substring(ASCII.lowercased(text))
        if name.hasPrefix("http/") { name = name.dropFirst(5) } else if name.hasPrefix("h") { name = name.dropFirst() }
        guard let first = name.utf8.first, ASCII.isDigit(first), name.utf8.count <= 3 else { return "1.1" }
        return name.hasSuffix(".0") && name != "1.0" ? String(name.dropLast(2)) : String(name)
    }
}

/// Bodies in files of their own, beside the HAR or in the same archive, as Playwright writes them. They are named by
/// their SHA-1, so a HAR cannot name a file whose content its author does not know.
struct HARBodyFiles: Sendable {
    package let text: StreamedJSON
    let limit: Int

    /// Nil if the body is in the HAR itself.
    func body(of content: JSONNode?) throws(EntryError) -> [UInt8]? {
        guard let name = content?["_file"]?.string else { return nil }
        let digest = name.prefix { $0.isHexDigit }
        guard digest.utf8.count == 40, name.dropFirst(40).first ?? "." == ".", !name.utf8.contains(UInt8(ascii: "/")),
            let bytes = text.companion(name, limit: limit), SHA1.hex(of: bytes) == digest
        else { throw EntryError(sort: .bodyMissing) }
        return bytes
    }
}

/// The text of a body, with its encoding. Polly.js writes bodies as they were sent, compressed too: in hexadecimal or
/// base64, and compressed ones in a JSON array of chunks.
private struct HARBody {
    let isText: Bool
    /// Nil if it is not in the encoding that the file names.
    package let bytes: [UInt8]?

    init(_ text: String, _ content: JSONNode?, isPolly: Bool, isCoded: Bool) {
        let isBase64 = content?["encoding"]?.string == "base64"
        let isBinary = isBase64 || content?["_isBinary"]?.bool == true
        if isPolly, let chunks = Self.chunks(text, isBinary, isBase64, isCoded: isCoded) {
            (isText, bytes) = (false, chunks)
        } else {
            (isText, bytes) = (!isBase64, isBase64 ? Base64.decode(text.utf8) : Array(text.utf8))
        }
    }

    private static func chunks(_ text: String, _ isBinary: Bool, _ isBase64: Bool, isCoded: Bool) -> [UInt8]? {
        var parts = isBinary ? [text] : []
        if isCoded, let root = try? JSONDocument(Array(text.utf8)).root, root.kind == .array {
            parts = root.elements.map { $0.string ?? "-" }
        }
        let bytes = parts.map { isBase64 ? Base64.decode($0.utf8) : Hexadecimal.decode(Array($0.utf8)[...]) }
        return parts.isEmpty || bytes.contains(nil) ? nil : bytes.flatMap { $0 ?? [] }
    }
}

/// Reads `headers` and `cookies` of a request or response: fields in order, repeats kept.
struct HARHeaderReader {
    let isOwn: Bool

    /// The fields; exactly as written in a file of Snowdeck.
    func lines(of message: JSONNode, into changes: inout [ConversionLosses.Kind]) -> HeaderFields {
        var lines: [(String, String)] = []
        var hasInvalid = false
        for line in message["headers"]?.elements.map({ $0 }) ?? [] {
            if let name = line["name"]?.string, let value = line["value"]?.string {
                lines.append((name, value))
            } else {
                hasInvalid = true
            }
        }
        if hasInvalid { changes.append(.headers) }
        return isOwn ? HeaderFields(lines.map { HeaderField($0.0, $0.1) }) : ImportedFields.fields(lines, &changes)
    }

    /// Cookies that have attributes but no header field: the field is built from them.
    func cookies(of message: JSONNode) -> [String] {
        guard !isOwn else { return [] }
        return message["cookies"]?.elements.compactMap { cookie in
            guard let name = cookie["name"]?.string, let value = cookie["value"]?.string,
                !name.isEmpty, name.utf8.allSatisfy(HeaderValue.isToken),
                value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") })
            else { return nil }
            return name + "=" + value
        } ?? []
    }
}
