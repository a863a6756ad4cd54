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
        if try MediaTypes.checkBody(of: request) == .xml {
            let body = try bytes(of: request)
            do {
                return try XMLRecord.read(body)
            } catch {
                throw APIError.unreadableBody("Body is not valid XML: \(error.message)")
            }
        }
        guard let record = first(try document(of: request).root) else {
            throw APIError.unreadableBody("Body holds no record")
        }
        return values(of: record)
    }

    static func values(of record: JSONNode) -> [(name: String, value: String)] {
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
        guard try MediaTypes.checkBody(of: request) == .json else { throw APIError.contentType("application/json") }
        let body = try bytes(of: request)
        do {
            return try JSONDocument(body)
        } catch {
            throw unreadable(
                "Body is not valid JSON: \(error.message) at line \(error.line), column \(error.column)")
        }
    }

    private static func bytes(of request: HTTPRequest) throws(APIError) -> [UInt8] {
        let body = request.body ?? []
        if body.count > maxBytes { throw APIError.tooLarge(body.count) }
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

/// Content negotiation of the Table API.
enum MediaTypes {
    enum Format: Sendable {
        case json
        case xml
    }

    /// The preferred supported media type, equal weights in order; default: JSON. Nil if none is supported.
    static func format(accepting ranges: String?) -> Format? {
        guard let ranges else { return .json }
        let wanted = ranges.split(separator: ",").enumerated().compactMap { place, range -> (Double, Int, Format)? in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard weight > 0 else { return nil }
            switch parts.first {
            case "application/json", "*/*", "application/*": return (weight, place, .json)
            case "application/xml", "text/xml", "text/*": return (weight, place, .xml)
            default: return nil
            }
        }
        return wanted.max { ($0.0, -$0.1) < ($1.0, -$1.1) }?.2
    }

    /// The format of a body; default: JSON. Throws if the media type is not supported.
    @discardableResult
    static func checkBody(of request: HTTPRequest) throws(APIError) -> Format {
        guard let type = request.headers["Content-Type"] else { return .json }
        switch type.prefix(while: { $0 != ";" && $0 != " " }).lowercased() {
        case "application/json": return .json
        case "application/xml", "text/xml": return .xml
        default: throw APIError.contentType()
        }
    }
}

/// Parses a record in XML: `<request><entry><number>…</number></entry></request>`, with any names of the outer
/// elements.
///
/// Elements, text, the five entities, character references, CDATA and comments are supported; document types and deeper
/// nesting are rejected.
struct XMLRecord {
    /// Why a body is not a record.
    struct Fault: Error {
        let message: String
    }

    private struct Element {
        let name: String
        var text: [UInt8] = []
        var fields: [(name: String, value: String)] = []
        var hasChildren = false
    }

    private static let deepest = 8
    private var rest: ArraySlice<UInt8>

    /// The columns and raw values of the first record.
    static func read(_ bytes: [UInt8]) throws(Fault) -> [(name: String, value: String)] {
        var reader = XMLRecord(rest: bytes[...])
        return try reader.document()
    }

    private mutating func document() throws(Fault) -> [(name: String, value: String)] {
        var open: [Element] = []
        while !rest.isEmpty {
            if skip("<!--", to: "-->") || skip("<?", to: "?>") { continue }
            if rest.starts(with: "<![CDATA[".utf8) {
                guard !open.isEmpty, let text = taken("<![CDATA[", to: "]]>") else { throw fault("CDATA has no end") }
                open[open.count - 1].text += text
            } else if rest.starts(with: "<!".utf8) {
                throw fault("a document type is not allowed")
            } else if rest.starts(with: "</".utf8) {
                guard let name = taken("</", to: ">").map(XMLRecord.name), let element = open.popLast(),
                    element.name == name
                else { throw fault("an element ends that did not begin") }
                if let record = close(element, in: &open) { return record }
            } else if rest.first == UInt8(ascii: "<") {
                guard let tag = taken("<", to: ">") else { throw fault("an element has no end") }
                let isEmpty = tag.last == UInt8(ascii: "/")
                let element = Element(name: XMLRecord.name(isEmpty ? tag.dropLast() : tag))
                guard !element.name.isEmpty, open.count < XMLRecord.deepest else { throw fault("no such element") }
                if !open.isEmpty { open[open.count - 1].hasChildren = true }
                if !isEmpty {
                    open.append(element)
                } else if let record = close(element, in: &open) {
                    return record
                }
            } else {
                let text = rest.prefix { $0 != UInt8(ascii: "<") }
                rest = rest[text.endIndex...]
                let plain = try decoded(text)
                if open.isEmpty, !plain.allSatisfy({ $0 <= 0x20 }) { throw fault("text outside the root element") }
                if !open.isEmpty { open[open.count - 1].text += plain }
            }
        }
        throw fault("no element was found")
    }

    /// Adds a closed element to its parent. The first element with columns is the record.
    private func close(_ element: Element, in open: inout [Element]) -> [(name: String, value: String)]? {
        if !open.isEmpty, element.hasChildren, let value = element.fields.first(where: { $0.name == "value" }),
            element.fields.allSatisfy({ ["display_value", "link", "value"].contains($0.name) })
        {
            open[open.count - 1].fields.append((element.name, value.value))
            return nil
        }
        if element.hasChildren || open.isEmpty { return element.fields }
        open[open.count - 1].fields.append((element.name, String(decoding: element.text, as: UTF8.self)))
        return nil
    }

    private mutating func skip(_ start: String, to end: String) -> Bool { taken(start, to: end) != nil }

    /// The text between two delimiters; nil if the first is not at this position or the other is missing.
    private mutating func taken(_ start: String, to end: String) -> ArraySlice<UInt8>? {
        guard rest.starts(with: start.utf8) else { return nil }
        let inner = rest.dropFirst(start.utf8.count), mark = Array(end.utf8)
        var index = inner.startIndex
        while index + mark.count <= inner.endIndex {
            if inner[index] == mark[0], inner[index...].starts(with: mark) {
                rest = inner[(index + mark.count)...]
                return inner[..<index]
            }
            index += 1
        }
        return nil
    }

    /// The element name at the start of a tag, without prefix and attributes.
    private static func name(_ tag: ArraySlice<UInt8>) -> String {
        let name = tag.prefix { $0 > 0x20 }
        return String(decoding: name, as: UTF8.self)
    }

    private func decoded(_ text: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
        var out: [UInt8] = []
        var text = text
        while let byte = text.first {
            guard byte == UInt8(ascii: "&") else {
                out.append(byte)
                text = text.dropFirst()
                continue
            }
            guard let end = text.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
                throw fault("a bare &")
            }
            let name = String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self)
            guard let scalar = XMLRecord.scalar(name) else { throw fault("&\(name); is unknown") }
            out += Array(String(Character(scalar)).utf8)
            text = text[(end + 1)...]
        }
        return out
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init)
        }
    }

    private func fault(_ message: String) -> Fault { Fault(message: message) }
}
