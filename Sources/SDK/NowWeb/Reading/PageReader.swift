package import Notation

/// Parses a page: decodes its character set, then reads HTML5 with gumbo. Scripts and styles are not run.
package enum PageReader {
    /// The document of a page. Never fails: broken markup is read as in a browser, and excess content is dropped and
    /// noted in `Document.cuts`.
    ///
    /// - Parameters:
    ///   - bytes: the body without transfer encoding.
    ///   - contentType: the value of `Content-Type`; nil if missing.
    ///   - limits: limits of what is read.
    package static func document(
        _ bytes: [UInt8], contentType: String?, limits: PageLimits = PageLimits()
    ) -> Document {
        let text = PageSource(bytes, PageCharset.of(bytes, contentType: contentType), limit: limits.bytes)
        let tree = PageTree(text.text, limits)
        var cuts: [Document.Cut] = []
        if let read = text.read { cuts.append(.bytes(read: read, of: bytes.count)) }
        if text.bad > 0 { cuts.append(.badText(text.bad)) }
        if let cut = tree.cut(limits) { cuts.append(cut) }
        guard let root = tree.root else {
            var document = Document()
            document.cuts = cuts
            return document
        }
        let pageIndex = PageIndex(root, text: text.text[..<tree.length], limits)
        var walk = DocumentBuilder(pageIndex, limits)
        var document = walk.document(of: root)
        document.cuts = cuts + document.cuts
        return document
    }
}

package struct PageLimits: Sendable, Hashable {
    package var bytes = 8 << 20
    package var depth = 512
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
