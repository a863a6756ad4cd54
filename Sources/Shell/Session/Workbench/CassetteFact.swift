package import ExchangeModel

/// A cassette's file, as the folder shows it.
package struct CassetteFact: Sendable, Hashable {
    /// Where it stands.
    package var path: String
    /// In bytes.
    package var size: Int
    /// When it was last changed.
    package var changed: Timestamp

    /// What is known of a file.
    package init(path: String, size: Int, changed: Timestamp) {
        self.path = path
        self.size = size
        self.changed = changed
    }
}
