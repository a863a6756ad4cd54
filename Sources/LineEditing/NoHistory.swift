/// A history that remembers nothing.
package struct NoHistory: HistorySource {
    /// The one there is.
    package init() {}
    /// None.
    package func entries(skipping: Int, limit: Int) -> [String] { [] }
}
