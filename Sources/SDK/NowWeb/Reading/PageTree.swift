import CGumbo
import Glibc
import Notation

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

    /// The `html` element; nil if there is no tree.
    var root: PageNode? { page.flatMap { PageNode(cgumbo_root($0)) } }

    /// The length of the parsed text in bytes.
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
    var childCount: Int { Int(cgumbo_child_count(pointer)) }
    var offset: Int { Int(cgumbo_offset(pointer)) }

    func child(_ index: Int) -> PageNode? { index < 0 ? nil : PageNode(cgumbo_child(pointer, index)) }

    /// Whether an element without a gumbo tag number has this name.
    func isNamed(_ name: StaticString) -> Bool { cgumbo_is_named(pointer, Self.text(name)) }

    var text: UnsafeBufferPointer<UInt8> {
        guard let text = cgumbo_text(pointer) else { return UnsafeBufferPointer(start: nil, count: 0) }
        let count = strlen(text)
        return UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self)
    }

    /// Nil if missing.
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
        attribute(name).map { HTMLWhitespace.lowered(HTMLWhitespace.collapsed($0)) }
    }

    /// Parses a number by HTML's rules: white space, digits, anything.
    func number(_ name: StaticString) -> Int? {
        guard let value = attribute(name) else { return nil }
        let digits = value.utf8.drop { HTMLWhitespace.isSpace($0) }
        let sign = digits.first == UInt8(ascii: "-")
        let rest = sign || digits.first == UInt8(ascii: "+") ? digits.dropFirst() : digits
        let figures = rest.prefix { (0x30...0x39).contains($0) }
        guard !figures.isEmpty else { return nil }
        let number = Int(String(decoding: figures.prefix(9), as: UTF8.self)) ?? 0
        let amount = figures.count > 9 ? 999_999_999 : number
        return sign ? -amount : amount
    }

    private static func text(_ name: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// HTML's white space: space, tab, line feed, form feed, carriage return; not the no-break space.
enum HTMLWhitespace {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    /// Collapses and trims white space.
    static func collapsed(_ text: some Sequence<UInt8>) -> [UInt8] {
        var collapsed: [UInt8] = []
        for byte in text {
            if !isSpace(byte) {
                collapsed.append(byte)
            } else if let last = collapsed.last, last != 0x20 {
                collapsed.append(0x20)
            }
        }
        if collapsed.last == 0x20 { collapsed.removeLast() }
        return collapsed
    }

    static func collapsed(_ text: String) -> String { String(decoding: collapsed(text.utf8), as: UTF8.self) }

    /// A URL as browsers read it: trimmed, without tabs and line ends.
    static func address(_ text: String) -> String {
        let start = text.utf8.drop { isSpace($0) }
        var bytes = start.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func lowered(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    static func words(_ text: String) -> [String] {
        lowered(text).utf8.split(whereSeparator: isSpace).map { String(decoding: $0, as: UTF8.self) }
    }
}
