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
    package static func document(_ bytes: [UInt8], contentType: String?) -> Document { Document() }
}
