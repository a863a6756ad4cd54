/// A theme by name: the colours of pages in the browser and on the terminal.
package struct WebTheme: Sendable, Hashable {
    /// What people call it.
    package let name: String
    /// Whether its background is dark.
    package let isDark: Bool
    /// Its colours by the names of the mobile SDK (`brand`, `textPrimary`, …; `ThemeToken` has them all). `subscript`
    /// knows a colour for every token, also for those that are not here.
    package let colors: [String: NowColor]
    /// The `sys_id` of a record of `sys_ux_theme`; empty when it names none.
    package let pageThemeID: String
    /// The `sys_id` of a record of `sys_ux_style`; empty when it names none.
    package let pageVariantID: String

    /// A theme of parts.
    package init(
        name: String, isDark: Bool, colors: [String: NowColor], pageThemeID: String = "", pageVariantID: String = ""
    ) {
        self.name = name
        self.isDark = isDark
        self.colors = colors
        self.pageThemeID = pageThemeID
        self.pageVariantID = pageVariantID
    }

    /// A ground that is less light than this shows white better than black.
    static let darkest = 0.179

    /// The SDK's colours on a light ground.
    package static let light = usual("light", isDark: false)
    /// The SDK's colours on a dark ground.
    package static let dark = usual("dark", isDark: true)
    /// The themes that are always there.
    package static let builtIn = [light, dark]

    /// The colour for a purpose.
    package subscript(token: ThemeToken) -> NowColor { colors[token.rawValue] ?? token.color(isDark: isDark) }

    /// The colour of links in running text: the theme's own when it can be read on the page's ground, else the nearest
    /// to it that can.
    package var link: NowColor { self[.linkPrimaryText].readable(on: self[.backgroundPrimary]) }

    private static func usual(_ name: String, isDark: Bool) -> WebTheme {
        WebTheme(
            name: name, isDark: isDark,
            colors: Dictionary(
                uniqueKeysWithValues: ThemeToken.allCases.map { ($0.rawValue, $0.color(isDark: isDark)) }))
    }
}
