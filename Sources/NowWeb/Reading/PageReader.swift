package import Notation

/// Reads the bytes of a page as a document: what its character set says, then HTML5 by gumbo. Scripts and styles are
/// never run.
package enum PageReader {
    /// The document of a page. Never fails: what is broken is read as a browser would, what is too much is left out and
    /// said in `Document.cuts`.
    ///
    /// - Parameters:
    ///   - bytes: the body as it came, decoded of its transfer only.
    ///   - contentType: the value of `Content-Type`; nil when there was none.
    ///   - limits: how much is read.
    package static func document(
        _ bytes: [UInt8], contentType: String?, limits: PageLimits = PageLimits()
    ) -> Document {
        let text = PageText(bytes, PageCharset.of(bytes, contentType: contentType), limit: limits.bytes)
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
        let survey = PageSurvey(root, text: text.text[..<tree.length], limits)
        var walk = DocumentBuilder(survey, limits)
        var document = walk.document(of: root)
        document.cuts = cuts + document.cuts
        return document
    }
}

package struct PageLimits: Sendable, Hashable {
    package var bytes = 8 << 20
    package var depth = 512
    /// Formatting elements that are open at a time: a browser copies them into every paragraph that follows.
    package var formatting = 128
    package var attributes = 256
    package var nodes = 500_000
    package var memory = 256 << 20
    package var steps = 300_000_000
    package var parts = 500_000
    package var links = 20_000
    /// How deep blocks stand in blocks; what stands deeper is shown, but not set off.
    package var nesting = 60

    package init() {}
}
