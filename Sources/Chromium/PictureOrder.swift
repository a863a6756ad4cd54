/// What a picture of a page shows.
package struct PictureOrder: Sendable, Hashable {
    /// The address that the browser opens.
    package var address: String
    /// The width of its window, in CSS pixels.
    package var width: Int
    /// Whether it asks for dark pages (`prefers-color-scheme`).
    package var isDark: Bool

    /// An order of parts.
    package init(address: String, width: Int = 1280, isDark: Bool = false) {
        self.address = address
        self.width = width
        self.isDark = isDark
    }
}
