import ExchangeModel
import Notation

/// Reads `headers` and `cookies` of a request or an answer: lines in their order, repeats kept.
struct HARHeaderReader {
    let isOwn: Bool

    /// The lines. Several values of one name may stand in one, with line ends between them, as Chromium has them.
    func lines(of message: JSONNode, into changes: inout [HARLosses.Sort]) -> HeaderFields {
        var fields: [HeaderField] = []
        var hasOdd = false
        for line in message["headers"]?.elements.map({ $0 }) ?? [] {
            guard let name = line["name"]?.string, let value = line["value"]?.string else {
                hasOdd = true
                continue
            }
            if isOwn {
                fields.append(HeaderField(name, value))
                continue
            }
            // The pseudo-headers of HTTP/2.
            if name.utf8.first == UInt8(ascii: ":") { continue }
            guard !name.isEmpty, name.utf8.allSatisfy(HeaderValue.isToken) else {
                hasOdd = true
                continue
            }
            for part in value.utf8.split(separator: 10, omittingEmptySubsequences: false) {
                let value = String(ASCII.trimmed(Substring(part)))
                guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else {
                    hasOdd = true
                    continue
                }
                fields.append(HeaderField(name, value))
            }
        }
        if hasOdd { changes.append(.headers) }
        return HeaderFields(fields)
    }

    /// Cookies with their attributes that no header line has: the line is made.
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
