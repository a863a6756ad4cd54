/// A theme by name: the colours of pages in the browser and on the terminal.
package struct WebTheme: Sendable, Hashable {
    /// What people call it.
    package let name: String
    /// Whether its background is dark.
    package let isDark: Bool
    /// Its colours by the names of the mobile SDK (`brand`, `textPrimary`, …).
    package let colors: [String: NowColor]

    /// A theme of parts.
    package init(name: String, isDark: Bool, colors: [String: NowColor]) {
        self.name = name
        self.isDark = isDark
        self.colors = colors
    }
}
