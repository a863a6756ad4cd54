/// Finds tags, attributes and raw text like a browser's tokenizer (HTML, 13.2.5). Each byte is read once, nothing is
/// decoded, and no tree is built: callers splice, or search for a few tags.
///
/// Redaction also reads XML with it, and text that was cut off.
package struct HTMLScanner {
    package enum Token {
        case text(Range<Int>)
        /// Its content.
        case comment(Range<Int>)
        /// `<!doctype html>`, `<?xml …?>`, `</ >`.
        case declaration(Range<Int>)
        /// Its attributes follow, by calls of `attribute()`.
        case startTag(Tag)
        case endTag(Tag)
    }

    package struct Tag {
        /// The offset of the `<`.
        package let start: Int
        /// In lower case; empty if longer than 32 bytes, which no HTML element is, but elements of XML are.
        package let name: String
    }

    package struct Attribute {
        package let name: Range<Int>
        /// Without quotes; nil if there is no `=`.
        package let value: Range<Int>?
    }

    package let bytes: [UInt8]
    /// The current position: after the last token or attribute.
    package private(set) var place = 0
    /// False if the text ended within the last tag.
    package private(set) var isTagComplete = true
    private var isInTag = false
    private let readsXML: Bool

    /// - Parameter readsXML: whether a CDATA section is a comment, and names may begin with `_`.
    package init(_ bytes: [UInt8], readsXML: Bool = false) { (self.bytes, self.readsXML) = (bytes, readsXML) }

    package mutating func next() -> Token? {
        while isInTag { _ = attribute() }
        guard place < bytes.count else { return nil }
        let start = place
        if bytes[place] == UInt8(ascii: "<"), let token = markup() { return token }
        place = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(start..<place)
    }

    /// The next attribute of the current tag; nil at its end.
    package mutating func attribute() -> Attribute? {
        guard isInTag else { return nil }
        while place < bytes.count, ASCII.isSpace(bytes[place]) || bytes[place] == UInt8(ascii: "/") { place += 1 }
        guard place < bytes.count, bytes[place] != UInt8(ascii: ">") else {
            isTagComplete = place < bytes.count
            isInTag = false
            place = min(place + 1, bytes.count)
            return nil
        }
        let start = place
        // A name may begin with an equals sign.
        place += 1
        while place < bytes.count, !ASCII.isSpace(bytes[place]), !"=>/".utf8.contains(bytes[place]) { place += 1 }
        let name = start..<place
        skipSpaces()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return Attribute(name: name, value: nil) }
        place += 1
        skipSpaces()
        return Attribute(name: name, value: value())
    }

    /// Reads the content of a raw text element, such as a script, up to its end tag.
    package mutating func rawText(of element: String) -> Range<Int> {
        while isInTag { _ = attribute() }
        let start = place
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            place = open
            let end = open + 2 + element.utf8.count
            if has(element, at: open + 2), bytes[open + 1] == UInt8(ascii: "/"),
                end == bytes.count || ASCII.isSpace(bytes[end]) || "/>".utf8.contains(bytes[end])
            {
                return start..<open
            }
            place = open + 1
        }
        place = bytes.count
        return start..<place
    }

    package func lowercased(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].map(ASCII.lowercased), as: UTF8.self)
    }

    private mutating func skipSpaces() { while place < bytes.count, ASCII.isSpace(bytes[place]) { place += 1 } }

    private func has(_ word: String, at start: Int) -> Bool {
        bytes.count - start >= word.utf8.count
            && zip(bytes[start...], word.utf8).allSatisfy { ASCII.lowercased($0) == $1 }
    }

    private mutating func value() -> Range<Int> {
        guard place < bytes.count else { return place..<place }
        let quote = bytes[place]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = place + 1
            let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
            place = min(end + 1, bytes.count)
            return start..<end
        }
        let start = place
        place = bytes[start...].firstIndex { ASCII.isSpace($0) || $0 == UInt8(ascii: ">") } ?? bytes.count
        return start..<place
    }

    /// The token that begins with `<`; nil if it is text.
    private mutating func markup() -> Token? {
        let start = place
        guard start + 1 < bytes.count else { return nil }
        let isEnd = bytes[start + 1] == UInt8(ascii: "/")
        let nameStart = start + (isEnd ? 2 : 1)
        if nameStart < bytes.count,
            ASCII.isLetter(bytes[nameStart]) || readsXML && bytes[nameStart] == UInt8(ascii: "_")
        {
            place = bytes[nameStart...].firstIndex { ASCII.isSpace($0) || "/>".utf8.contains($0) } ?? bytes.count
            let tag = Tag(start: start, name: !readsXML && place - nameStart > 32 ? "" : lowercased(nameStart..<place))
            (isInTag, isTagComplete) = (true, true)
            return isEnd ? .endTag(tag) : .startTag(tag)
        }
        if bytes[(start + 1)...].starts(with: "!--".utf8) {
            place = commentEnd(from: start + 4)
            let isEnded = bytes[(start + 4)..<place].suffix(3).elementsEqual("-->".utf8)
            return .comment(start + 4..<(isEnded ? place - 3 : place))
        }
        if readsXML, bytes[(start + 1)...].starts(with: "![CDATA[".utf8) {
            var end = start + 9
            while end < bytes.count, bytes[end] != UInt8(ascii: "]") || !bytes[end...].starts(with: "]]>".utf8) {
                end += 1
            }
            place = min(end + 3, bytes.count)
            return .comment(start + 9..<end)
        }
        guard isEnd || "!?".utf8.contains(bytes[start + 1]) else { return nil }
        place = bytes[(start + 2)...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
        return .declaration(start..<place)
    }

    private func commentEnd(from start: Int) -> Int {
        var place = start
        while let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) {
            // `<!-->` and `<!--->` are complete comments; `<!--!>` is not.
            if bytes[(start - 2)..<end].suffix(2).elementsEqual("--".utf8)
                || bytes[start..<end].suffix(3).elementsEqual("--!".utf8)
            {
                return end + 1
            }
            place = end + 1
        }
        return bytes.count
    }
}
