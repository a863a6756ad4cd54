import ExchangeModel
import Notation

/// The links in the body of a REST answer: members of JSON whose names end in `link`, and elements `link` of XML.
struct BodyLinks {
    private let body: [UInt8]
    private let marks: [[UInt8]]

    /// Of a body that is neither JSON nor XML none is found.
    init(in response: HTTPResponse) {
        body = response.body
        let type = ASCII.lowercased(response.headers["Content-Type"] ?? "")
        marks =
            type.contains("json")
            ? [Array("link\"".utf8)]
            : type.contains("xml") && !type.contains("html")
                ? [Array("link>".utf8)] : []
    }

    /// The body with the links that lead to an instance leading to a server; nil when there is none.
    func moved(from instance: HTTPURL, to server: HTTPURL) -> [UInt8]? {
        let edits = origins(of: instance).map { range in
            let isEscaped = body[range].contains(UInt8(ascii: "\\"))
            let origin = isEscaped ? server.origin.replacing("/", with: "\\/") : server.origin
            return Edit(range: range, replacement: Array(origin.utf8), label: "")
        }
        return edits.isEmpty ? nil : Edit.apply(edits, to: body)
    }

    /// Whether a link leads to an instance.
    func lead(to instance: HTTPURL) -> Bool { !origins(of: instance, most: 1).isEmpty }

    /// Where the links name an instance, in order: scheme, host and port.
    private func origins(of instance: HTTPURL, most: Int = .max) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for mark in marks {
            var from = 0
            while found.count < most, let place = body.firstRange(of: mark, from: from) {
                from = place + mark.count
                if let range = origin(at: from, isXML: mark.last == UInt8(ascii: ">")),
                    let url = HTTPURL(String(decoding: body[range], as: UTF8.self).replacing("\\", with: "")),
                    RequestParts.origin(of: url) == RequestParts.origin(of: instance)
                {
                    found.append(range)
                }
            }
        }
        return found
    }

    /// The scheme, host and port of the address that is the value of what ends at a place.
    private func origin(at place: Int, isXML: Bool) -> Range<Int>? {
        var start = place
        if !isXML {
            func skip(_ byte: UInt8) -> Bool {
                while start < body.count, ASCII.isSpace(body[start]) { start += 1 }
                guard start < body.count, body[start] == byte else { return false }
                start += 1
                return true
            }
            guard skip(UInt8(ascii: ":")), skip(UInt8(ascii: "\"")) else { return nil }
        }
        let slashes = UInt8(ascii: "/"), backslash = UInt8(ascii: "\\")
        let address = body[start...].prefix(512)
        guard let colon = address.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        var end = colon + 1, passed = 0
        while end < address.endIndex, passed < 2 || !"/\\?#\"<&".utf8.contains(body[end]) {
            if passed < 2 {
                guard body[end] == slashes || body[end] == backslash else { return nil }
                if body[end] == slashes { passed += 1 }
            }
            end += 1
        }
        return passed == 2 ? start..<end : nil
    }
}
