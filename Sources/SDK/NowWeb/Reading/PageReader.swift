import CGumbo
import Glibc
package import Notation

/// Parses a page: decodes its character set, then reads HTML5 with gumbo. Scripts and styles are not run.
package enum PageReader {
    /// The document of a page. Never fails: broken markup is read as in a browser, and excess content is dropped and
    /// noted in `Document.cuts`.
    package static func document(
        _ bytes: [UInt8], contentType: String?, limits: PageLimits = PageLimits()
    ) -> Document {
        let text = PageSource(bytes, PageCharset.of(bytes, contentType: contentType), limit: limits.bytes)
        let tree = PageTree(text.text, limits)
        var cuts: [Document.Cut] = []
        if let read = text.read { cuts.append(.bytes(read: read, of: bytes.count)) }
        if text.bad > 0 { cuts.append(.badText(text.bad)) }
        if let cut = tree.cut(limits) { cuts.append(cut) }
        var document = Document()
        if let root = tree.root {
            let pageIndex = PageIndex(root, text: text.text[..<tree.length], limits)
            var builder = DocumentBuilder(pageIndex, limits)
            document = builder.document(of: root)
        }
        document.cuts = cuts + document.cuts
        return document
    }
}

package struct PageLimits: Sendable, Hashable {
    package var bytes = 8 << 20
    /// Open elements at a time. The readers are recursive, so it must fit into a thread's stack.
    package var depth = 200
    /// Open formatting elements: browsers copy them into every following paragraph.
    package var formatting = 128
    package var attributes = 256
    package var nodes = 500_000
    package var memory = 256 << 20
    package var steps = 300_000_000
    package var parts = 500_000
    package var links = 20_000
    /// The nesting of blocks; deeper ones are flattened.
    package var nesting = 60

    package init() {}
}

/// The tree that gumbo builds, within the limits.
final class PageTree {
    private let page: OpaquePointer?

    init(_ text: [UInt8], _ limits: PageLimits) {
        var bounds = CGumboLimits(
            depth: limits.depth, formatting: limits.formatting, attributes: limits.attributes, nodes: limits.nodes,
            memory: limits.memory, steps: limits.steps)
        page = text.withUnsafeBytes { text in
            text.bindMemory(to: CChar.self).baseAddress.flatMap { cgumbo_read($0, text.count, &bounds) }
        }
    }

    deinit { cgumbo_free(page) }

    var root: PageNode? { page.flatMap { PageNode(cgumbo_root($0)) } }

    var length: Int { page.map { Int(cgumbo_length($0)) } ?? 0 }

    func cut(_ limits: PageLimits) -> Document.Cut? {
        guard let page else { return .nodes(0) }
        switch cgumbo_cut(page) {
        case CGUMBO_DEPTH: return .depth(limits.depth)
        case CGUMBO_NODES: return .nodes(Int(cgumbo_nodes(page)))
        default: return nil
        }
    }
}

/// A node of gumbo's tree. It is valid as long as its `PageTree`.
struct PageNode: Hashable {
    private let pointer: UnsafePointer<GumboNode>

    init?(_ pointer: UnsafePointer<GumboNode>?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    var isElement: Bool { cgumbo_is_element(pointer) }
    var isText: Bool { cgumbo_is_text(pointer) }
    var tag: GumboTag { cgumbo_tag(pointer) }
    /// Whether it is an HTML element, not SVG or MathML.
    var isHTML: Bool { cgumbo_namespace(pointer) == GUMBO_NAMESPACE_HTML }
    var isSVG: Bool { cgumbo_namespace(pointer) == GUMBO_NAMESPACE_SVG }
    var offset: Int { Int(cgumbo_offset(pointer)) }

    var children: some Sequence<PageNode> {
        (0..<cgumbo_child_count(pointer)).lazy.compactMap { PageNode(cgumbo_child(pointer, $0)) }
    }

    static func tags(_ names: String) -> Set<UInt32> {
        Set(names.split(separator: " ").map { gumbo_tag_enum(String($0)).rawValue })
    }

    func isNamed(_ name: StaticString) -> Bool { cgumbo_is_named(pointer, Self.text(name)) }

    var text: UnsafeBufferPointer<UInt8> {
        guard let text = cgumbo_text(pointer) else { return UnsafeBufferPointer(start: nil, count: 0) }
        let count = strlen(text)
        return UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self)
    }

