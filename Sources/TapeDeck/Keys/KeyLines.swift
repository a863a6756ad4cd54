import ExchangeModel

/// Collects the lines of a key.
struct KeyLines {
    private(set) var text = ""

    /// Values longer than this, in bytes, stand as their length and two digests, so that an upload is not kept twice.
    private static let longest = 4096

    /// Adds a line. Line ends in the value are written as escapes, so that no value can pretend to be a line.
    mutating func add(_ name: String, _ value: String) {
        text += name
        text += " "
        if value.utf8.count > Self.longest {
            text += "(\(value.utf8.count) bytes, \(StableHash.of(value)) \(StableHash.of("long\n" + value)))"
        } else if value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == UInt8(ascii: "\\") }) {
            for byte in value.unicodeScalars {
                switch byte {
                case "\n": text += "\\n"
                case "\r": text += "\\r"
                case "\\": text += "\\\\"
                default: text.unicodeScalars.append(byte)
                }
            }
        } else {
            text += value
        }
        text += "\n"
    }
}
