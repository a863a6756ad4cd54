package import ExchangeModel
package import Notation

/// The texts of an exchange that can be found: the decoded address, and of bodies the strings and numbers of JSON,
/// decoded forms, and other text as it is.
package enum SearchableText {
    /// The texts one after another, for the index.
    static func of(_ exchange: ExchangeRecord) -> [UInt8] {
        var text = Array(address(exchange.request).utf8)
        func add(_ body: [UInt8]?, _ headers: HeaderFields) {
            guard let body, !body.isEmpty else { return }
            if let document = json(body) {
                append(document.root, to: &text)
            } else if let other = plain(body, headers) {
                text.append(0x0A)
                text += Array(other.utf8)
            }
        }
        add(exchange.request.body, exchange.request.headers)
        if case .response(let response) = exchange.outcome { add(response.body, response.headers) }
        return text
    }

    /// Method and decoded URL.
    package static func address(_ request: RequestRecord) -> String {
        request.method + " " + PercentCoding.decodeForm(request.url)
    }

    package static func json(_ body: [UInt8]) -> JSONDocument? {
        guard let first = body.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return try? JSONDocument(body)
    }

    /// The text of a body that is not JSON; nil if it is no text.
    package static func plain(_ body: [UInt8], _ headers: HeaderFields) -> String? {
        guard let text = String(validating: body, as: UTF8.self), !body.contains(0) else { return nil }
        let isForm = headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
        return isForm ? PercentCoding.decodeForm(text) : text
    }

    private static func append(_ node: JSONNode, to text: inout [UInt8]) {
        switch node.kind {
        case .string, .number:
            text.append(0x0A)
            text += Array((node.scalarText ?? "").utf8)
        case .array: for element in node.elements { append(element, to: &text) }
        case .object: for member in node.members { append(member.value, to: &text) }
        case .null, .bool: break
        }
    }
}
