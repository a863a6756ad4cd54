import Notation

/// JSON web tokens (RFC 7519): access tokens, identity tokens and signed statements, wherever they stand. One is known by
/// its first part, the base64 of a JSON object that names an algorithm (`alg`).
struct WebTokenRedactor: Redactor {
    static let name = "web-token"

    /// A head longer than this is none; the bound keeps the pass linear.
    private static let longestHead = 4096

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        var from = 0
        // Each begins with `eyJ`, the base64 of `{"`. Of its letters the last is the rarest.
        while let place = bytes.firstPlace(of: UInt8(ascii: "J"), or: nil, from: from) {
            from = place + 1
            let start = place - 2
            guard start >= finds.last?.range.upperBound ?? 0, bytes[start] == UInt8(ascii: "e"),
                bytes[start + 1] == UInt8(ascii: "y"), start == 0 || !Self.isPart(bytes[start - 1]),
                let end = Self.end(of: bytes, from: start)
            else { continue }
            finds.append(Find(range: start..<end, label: "token"))
            from = end
        }
        return finds
    }

    /// Where the token ends that begins there; nil when none does. A statement has three parts, an encrypted one five.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        let head = endOfPart(bytes, from: start)
        guard head - start <= longestHead, head < bytes.count, bytes[head] == UInt8(ascii: "."),
            let text = Base64.decode(bytes[start..<head]), text.firstRange(of: Array("\"alg\"".utf8)) != nil
        else { return nil }
        var end = endOfPart(bytes, from: head + 1)
        guard end > head + 1, end < bytes.count, bytes[end] == UInt8(ascii: ".") else { return nil }
        var parts = 2
        while parts < 5, end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            let next = endOfPart(bytes, from: end + 1)
            // A full stop behind the third part ends a sentence.
            guard next > end + 1 || parts == 2 else { break }
            end = next
            parts += 1
        }
        return end
    }

    private static func endOfPart(_ bytes: [UInt8], from start: Int) -> Int {
        var end = start
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
        return end
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