    func attribute(_ name: StaticString) -> String? {
        cgumbo_attribute(pointer, Self.text(name)).map { String(cString: $0) }
    }

    func said(_ name: StaticString) -> String? {
        attribute(name).map(HTMLWhitespace.collapsed).flatMap { $0.isEmpty ? nil : $0 }
    }

    func has(_ name: StaticString) -> Bool { cgumbo_attribute(pointer, Self.text(name)) != nil }

    /// A URL attribute without surrounding white space and line ends.
    func address(_ name: StaticString) -> String? { attribute(name).map(HTMLWhitespace.address) }

    /// A value in lower case without surrounding white space.
    func keyword(_ name: StaticString) -> String? {
        attribute(name).map { ASCII.lowercased(HTMLWhitespace.collapsed($0)) }
    }

    /// Parses a number by HTML's rules: white space, digits, anything.
    func number(_ name: StaticString) -> Int? {
        guard let value = attribute(name) else { return nil }
        let text = ASCII.trimmed(value[...]).utf8
        let rest = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
        let figures = rest.prefix(while: ASCII.isDigit)
        guard !figures.isEmpty else { return nil }
        let number = min(Int(String(Substring(figures))) ?? .max, 999_999_999)
        return text.first == UInt8(ascii: "-") ? -number : number
    }

    private static func text(_ name: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// White space of HTML, which the no-break space is not.
enum HTMLWhitespace {
    static func collapsed(_ text: some Sequence<UInt8>) -> [UInt8] {
        var collapsed: [UInt8] = []
        for byte in text {
            if !ASCII.isSpace(byte) {
                collapsed.append(byte)
            } else if let last = collapsed.last, last != 0x20 {
                collapsed.append(0x20)
            }
        }
        if collapsed.last == 0x20 { collapsed.removeLast() }
        return collapsed
    }

    static func collapsed(_ text: String) -> String { String(decoding: collapsed(text.utf8), as: UTF8.self) }

    /// A URL as browsers read it: without control characters and white space around it, tabs and line ends.
    static func address(_ text: String) -> String {
        var bytes = text.utf8.drop { $0 <= 0x20 }.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func words(_ text: String) -> [String] {
        ASCII.lowercased(text).utf8.split(whereSeparator: ASCII.isSpace).map { String(decoding: $0, as: UTF8.self) }
    }
}

enum PageVisibility {
    /// Whether an element and its content are hidden by its own attributes.
    ///
    /// `aria-hidden` hides from screen readers only; it is respected for icon fonts alone.
    static func isHidden(_ node: PageNode) -> Bool {
        if node.has("hidden") { return true }
        if let style = node.attribute("style"), isHidden(byStyle: style) { return true }
        switch node.tag {
        case GUMBO_TAG_I, GUMBO_TAG_SPAN, GUMBO_TAG_SVG: return node.keyword("aria-hidden") == "true"
        case GUMBO_TAG_UNKNOWN: return node.isHTML && node.isNamed("dialog") && !node.has("open")
        default: return false
        }
    }

    /// Whether a style hides; the last `display` and `visibility` count.
    private static func isHidden(byStyle style: String) -> Bool {
        var values: [String: String] = [:]
        for declaration in ASCII.lowercased(style).utf8.split(separator: UInt8(ascii: ";")) {
            let parts = declaration.split(maxSplits: 1) { ":".utf8.contains($0) }
            guard parts.count == 2 else { continue }
            let value = parts[1].prefix { $0 != UInt8(ascii: "!") }
            values[String(ASCII.trimmed(Substring(parts[0])))] = String(ASCII.trimmed(Substring(value)))
        }
        return values["display"] == "none" || values["visibility"] == "hidden" || values["visibility"] == "collapse"
    }

    static func isNeverShown(_ tag: GumboTag) -> Bool { neverShown.contains(tag.rawValue) }

    private static let neverShown = PageNode.tags(
        """
        script style template head title base link meta noframes noembed datalist col colgroup param source track
        """)
}
