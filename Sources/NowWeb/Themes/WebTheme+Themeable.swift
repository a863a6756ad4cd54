/// A theme for pages out of one of the mobile SDK.
extension WebTheme {
    /// The theme's colours. The name says what people are to call it.
    ///
    /// A page's colours cannot be seen through, so what is has the page's ground behind it; but the text, which the SDK
    /// makes faint for its own controls, is taken at its full strength.
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
