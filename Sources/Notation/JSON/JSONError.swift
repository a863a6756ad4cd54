/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One lower-case phrase without position: `expected ',' or '}'`.
    public let message: String
    /// Counted in bytes from 0.
    public let offset: Int
    /// Counted from 1; a line ends with a line feed.
    public let line: Int
    /// Counted from 1, in characters (Unicode scalar values).
    public let column: Int

    /// The message and the position.
    public var description: String { "\(message) at line \(line), column \(column)" }

    /// The position is worked out here, after the fact, so that reading never counts lines.
    init(_ fault: JSONFault, in bytes: [UInt8]) {
        message = fault.message.description
        offset = fault.offset
        let before = bytes[..<fault.offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        // A byte 10xxxxxx continues a character that an earlier byte began.
        column = before[lineStart...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}
