import ExchangeModel
import Notation

/// Reads the answer of an entry.
struct HARResponseReader {
    let isOwn: Bool

    func read(_ node: JSONNode, into exchange: inout HARExchange) throws(HARFault) -> HTTPResponse {
        guard let status = node["status"]?.number.flatMap(Self.whole), (100...999).contains(status) else {
            throw HARFault(sort: .unreadable, reason: "its status is none")
        }
        let reader = HARHeaderReader(isOwn: isOwn)
        var response = HTTPResponse(
            status: status, reason: node["statusText"]?.string ?? "",
            headers: reader.lines(of: node, into: &exchange.changes),
            facts: ResponseFacts(httpVersion: Self.version(node["httpVersion"]?.string ?? "")))
        let content = node["content"]
        if let text = content?["text"]?.string {
            response.body = Array(text.utf8)
            if content?["encoding"]?.string == "base64" {
                guard let bytes = Base64.decode(response.body) else {
                    throw HARFault(sort: .unreadable, reason: "its body is not base64")
                }
                response.body = bytes
            } else if !isOwn {
                nameText(&response, &exchange)
            }
        } else if !isOwn, let size = content?["size"]?.number.flatMap(Double.init), size > 0,
            (200...299).contains(status), exchange.request.method != .head
        {
            throw HARFault(sort: .bodyMissing)
        }
        if !isOwn { settle(&response, node, &exchange, reader) }
        return response
    }

    /// What is true of what was sent and no longer of what is in the file.
    private func settle(
        _ response: inout HTTPResponse, _ node: JSONNode, _ exchange: inout HARExchange, _ reader: HARHeaderReader
    ) {
        if response.status == 304, !response.body.isEmpty {
            response.body = []
            exchange.changes.append(.keptBody)
        }
        let codings = response.headers.values(of: "Content-Encoding").filter { !HeaderFields.same($0, "identity") }
        if !codings.isEmpty {
            response.headers.remove("Content-Encoding")
            response.headers.remove("Content-Length")
            response.facts.contentCoding = ASCII.lowercased(codings.joined(separator: ", "))
            exchange.changes.append(.decoded)
        }
        let mayDiffer = exchange.request.method == .head || response.status == 304
        if !mayDiffer, let length = response.headers["Content-Length"], Int(length) != response.body.count {
            response.headers.remove("Content-Length")
        }
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

    /// Text stands in a HAR as UTF-8, whatever it was sent in; its type must not say otherwise.
    private func nameText(_ response: inout HTTPResponse, _ exchange: inout HARExchange) {
        guard response.body.contains(where: { $0 >= 0x80 }), let type = response.headers["Content-Type"],
            let value = HeaderValue(type), let charset = value["charset"],
            !["utf-8", "utf8"].contains(ASCII.lowercased(charset))
        else { return }
        let others = value.parameters.filter { $0.name != "charset" }.map { "; \($0.name)=\"\($0.value)\"" }
        response.headers["Content-Type"] = value.essence + others.joined() + "; charset=utf-8"
        exchange.changes.append(.textForm)
    }

    /// A whole number however it is written; nil when it is none or too large.
    private static func whole(_ digits: String) -> Int? {
        if let number = Int(digits) { return number }
        return Double(digits).flatMap { Int(exactly: $0) }
    }

    /// `1.1` of `HTTP/1.1` or `http/1.1`, `2` of `h2` or `HTTP/2.0`. What says nothing is 1.1.
    private static func version(_ text: String) -> String {
        var name = Substring(ASCII.lowercased(text))
        if name.hasPrefix("http/") { name = name.dropFirst(5) } else if name.hasPrefix("h") { name = name.dropFirst() }
        guard let first = name.utf8.first, ASCII.isDigit(first), name.utf8.count <= 3 else { return "1.1" }
        return name.hasSuffix(".0") && name != "1.0" ? String(name.dropLast(2)) : String(name)
    }
}
