import CGumbo
import Notation

/// The tree that gumbo makes of a text, as far as the limits let it.
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

    /// The `html` element; nil when there is no tree.
    var root: PageNode? { page.flatMap { PageNode(cgumbo_root($0)) } }

    /// How many bytes of the text it was made of.
    var length: Int { page.map { Int(cgumbo_length($0)) } ?? 0 }

    /// What was left out.
    func cut(_ limits: PageLimits) -> Document.Cut? {
        guard let page else { return .nodes(0) }
        switch cgumbo_cut(page) {
        case CGUMBO_DEPTH: return .depth(limits.depth)
        case CGUMBO_NODES: return .nodes(Int(cgumbo_nodes(page)))
        default: return nil
        }
    }
}
