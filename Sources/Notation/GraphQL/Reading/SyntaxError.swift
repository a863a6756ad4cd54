extension GraphQL {
    /// Why a text is not a GraphQL document.
    package struct SyntaxError: Error, Sendable, Hashable {
        /// One lower-case phrase without position: `expected a name, found "}"`.
        package var message: String
        /// What is meant, in UTF-8 bytes of the text; empty at its end.
        package var range: Range<Int>
        /// Counted from 1; a line ends with a line feed, a carriage return or both.
        package var line: Int
        /// Counted from 1, in characters (Unicode scalar values).
        package var column: Int
        /// Whether more text could still make it right: the document breaks off, it is not wrong so far.
        package var mayContinue: Bool

        /// An error at a place of a text; line and column are worked out here.
        init(_ fault: Fault, in bytes: [UInt8]) {
            message = fault.message
            range = fault.range
            mayContinue = fault.mayContinue
            line = 1
            var lineStart = 0
            for place in 0..<min(fault.range.lowerBound, bytes.count) {
                let isReturn = bytes[place] == UInt8(ascii: "\r")
                let next = place + 1 < bytes.count ? bytes[place + 1] : 0
                guard bytes[place] == UInt8(ascii: "\n") || (isReturn && next != UInt8(ascii: "\n")) else { continue }
                line += 1
                lineStart = place + 1
            }
            // A byte 10xxxxxx continues a character that an earlier byte began.
            column = bytes[lineStart..<max(lineStart, min(fault.range.lowerBound, bytes.count))]
                .reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        }
    }

    /// An error while it is on its way out of the reader.
    struct Fault: Error {
        var message: String
        var range: Range<Int>
        var mayContinue = false
    }
}
