import CGumbo
import Glibc

/// A node of the tree that gumbo made. It is good as long as its `PageTree`.
struct PageNode: Hashable {
    private let pointer: UnsafePointer<GumboNode>

    init?(_ pointer: UnsafePointer<GumboNode>?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    var isElement: Bool { cgumbo_is_element(pointer) }
    var isText: Bool { cgumbo_is_text(pointer) }
    var tag: GumboTag { cgumbo_tag(pointer) }
    /// Whether it is an element of HTML, no part of a drawing or a formula.
    var isHTML: Bool { cgumbo_namespace(pointer) == GUMBO_NAMESPACE_HTML }
    var isSVG: Bool { cgumbo_namespace(pointer) == GUMBO_NAMESPACE_SVG }
    var childCount: Int { Int(cgumbo_child_count(pointer)) }
    /// Where it starts in the text.
    var offset: Int { Int(cgumbo_offset(pointer)) }

    func child(_ index: Int) -> PageNode? { index < 0 ? nil : PageNode(cgumbo_child(pointer, index)) }

    /// Whether an element that gumbo has no number for has this name.
    func isNamed(_ name: StaticString) -> Bool { cgumbo_is_named(pointer, Self.text(name)) }

    /// The text of a text.
    var text: UnsafeBufferPointer<UInt8> {
        guard let text = cgumbo_text(pointer) else { return UnsafeBufferPointer(start: nil, count: 0) }
        let count = strlen(text)
        return UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self)
    }

    /// The value of an attribute; nil when there is none.
    func attribute(_ name: StaticString) -> String? {
        cgumbo_attribute(pointer, Self.text(name)).map { String(cString: $0) }
    }

    /// The value of an attribute when it says something.
    func said(_ name: StaticString) -> String? {
        attribute(name).map(PageSpace.collapsed).flatMap { $0.isEmpty ? nil : $0 }
    }

    func has(_ name: StaticString) -> Bool { cgumbo_attribute(pointer, Self.text(name)) != nil }

    /// An address in an attribute, without white space around it and line ends in it.
    func address(_ name: StaticString) -> String? { attribute(name).map(PageSpace.address) }

    /// A value in lower case, without white space around it.
    func keyword(_ name: StaticString) -> String? { attribute(name).map { PageSpace.lowered(PageSpace.collapsed($0)) } }

    /// Numbers as HTML reads them: white space, digits, anything.
    func number(_ name: StaticString) -> Int? {
        guard let value = attribute(name) else { return nil }
        let digits = value.utf8.drop { PageSpace.isSpace($0) }
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
