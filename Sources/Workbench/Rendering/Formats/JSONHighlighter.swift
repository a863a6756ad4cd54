/// Colors JSON text for a terminal: keys, strings, numbers and literals. Takes pieces of any length.
package struct JSONHighlighter: Sendable {
    private enum Place {
        case between, literal, string, escape
    }

    private var place = Place.between
    /// For each open bracket, whether it is an object's.
    private var open: [Bool] = []
    private var expectsKey = false

    package init() {}

    package mutating func painted(_ bytes: [UInt8]) -> [UInt8] {
        var out = ByteBuffer()
        for byte in bytes { paint(byte, to: &out) }
        return out.bytes
    }

    private mutating func paint(_ byte: UInt8, to out: inout ByteBuffer) {
        switch place {
        case .escape:
            place = .string
        case .string where byte == UInt8(ascii: "\\"):
            place = .escape
        case .string where byte == UInt8(ascii: "\""):
            place = .between
            out.append(byte)
            return out.append(Style.plain)
        case .string: break
        case .literal, .between: return paintToken(byte, to: &out)
        }
        out.append(byte)
    }

    private mutating func paintToken(_ byte: UInt8, to out: inout ByteBuffer) {
        var isLiteral = false
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: "\""), 0x20, 0x0A, 0x0D, 0x09:
            break
        default: isLiteral = true
        }
        if place == .literal, !isLiteral { out.append(Style.plain) }
        if place == .between, isLiteral { out.append(byte == UInt8(ascii: "n") ? Style.dim : Style.magenta) }
        place = isLiteral ? .literal : .between
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            open.append(byte == UInt8(ascii: "{"))
            expectsKey = open.last ?? false
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            _ = open.popLast()
            expectsKey = false
        case UInt8(ascii: ","): expectsKey = open.last ?? false
        case UInt8(ascii: ":"): expectsKey = false
        case UInt8(ascii: "\""):
            place = .string
            out.append(expectsKey ? Style.cyan : Style.green)
        default: break
        }
        out.append(byte)
    }
}
