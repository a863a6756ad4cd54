import Notation

/// Where in a document a text breaks off, as far as it decides what may stand there.
struct DocumentContext {
    enum Place { case document, string, blockString, comment }

    private(set) var place = Place.document
    /// Whether the string is the value of `queryConditions`, or a default that may be one.
    private(set) var isInQuery = false
    /// How many bytes of an escape are still to come; quotes count in a block string.
    private var escape = 0
    private var quotes = 0
    /// The name that stands last, and whether a `:` or `=` follows it.
    private var name: [UInt8] = []
    private var nameHasEnded = false
    private var sign: UInt8?

    /// Whether the next byte belongs to an escape, or to quotes that may become a string's end.
    var isInEscape: Bool { escape > 0 || quotes > 0 }

    mutating func read(_ text: String) {
        let bytes = Array(text.utf8)
        var at = 0
        while at < bytes.count { at += step(bytes, at) }
    }

    /// Reads what stands at a place and says how many bytes it took.
    private mutating func step(_ bytes: [UInt8], _ at: Int) -> Int {
        let byte = bytes[at]
        switch place {
        case .comment:
            if byte == .lineFeed || byte == .carriageReturn { place = .document }
        case .string:
            if escape > 0 {
                escape = escape == 5 && byte != UInt8(ascii: "u") ? 0 : escape - 1
            } else if byte == .backslash {
                escape = 5
            } else if byte == .doubleQuote || byte == .lineFeed || byte == .carriageReturn {
                place = .document
            }
        case .blockString:
            return block(bytes, at)
        case .document:
            return document(bytes, at)
        }
        return 1
    }

    private mutating func block(_ bytes: [UInt8], _ at: Int) -> Int {
        let rest = bytes[at...]
        if rest.starts(with: [.backslash, .doubleQuote, .doubleQuote, .doubleQuote]) {
            quotes = 0
            return 4
        }
        if rest.starts(with: [.doubleQuote, .doubleQuote, .doubleQuote]) {
            quotes = 0
            place = .document
            return 3
        }
        quotes = bytes[at] == .doubleQuote || bytes[at] == .backslash ? 1 : 0
        return 1
    }

    private mutating func document(_ bytes: [UInt8], _ at: Int) -> Int {
        let byte = bytes[at]
        switch byte {
        case .hash: place = .comment
        case .doubleQuote:
            isInQuery = sign == .equals || sign != nil && name.elementsEqual("queryConditions".utf8)
            escape = 0
            let isBlock = bytes[at...].starts(with: [.doubleQuote, .doubleQuote, .doubleQuote])
            let isEmpty = !isBlock && bytes[at...].starts(with: [.doubleQuote, .doubleQuote])
            place = isBlock ? .blockString : isEmpty ? .document : .string
            sign = nil
            return isBlock ? 3 : isEmpty ? 2 : 1
        case UInt8(ascii: ":"), .equals: sign = byte
        case _ where byte.isNameByte:
            if nameHasEnded || sign != nil { name = [] }
            (nameHasEnded, sign) = (false, nil)
            name.append(byte)
        case _ where ASCII.isSpace(byte) || byte == .comma: nameHasEnded = true
        default:
            nameHasEnded = true
            // A list of texts belongs to the same argument.
            if byte != .openBracket { sign = nil }
        }
        return 1
    }
}
