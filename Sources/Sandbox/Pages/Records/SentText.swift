/// Texts as browsers show them in a field and send them back.
enum SentText {
    /// The lines of a text area come with CR LF; records hold LF.
    static func plainLines(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0A, last == 0x0D {
                bytes[bytes.count - 1] = 0x0A
            } else {
                bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text is what a browser sends for a field that showed `old` and that nobody typed in. A field cannot hold
    /// all that a record can: line ends of other sorts, control characters, and in a field of one line no line ends.
    static func isUntouched(_ text: String, _ old: String, isLine: Bool) -> Bool {
        text.utf8.elementsEqual(old.utf8) || shown(text, isLine: isLine) == shown(old, isLine: isLine)
    }

    private static func shown(_ text: String, isLine: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0A where last == 0x0D: break
            case 0x0A, 0x0D: if !isLine { bytes.append(0x0A) }
            case 0x09: bytes.append(byte)
            case 0..<0x20, 0x7F: bytes += Array("\u{FFFD}".utf8)
            default: bytes.append(byte)
            }
            last = byte
        }
        return isLine ? Array(bytes.trimmingBlanks) : bytes
    }
}

extension [UInt8] {
    /// Without the blanks at both ends: fields for addresses of mail take them off.
    fileprivate var trimmingBlanks: ArraySlice<UInt8> {
        var slice = self[...].drop { $0 == 0x20 || $0 == 0x09 }
        while slice.last == 0x20 || slice.last == 0x09 { slice.removeLast() }
        return slice
    }
}
