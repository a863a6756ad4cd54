package import Notation

/// A page and how it is to look.
package struct PageView: Sendable {
    /// What it says.
    package var document: Document
    /// Where it stands; shown above it.
    package var address: String
    /// The colours of a terminal that has them; nil: the terminal's own.
    package var palette: PagePalette?

    /// A view of parts.
    package init(_ document: Document, address: String, palette: PagePalette? = nil) {
        self.document = document
        self.address = address
        self.palette = palette
    }
}
