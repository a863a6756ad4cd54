/// A named theme: the colors of pages in the browser and on the terminal.
package struct WebTheme: Sendable, Hashable {
    package let name: String
    package let isDark: Bool
    /// Colors by the mobile SDK's names (`brand`, `textPrimary`, …; see `ThemeToken`). `subscript` returns a color for
    /// every token, including missing ones.
    package let colors: [String: NowColor]
    /// The `sys_id` of a record of `sys_ux_theme`; empty for none.
    package let pageThemeID: String
    /// The `sys_id` of a record of `sys_ux_style`; empty for none.
    package let pageVariantID: String

    package init(
        name: String, isDark: Bool, colors: [String: NowColor], pageThemeID: String = "", pageVariantID: String = ""
    ) {
        self.name = name
        self.isDark = isDark
        self.colors = colors
        self.pageThemeID = pageThemeID
        self.pageVariantID = pageVariantID
    }

    static let darkest = 0.179

    package static let light = usual("light", isDark: false)
    package static let dark = usual("dark", isDark: true)
    package static let builtIn = [light, dark]

    package subscript(token: ThemeToken) -> NowColor { colors[token.rawValue] ?? token.color(isDark: isDark) }

    /// The color of links in running text: the theme's own if readable on the page's background, else the nearest
    /// readable one.
    package var link: NowColor { self[.linkPrimaryText].readable(on: self[.backgroundPrimary]) }

    private static func usual(_ name: String, isDark: Bool) -> WebTheme {
        WebTheme(
            name: name, isDark: isDark,
            colors: Dictionary(
                uniqueKeysWithValues: ThemeToken.allCases.map { ($0.rawValue, $0.color(isDark: isDark)) }))
    }
}

/// Custom themes.
extension WebTheme {
    /// A copy of a theme with some colors changed, each given by name and `#RRGGBB`. Its style follows from the
    /// background.
    ///
    /// If a color is given twice, the last one counts.
    package init(name: String, like base: WebTheme, _ changes: [(name: String, color: String)]) throws(ThemeError) {
        var colors = base.colors
        for change in changes {
            guard let token = ThemeToken(named: change.name) else {
                throw .unknownColor(change.name, known: ThemeToken.allCases.map(\.rawValue))
            }
            guard let color = NowColor(hex: change.color) else { throw .notAColor(change.color, of: token.rawValue) }
            // There is nothing behind pages and terminals to show through.
            guard color.alpha == 1 else { throw .notOpaque(change.color, of: token.rawValue) }
            colors[token.rawValue] = color
        }
        let ground = colors[ThemeToken.backgroundPrimary.rawValue] ?? base[.backgroundPrimary]
        self.init(
            name: name, isDark: ground.luminance < WebTheme.darkest, colors: colors, pageThemeID: base.pageThemeID,
            pageVariantID: base.pageVariantID)
    }
}

/// Why a theme cannot be created.
package enum ThemeError: Error, Sendable, Hashable {
    /// Unknown color name.
    case unknownColor(String, known: [String])
    /// Invalid color; the second value is the name of the color.
    case notAColor(String, of: String)
    /// The color is not opaque; the second value is the name of the color.
    case notOpaque(String, of: String)
}

/// Themes from the mobile SDK.
extension WebTheme {
    /// Creates a theme with a name.
    ///
    /// Pages have opaque colors, so transparent ones are composited over the page background. The text color, which the
    /// SDK makes faint for its own controls, is used without opacity.
    package init(_ theme: any NowWebThemeable, name: String) {
        let web = theme.color, base = theme.color.nowUIColor
        let isDark = web.backgroundPrimary.luminance < WebTheme.darkest
        let ground = web.backgroundPrimary.over(isDark ? .black : .white)
        var colors: [String: NowColor] = [:]
        for token in ThemeToken.allCases {
            colors[token.rawValue] =
                token == .textPrimary
                ? web.textPrimary.withAlphaComponent(1) : WebTheme.color(token, web, base).over(ground)
        }
        self.init(
            name: name, isDark: isDark, colors: colors, pageThemeID: web.webPageThemeId,
            pageVariantID: web.webPageThemeVariantId)
    }

    private static func color(
        _ token: ThemeToken, _ web: any NowWebColoring, _ base: any NowUIColoring
    ) -> NowColor {
        switch token {
        case .alertCritical0: web.alertCritical0
        case .alertCritical2: base.alertCritical2
        case .alertCritical3: web.alertCritical3
        case .alertLow0: web.alertLow0
        case .alertPositive0: web.alertPositive0
        case .alertPositive3: web.alertPositive3
        case .alertWarning0: web.alertWarning0
        case .backgroundPrimary: web.backgroundPrimary
        case .backgroundPrimaryActionable: base.backgroundPrimaryActionable
        case .backgroundSecondary: base.backgroundSecondary
        case .backgroundSecondaryActionable: base.backgroundSecondaryActionable
        case .backgroundTertiary: base.backgroundTertiary
        case .borderTertiary: base.borderTertiary
        case .brand: web.brand
        case .brandBackground: base.brandBackground
        case .destructive: base.destructive
        case .linkPrimaryText: base.linkPrimaryText
        case .linkSecondary: base.linkSecondary
        case .notification: base.notification
        case .primary: web.primary
        case .screenHeaderBackground: web.screenHeaderBackground
        case .screenHeaderText: web.screenHeaderText
        case .secondary: base.secondary
        case .separatorPrimary: base.separatorPrimary
        case .separatorTertiary: base.separatorTertiary
        case .shadow: base.shadow
        case .textActionable: web.textActionble
        case .textPrimary: web.textPrimary
        case .textSecondary: base.textSecondary
        case .textTertiary: base.textTertiary
        }
    }
}
