package import Notation

/// What completion offers of pages: what the session has seen.
package struct PageSurroundings: Sendable {
    /// What was opened, newest first.
    package var addresses: [Named] = []
    /// The page that is open.
    package var document: Document?

    /// Nothing unless told.
    package init(addresses: [Named] = [], document: Document? = nil) {
        self.addresses = addresses
        self.document = document
    }
}
