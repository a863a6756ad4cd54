import Notation

/// The tokens of a text that is or contains a GraphQL document. It accepts any input: an unclosed string ends with its
/// line, one around a document with the text, and anything else is a sign.
struct GraphQLTokens: Sequence, IteratorProtocol {
    struct Token {
        enum Kind {
            case name, number, string, comment
            case sign(UInt8)
        }

        var kind: Kind
        package var range: Range<Int>
        /// Of a string, the text between its quotation marks.
        package var content: Range<Int>
    }

    private let bytes: ArraySlice<UInt8>
    private var place: Int

    /// If false, `#` is a sign, as it is inside a comment.
    private let readsComments: Bool

    /// Whether strings may contain line breaks, as those around a document do.
    private let stringsHaveLines: Bool

    init(_ bytes: ArraySlice<UInt8>, readsComments: Bool = true, stringsHaveLines: Bool = false) {
        self.bytes = bytes
        self.stringsHaveLines = stringsHaveLines
        self.readsComments = readsComments
        place = bytes.startIndex
    }

    mutating func next() -> Token? {
        while place < bytes.endIndex, ASCII.isSpace(bytes[place]) || bytes[place] == UInt8(ascii: ",") { place += 1 }
        guard place < bytes.endIndex else { return nil }
        let start = place, byte = bytes[place]
        switch byte {
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "#") where readsComments:
            place = bytes[place...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.endIndex
            // The `#` itself is skipped.
            return Token(kind: .comment, range: start + 1..<place, content: start..<start)
        case _ where ASCII.isLetter(byte) || byte == UInt8(ascii: "_"):
            place = end { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
            return Token(kind: .name, range: start..<place, content: start..<start)
        case _ where ASCII.isDigit(byte) || byte == UInt8(ascii: "-"):
            place = end { ASCII.isName($0) || $0 == UInt8(ascii: "+") }
            return Token(kind: .number, range: start..<place, content: start..<start)
        default:
            place += 1
            return Token(kind: .sign(byte), range: start..<place, content: start..<start)
        }
    }

    /// The index after the closing bracket of a text that begins with a bracket; the end of the text if there is none.
    static func endOfBrackets(_ text: ArraySlice<UInt8>) -> Int {
        var depth = 0
        for token in GraphQLTokens(text, readsComments: false) {
            guard case .sign(let sign) = token.kind else { continue }
            switch sign {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth <= 0 { return token.range.upperBound }
        }
        return text.endIndex
    }

    private func end(_ isPart: (UInt8) -> Bool) -> Int {
        bytes[(place + 1)...].firstIndex { !isPart($0) } ?? bytes.endIndex
    }

    private mutating func string() -> Token {
        let start = place
        let quotes: [UInt8] = [0x22, 0x22, 0x22]
        if bytes[place...].starts(with: quotes) {
            place += 3
            while place < bytes.endIndex, !bytes[place...].starts(with: quotes) {
                place += bytes[place] == UInt8(ascii: "\\") && bytes[(place + 1)...].starts(with: quotes) ? 4 : 1
            }
            let end = Swift.min(place, bytes.endIndex)
            place = Swift.min(end + 3, bytes.endIndex)
            return Token(kind: .string, range: start..<place, content: start + 3..<end)
        }
        place += 1
        while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\"") {
            if !stringsHaveLines, bytes[place] == 10 || bytes[place] == 13 { break }
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = Swift.min(place, bytes.endIndex)
        place = Swift.min(end + 1, bytes.endIndex)
        return Token(kind: .string, range: start..<place, content: start + 1..<end)
    }
}
