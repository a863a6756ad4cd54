/// A theme for web pages.
public protocol NowWebThemeable: Sendable {
    /// Its colors.
    var color: any NowWebColoring { get }
}

/// The SDK's own theme for web pages: it draws everything from a theme for all.
public struct NowWebDefaultTheme: NowWebThemeable {
    /// Its colors.
    public let color: any NowWebColoring

    /// A theme of those colors.
    public init(nowUITheme: any NowUIThemeable = NowUIDefaultTheme()) { color = Drawn(nowUIColor: nowUITheme.color) }

    private struct Drawn: NowWebColoring {
        let nowUIColor: any NowUIColoring
    }
}

/// The colors of web pages. All but `nowUIColor` have defaults, which are drawn from it.
public protocol NowWebColoring: Sendable {
    /// The colors that the defaults are drawn from.
    var nowUIColor: any NowUIColoring { get }
    /// The ground of an error.
    var alertCritical0: NowColor { get }
    /// The text of an error.
    var alertCritical3: NowColor { get }
    /// The ground of a note.
    var alertLow0: NowColor { get }
    /// The ground of a success.
    var alertPositive0: NowColor { get }
    /// The text of a success.
    var alertPositive3: NowColor { get }
    /// The ground of a warning.
    var alertWarning0: NowColor { get }
    /// The ground of a page.
    var backgroundPrimary: NowColor { get }
    /// The company's own color.
    var brand: NowColor { get }
    /// What is offered first: the main button, the tint of a menu.
    var primary: NowColor { get }
    /// The ground of a page's header.
    var screenHeaderBackground: NowColor { get }
    /// The text in a page's header.
    var screenHeaderText: NowColor { get }
    /// The text on what can be pressed; the SDK spells it so.
    var textActionble: NowColor { get }
    /// Text.
    var textPrimary: NowColor { get }
    /// The `sys_id` of a record of `sys_ux_theme`; empty for none. It is carried with the theme and not sent: no
    /// source says how a page is asked for in it.
    var webPageThemeId: String { get }
    /// The `sys_id` of a record of `sys_ux_style`, the theme's variant; empty for none. Carried like `webPageThemeId`.
    var webPageThemeVariantId: String { get }
}

extension NowWebColoring {
    /// That of `nowUIColor`.
    public var alertCritical0: NowColor { nowUIColor.alertCritical0 }
    /// That of `nowUIColor`.
    public var alertCritical3: NowColor { nowUIColor.alertCritical3 }
    /// That of `nowUIColor`.
    public var alertLow0: NowColor { nowUIColor.alertLow0 }
    /// That of `nowUIColor`.
    public var alertPositive0: NowColor { nowUIColor.alertPositive0 }
    /// That of `nowUIColor`.
    public var alertPositive3: NowColor { nowUIColor.alertPositive3 }
    /// That of `nowUIColor`.
    public var alertWarning0: NowColor { nowUIColor.alertWarning0 }
    /// That of `nowUIColor`.
    public var backgroundPrimary: NowColor { nowUIColor.backgroundPrimary }
    /// That of `nowUIColor`.
    public var brand: NowColor { nowUIColor.brand }
    /// That of `nowUIColor`.
    public var primary: NowColor { nowUIColor.primary }
    /// That of `nowUIColor`.
    public var screenHeaderBackground: NowColor { nowUIColor.screenHeaderBackground }
    /// That of `nowUIColor`.
    public var screenHeaderText: NowColor { nowUIColor.screenHeaderText }
    /// That of `nowUIColor`.
    public var textActionble: NowColor { nowUIColor.textActionable }
    /// The text's color at a quarter of its strength, as the SDK has it. On pages text is never that faint: they take
    /// the color without its opacity.
    public var textPrimary: NowColor { nowUIColor.textPrimary.withAlphaComponent(0.25) }
    /// None.
    public var webPageThemeId: String { "" }
    /// None.
    public var webPageThemeVariantId: String { "" }
}
