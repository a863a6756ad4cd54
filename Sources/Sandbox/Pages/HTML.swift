/// Text in pages.
enum HTML {
    /// Text as it may stand between tags and in an attribute's quotes. Whatever comes from a request or a record goes
    /// through here before it stands in a page.
    static func escaped(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): out += Array("&amp;".utf8)
            case UInt8(ascii: "<"): out += Array("&lt;".utf8)
            case UInt8(ascii: ">"): out += Array("&gt;".utf8)
            case UInt8(ascii: "\""): out += Array("&#34;".utf8)
            case UInt8(ascii: "'"): out += Array("&#39;".utf8)
            // A line end stays one in an attribute when it is written as a reference.
            case 0x09, 0x0A, 0x0D: out += Array("&#\(byte);".utf8)
            // HTML has no way to write other control characters.
            case 0..<0x20, 0x7F: out += Array("\u{FFFD}".utf8)
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Text between tags whose line ends stay as they are.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
            separator: "\n")
    }

    /// A hidden field of a form.
    static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(escaped(name))\" value=\"\(escaped(value))\">"
    }
}
