/// Escapes text in generated HTML.
package enum MarkupText {
    /// A text for content and quoted attributes. Line ends are written as references, so they survive in attributes;
    /// other control characters, which HTML does not allow, become U+FFFD.
    package static func escaped(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): out += Array("&amp;".utf8)
            case UInt8(ascii: "<"): out += Array("&lt;".utf8)
            case UInt8(ascii: ">"): out += Array("&gt;".utf8)
            case UInt8(ascii: "\""): out += Array("&#34;".utf8)
            case UInt8(ascii: "'"): out += Array("&#39;".utf8)
            case 0x09, 0x0A, 0x0D: out += Array("&#\(byte);".utf8)
            case 0..<0x20, 0x7F: out += Array("\u{FFFD}".utf8)
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
