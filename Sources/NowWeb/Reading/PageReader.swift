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
        var walk = DocumentWalk(survey, limits)
        var document = walk.document(of: root)
        document.cuts = cuts + document.cuts
        return document
    }
}
