import Notation

/// People in pages and XML: values of fields, attributes and links.
extension PersonCollector {
    mutating func readMarkup(_ bytes: [UInt8]) {
        var scanner = HTMLScanner(bytes)
        var isUser = false
        // What the text after a tag is: the field that it is the value of.
        var field: String?, isLink = false
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag):
                if tag.name == "sys_user" { isUser = true }
                let tagged = readAttributes(of: tag.name, &scanner, isUser)
                isLink = tagged != nil
                field = tagged ?? tag.name
            case .text(let range):
                let text = Self.text(range, in: bytes)
                // A link to a user may also say what it does: View.
                if let field, !isLink || text.utf8.contains(UInt8(ascii: " ")) { take(text, field, ofUser: isUser) }
                field = nil
            case .endTag(let tag):
                if tag.name == "sys_user" { isUser = false }
                field = nil
            case .comment, .declaration: field = nil
            }
        }
    }

    /// Reads the attributes of a tag. Returns the field that the text after it is the value of, if they say so: a link
    /// to a user is followed by the name.
    private mutating func readAttributes(of tag: String, _ scanner: inout HTMLScanner, _ isUser: Bool) -> String? {
        var name: String?, value: String?, shown: String?, field: String?
        while let attribute = scanner.attribute() {
            guard let range = attribute.value else { continue }
            let text = Self.text(range, in: scanner.bytes)
            switch scanner.lowercased(attribute.name) {
            case "name": name = text
            case "id": name = name ?? text
            case "value": value = text
            case "display_value": shown = text
            case "href": if text.firstEnd(of: "sys_user.do?") != nil { field = "sys_user" }
            default: break
            }
        }
        if let shown { take(shown, tag, ofUser: isUser) }
        if let name, let value { take(value, name, ofUser: isUser) }
        return field
    }

    private static func text(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        let text = String(decoding: NestedText(bytes[range], .html).bytes, as: UTF8.self)
        return String(ASCII.trimmed(text[...]))
    }
}
