import Notation

/// Looks into an answer that ends too early.
enum BrokenAnswer {
    /// How many rows of the list came whole; nil when the text does not begin with a list of results.
    static func wholeRows(in body: some Collection<UInt8>) -> Int? {
        var rest = body[...]
        for part in ["{", "\"result\"", ":", "["] {
            rest = rest.drop { $0 <= 0x20 }
            guard rest.starts(with: part.utf8) else { return nil }
            rest = rest.dropFirst(part.utf8.count)
        }
        var rows = 0, depth = 0
        var isInString = false, isEscaped = false
        for byte in rest {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return rows }
                depth -= 1
                if depth == 0 { rows += 1 }
            default: break
            }
        }
        return rows
    }

    /// The error object that stands behind an answer broken off in the middle, and what came before it. It is the last
    /// thing in the body, so only the body's end is searched.
    static func appendedError(in body: [UInt8]) -> (error: JSONNode, before: ArraySlice<UInt8>)? {
        let mark = Array("{\"error\":".utf8)
        let tail = body.suffix(8192)
        guard tail.count >= mark.count else { return nil }
        var start = tail.endIndex - mark.count
        while start >= tail.startIndex {
            if tail[start] == mark[0], tail[start...].starts(with: mark) {
                return (try? JSONDocument(Array(tail[start...]))).map { ($0.root, body[..<start]) }
            }
            start -= 1
        }
        return nil
    }
}
