/// Finds where strings and numbers end, and refuses those that RFC 8259 does not allow.
enum JSONScanner {
    typealias Cursor = UnsafePointer<UInt8>

    /// The place after the closing quote of the string that begins at `cursor`; `escaped` says whether it has escapes.
    ///
    /// Eight bytes are looked at together for the four things that stop a run of plain text: a quote, a backslash, a
    /// control character, a byte outside ASCII.
    @inline(__always)
    static func string(at cursor: Cursor, from start: Cursor, to end: Cursor, escaped: inout Bool) throws(JSONFault)
        -> Cursor
    {
        var cursor = cursor + 1
        while true {
            while end - cursor >= 8 {
                let stops = ByteWord(at: cursor).controls(or: UInt8(ascii: "\""), UInt8(ascii: "\\"))
                if stops != 0 {
                    cursor += stops.trailingZeroBitCount >> 3
                    break
                }
                cursor += 8
            }
            guard cursor < end else { throw JSONFault(message: "unterminated string", offset: end - start) }
            switch cursor.pointee {
            case UInt8(ascii: "\""): return cursor + 1
            case UInt8(ascii: "\\"):
                escaped = true
                cursor = try escape(at: cursor, from: start, to: end)
            case 0..<0x20: throw JSONFault(message: "control character in a string", offset: cursor - start)
            case 0x20..<0x80: cursor += 1
            default:
                let size = UTF8Sequence.size(at: cursor, to: end)
                guard size > 0 else { throw JSONFault(message: "invalid UTF-8", offset: cursor - start) }
                cursor += size
            }
        }
    }

    /// The place after the escape that begins at `cursor`. A surrogate without its other half passes: the grammar
    /// allows it (RFC 8259, 8.2).
    @inline(never)
    private static func escape(at cursor: Cursor, from start: Cursor, to end: Cursor) throws(JSONFault) -> Cursor {
        guard end - cursor >= 2 else { throw JSONFault(message: "unterminated string", offset: end - start) }
        switch cursor[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return cursor + 2
        case UInt8(ascii: "u"):
            for offset in 2..<6 {
                guard cursor + offset < end else {
                    throw JSONFault(message: "unterminated string", offset: end - start)
                }
                guard ASCII.hexValue(cursor[offset]) != nil else {
                    throw JSONFault(message: "expected four hexadecimal digits", offset: cursor + offset - start)
                }
            }
            return cursor + 6
        default: throw JSONFault(message: "unknown escape", offset: cursor - start)
        }
    }

    /// The place after the number that begins at `cursor`, which stands on a digit or a minus.
    static func number(at cursor: Cursor, from start: Cursor, to end: Cursor) throws(JSONFault) -> Cursor {
        var cursor = cursor
        if cursor.pointee == UInt8(ascii: "-") { cursor += 1 }
        let leading = cursor
        cursor = try digits(at: cursor, from: start, to: end)
        if leading.pointee == UInt8(ascii: "0"), cursor - leading > 1 {
            throw JSONFault(message: "number with a leading zero", offset: leading - start)
        }
        if cursor < end, cursor.pointee == UInt8(ascii: ".") {
            cursor = try digits(at: cursor + 1, from: start, to: end)
        }
        if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") {
            cursor += 1
            if cursor < end, cursor.pointee == UInt8(ascii: "+") || cursor.pointee == UInt8(ascii: "-") { cursor += 1 }
            cursor = try digits(at: cursor, from: start, to: end)
        }
        return cursor
    }

    /// The place after one or more digits.
    private static func digits(at cursor: Cursor, from start: Cursor, to end: Cursor) throws(JSONFault) -> Cursor {
        var after = cursor
        while after < end, after.pointee &- UInt8(ascii: "0") < 10 { after += 1 }
        guard after > cursor else {
            throw JSONFault(
                message: cursor < end ? "expected a digit" : "unexpected end of text", offset: cursor - start)
        }
        return after
    }
}
