/// A theme for web pages.
public protocol NowWebThemeable: Sendable {
    /// Its colors.
    var color: any NowWebColoring { get }
}

/// The SDK's default theme for web pages, derived from a UI theme.
public struct NowWebDefaultTheme: NowWebThemeable {
    /// Its colors.
    public let color: any NowWebColoring

    /// Creates a theme from the colors of a UI theme.
    public init(nowUITheme: any NowUIThemeable = NowUIDefaultTheme()) {
        color = DerivedColors(nowUIColor: nowUITheme.color)
    }

    private struct DerivedColors: NowWebColoring {
        let nowUIColor: any NowUIColoring
    }
}

/// The colors of web pages. All but `nowUIColor` default to its colors.
public protocol NowWebColoring: Sendable {
    /// The colors that the defaults use.
    var nowUIColor: any NowUIColoring { get }
    /// The background of an error.
    var alertCritical0: NowColor { get }
    /// The text of an error.
    var alertCritical3: NowColor { get }
    /// The background of a note.
    var alertLow0: NowColor { get }
    /// The background of a success.
    var alertPositive0: NowColor { get }
    /// The text of a success.
    var alertPositive3: NowColor { get }
    /// The background of a warning.
    var alertWarning0: NowColor { get }
    /// The page background.
    var backgroundPrimary: NowColor { get }
    /// The brand color: a bar at the top of every page, where the mobile SDK shows that a page is loading.
    var brand: NowColor { get }
    /// Primary actions: the main button, the tint of a menu.
    var primary: NowColor { get }
    /// The background of the page header.
    var screenHeaderBackground: NowColor { get }
    /// The text of the page header.
    var screenHeaderText: NowColor { get }
    /// The text on pressable elements. The misspelling is the SDK's.
    var textActionble: NowColor { get }
    /// Primary text.
    var textPrimary: NowColor { get }
    /// The `sys_id` of a record of `sys_ux_theme`; empty for none. It is stored with the theme but not sent, because no
    /// source documents how to request a page with it.
    var webPageThemeId: String { get }
    /// The `sys_id` of a record of `sys_ux_style`, the theme's variant; empty for none. Stored like `webPageThemeId`.
    var webPageThemeVariantId: String { get }
}

extension NowWebColoring {
    /// The color of `nowUIColor`.
    public var alertCritical0: NowColor { nowUIColor.alertCritical0 }
    /// The color of `nowUIColor`.
    public var alertCritical3: NowColor { nowUIColor.alertCritical3 }
    /// The color of `nowUIColor`.
    public var alertLow0: NowColor { nowUIColor.alertLow0 }
    /// The color of `nowUIColor`.
    public var alertPositive0: NowColor { nowUIColor.alertPositive0 }
    /// The color of `nowUIColor`.
    public var alertPositive3: NowColor { nowUIColor.alertPositive3 }
    /// The color of `nowUIColor`.
    public var alertWarning0: NowColor { nowUIColor.alertWarning0 }
    /// The color of `nowUIColor`.
    public var backgroundPrimary: NowColor { nowUIColor.backgroundPrimary }
    /// The color of `nowUIColor`.
    public var brand: NowColor { nowUIColor.brand }
    /// The color of `nowUIColor`.
    public var primary: NowColor { nowUIColor.primary }
    /// The color of `nowUIColor`.
    public var screenHeaderBackground: NowColor { nowUIColor.screenHeaderBackground }
    /// The color of `nowUIColor`.
    public var screenHeaderText: NowColor { nowUIColor.screenHeaderText }
    /// The color of `nowUIColor`.
    public var textActionble: NowColor { nowUIColor.textActionable }
    /// The text color with an opacity of 0.25, as in the SDK. Pages use it without opacity.
    public var textPrimary: NowColor { nowUIColor.textPrimary.withAlphaComponent(0.25) }
    /// None.
    public var webPageThemeId: String { "" }
    /// None.
    public var webPageThemeVariantId: String { "" }
}
