/// A named theme: the colors of pages in the browser and on the terminal.
package struct WebTheme: Sendable, Hashable {
    package let name: String
    package let isDark: Bool
    /// Colors by the mobile SDK's names (`brand`, `textPrimary`, …; see `ThemeToken`). `subscript` returns a color for
    /// every token, including missing ones.
    package let colors: [String: NowColor]

    package init(name: String, isDark: Bool, colors: [String: NowColor]) {
        self.name = name
        self.isDark = isDark
        self.colors = colors
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
        let colors = ThemeToken.allCases.map { ($0.rawValue, $0.color(isDark: isDark)) }
        return WebTheme(name: name, isDark: isDark, colors: Dictionary(uniqueKeysWithValues: colors))
    }

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
        self.init(name: name, isDark: ground.luminance < WebTheme.darkest, colors: colors)
    }
}

package enum ThemeError: Error, Sendable, Hashable {
    case unknownColor(String, known: [String])
    case notAColor(String, of: String)
    /// The color is not opaque; the second value is the name of the color.
    case notOpaque(String, of: String)
}

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
        self.init(name: name, isDark: isDark, colors: colors)
    }

    /// The color of a token: the pages' own, or that of the UI theme.
    private static func color(
        _ token: ThemeToken, _ web: any NowWebColoring, _ base: any NowUIColoring
    ) -> NowColor { own[token].map { web[keyPath: $0] } ?? base[keyPath: token.path] }

    private static var own: [ThemeToken: KeyPath<any NowWebColoring, NowColor>] {
        [
            .alertCritical0: \.alertCritical0, .alertCritical3: \.alertCritical3, .alertLow0: \.alertLow0,
            .alertPositive0: \.alertPositive0, .alertPositive3: \.alertPositive3, .alertWarning0: \.alertWarning0,
            .backgroundPrimary: \.backgroundPrimary, .brand: \.brand, .primary: \.primary,
            .screenHeaderBackground: \.screenHeaderBackground, .screenHeaderText: \.screenHeaderText,
            .textActionable: \.textActionble, .textPrimary: \.textPrimary,
        ]
    }
}

/// A color by purpose, with the mobile SDK's documented values for dark and light.
///
/// Source: `NowWebColoring`, and for the others `NowChatColoring` (both iOS).
package enum ThemeToken: String, Sendable, Hashable, CaseIterable {
    case alertCritical0, alertCritical2, alertCritical3, alertLow0, alertPositive0, alertPositive3, alertWarning0
    case backgroundPrimary, backgroundPrimaryActionable, backgroundSecondary, backgroundSecondaryActionable
    case backgroundTertiary, borderTertiary, brand, brandBackground, destructive, linkPrimaryText, linkSecondary
    case notification, primary, screenHeaderBackground, screenHeaderText, secondary, separatorPrimary
    case separatorTertiary, shadow
    case textActionable = "textActionble"
    case textPrimary, textSecondary, textTertiary

    /// The token with a name, ignoring case; `textActionable` is accepted for the SDK's `textActionble`.
    package init?(named name: String) {
        let name = name.lowercased()
        let found = ThemeToken.allCases.first { $0.rawValue.lowercased() == name }
        guard let token = name == "textactionable" ? .textActionable : found else { return nil }
        self = token
    }

    package func color(isDark: Bool) -> NowColor {
        let (dark, light, _) = values
        return NowColor(rgb: isDark ? dark : light)
    }

    var path: KeyPath<any NowUIColoring, NowColor> { values.path }

    private var values: (dark: UInt32, light: UInt32, path: KeyPath<any NowUIColoring, NowColor>) {
        switch self {
        case .alertCritical0: (0x7B1E28, 0xF8C8CD, \.alertCritical0)
        case .alertCritical2: (0xB61C2D, 0xB61C2D, \.alertCritical2)
        case .alertCritical3: (0xE46876, 0xB61C2D, \.alertCritical3)
        case .alertLow0: (0xDBDBDE, 0xDBDBDE, \.alertLow0)
        case .alertPositive0: (0xCADFC0, 0xCADFC0, \.alertPositive0)
        case .alertPositive3: (0x3B7F00, 0x3B7F00, \.alertPositive3)
        case .alertWarning0: (0xFBF7BF, 0xFBF7BF, \.alertWarning0)
        case .backgroundPrimary: (0x07080B, 0xFFFFFF, \.backgroundPrimary)
        case .backgroundPrimaryActionable: (0xFFFFFF, 0x151920, \.backgroundPrimaryActionable)
        case .backgroundSecondary: (0x151920, 0xF6F6F8, \.backgroundSecondary)
        case .backgroundSecondaryActionable: (0xC1C5CD, 0x2C323F, \.backgroundSecondaryActionable)
        case .backgroundTertiary: (0x252A35, 0xE4E6EA, \.backgroundTertiary)
        case .borderTertiary: (0x454D5B, 0xD3D6DC, \.borderTertiary)
        case .brand: (0x302F4B, 0x302F4B, \.brand)
        case .brandBackground: (0x28284D, 0xD1D2EE, \.brandBackground)
        case .destructive: (0xE46876, 0xB61C2D, \.destructive)
        case .linkPrimaryText: (0x647BFD, 0x3C59E7, \.linkPrimaryText)
        case .linkSecondary: (0x93A3FE, 0x293D9E, \.linkSecondary)
        case .notification: (0xE46876, 0xB61C2D, \.notification)
        case .primary: (0x8486FF, 0x4F52BD, \.primary)
        case .screenHeaderBackground: (0xCADFC0, 0xCADFC0, \.screenHeaderBackground)
        case .screenHeaderText: (0xFFFFFF, 0xFFFFFF, \.screenHeaderText)
        case .secondary: (0xCECFFF, 0x1C1D42, \.secondary)
        case .separatorPrimary: (0x8F95A1, 0x8F95A1, \.separatorPrimary)
        case .separatorTertiary: (0x353B49, 0xD3D6DC, \.separatorTertiary)
        case .shadow: (0x151920, 0x151920, \.shadow)
        case .textActionable: (0x07080B, 0xFFFFFF, \.textActionable)
        case .textPrimary: (0xFFFFFF, 0x151920, \.textPrimary)
        case .textSecondary: (0xC1C5CD, 0x2C323F, \.textSecondary)
        case .textTertiary: (0x8F95A1, 0x454D5B, \.textTertiary)
        }
    }
}

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

    private struct DerivedColors: NowWebColoring { let nowUIColor: any NowUIColoring }
}

/// The colors of web pages. All but `nowUIColor` default to its colors.
public protocol NowWebColoring: NowSharedColoring {
    /// The colors that the defaults use.
    var nowUIColor: any NowUIColoring { get }
    /// The text on pressable elements. The misspelling is the SDK's.
    var textActionble: NowColor { get }
    /// The `sys_id` of a record of `sys_ux_theme`; empty for none. It is not sent, because no source documents how
    /// to request a page with it.
    var webPageThemeId: String { get }
    /// The `sys_id` of a record of `sys_ux_style`, the theme's variant; empty for none. It is not sent either.
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
