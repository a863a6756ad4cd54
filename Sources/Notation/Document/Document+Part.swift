// Parts of a page that have a name of their own, which links lead to.
extension Document {
    /// The document from the part of that name on; nil when no part is called so. Links, forms and all else keep their
    /// numbers, and blocks that begin before the part and hold it stay around it.
    package func from(part name: String) -> Document? {
        guard let place = anchors[name] else { return nil }
        var part = self
        part.blocks = Self.rest(of: blocks, from: place[...])
        return part
    }

    /// Blocks nest no deeper than `anchors` are long.
    private static func rest(of blocks: [Block], from place: ArraySlice<Int>) -> [Block] {
        guard let number = place.first, let last = blocks.indices.last else { return blocks }
        // What names the end of the page leads to what stands last.
        var rest = Array(blocks[min(max(number, 0), last)...])
        let inner = place.dropFirst()
        guard number <= last, !inner.isEmpty, let first = rest.first else { return rest }
        switch first {
        case .quote(let blocks): rest[0] = .quote(Self.rest(of: blocks, from: inner))
        case .notice(let blocks): rest[0] = .notice(Self.rest(of: blocks, from: inner))
        case .form(let number, let blocks): rest[0] = .form(number, Self.rest(of: blocks, from: inner))
        case .group(let legend, let blocks): rest[0] = .group(legend: legend, Self.rest(of: blocks, from: inner))
        case .heading, .paragraph, .preformatted, .list, .definitions, .table, .rule: break
        }
        return rest
    }
}
