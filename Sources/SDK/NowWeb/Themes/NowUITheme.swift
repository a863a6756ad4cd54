/// A theme for the whole mobile SDK.
public protocol NowUIThemeable: Sendable {
    /// Its colors.
    var color: any NowUIColoring { get }
}

/// The SDK's own theme.
public struct NowUIDefaultTheme: NowUIThemeable {
    /// Its colors.
    public let color: any NowUIColoring

    /// Dark or light; there is no system setting to follow.
    public init(userInterfaceStyle: NowUserInterfaceStyle = .light) {
        color = DefaultColors(userInterfaceStyle: userInterfaceStyle)
    }

    private struct DefaultColors: NowUIColoring { let userInterfaceStyle: NowUserInterfaceStyle }
}

/// The style of a screen.
public enum NowUserInterfaceStyle: String, Sendable, Hashable, CaseIterable {
    /// Unknown.
    case unspecified
    /// Light.
    case light
    /// Dark.
    case dark
}

/// The traits of the application's screen; the counterpart of the platform's trait collection in the mobile SDK.
public struct NowTraitCollection: Sendable, Hashable {
    /// The light or dark style.
    public var userInterfaceStyle: NowUserInterfaceStyle

    /// Creates a trait collection.
    public init(userInterfaceStyle: NowUserInterfaceStyle = .unspecified) {
        self.userInterfaceStyle = userInterfaceStyle
    }
}

#if !canImport(UIKit)
    /// The name of the platform's traits in the mobile SDK, so that its delegates compile unchanged.
    public typealias UITraitCollection = NowTraitCollection
#endif

/// The colors that screens and web pages have in common.
public protocol NowSharedColoring: Sendable {
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
    /// The brand color.
    var brand: NowColor { get }
    /// Primary actions: the main button, the tint of a menu.
    var primary: NowColor { get }
    /// The background of the page header.
    var screenHeaderBackground: NowColor { get }
    /// The text of the page header.
    var screenHeaderText: NowColor { get }
    /// Primary text.
    var textPrimary: NowColor { get }
}

/// The base colors of the mobile SDK. All have defaults, so implement only those that differ.
public protocol NowUIColoring: NowSharedColoring {
    /// Whether the defaults are those of the dark or light style (default: light).
    var userInterfaceStyle: NowUserInterfaceStyle { get }
    /// The accent of an error.
    var alertCritical2: NowColor { get }
    /// The background of pressable elements.
    var backgroundPrimaryActionable: NowColor { get }
    /// The background of a section.
    var backgroundSecondary: NowColor { get }
    /// The background of secondary pressable elements.
    var backgroundSecondaryActionable: NowColor { get }
    /// The background of a nested section.
    var backgroundTertiary: NowColor { get }
    /// The border of a section.
    var borderTertiary: NowColor { get }
    /// A background in the brand color.
    var brandBackground: NowColor { get }
    /// Destructive actions.
    var destructive: NowColor { get }
    /// The text of a link.
    var linkPrimaryText: NowColor { get }
    /// The text of a secondary link.
    var linkSecondary: NowColor { get }
    /// A notification badge.
    var notification: NowColor { get }
    /// Secondary actions.
    var secondary: NowColor { get }
    /// A separator.
    var separatorPrimary: NowColor { get }
    /// A faint separator.
    var separatorTertiary: NowColor { get }
    /// A shadow.
    var shadow: NowColor { get }
    /// The text on pressable elements. It equals the page background and is readable on `primary` only.
    var textActionable: NowColor { get }
    /// Secondary text.
    var textSecondary: NowColor { get }
    /// Tertiary text.
    var textTertiary: NowColor { get }
}

/// The defaults documented for the mobile SDK.
extension NowUIColoring {
    /// Light.
    public var userInterfaceStyle: NowUserInterfaceStyle { .light }
    /// #F8C8CD; #7B1E28 in dark.
    public var alertCritical0: NowColor { usual(.alertCritical0) }
    /// #B61C2D.
    public var alertCritical2: NowColor { usual(.alertCritical2) }
    /// #B61C2D; #E46876 in dark.
    public var alertCritical3: NowColor { usual(.alertCritical3) }
    /// #DBDBDE.
    public var alertLow0: NowColor { usual(.alertLow0) }
    /// #CADFC0.
    public var alertPositive0: NowColor { usual(.alertPositive0) }
    /// #3B7F00.
    public var alertPositive3: NowColor { usual(.alertPositive3) }
    /// #FBF7BF.
    public var alertWarning0: NowColor { usual(.alertWarning0) }
    /// #FFFFFF; #07080B in dark.
    public var backgroundPrimary: NowColor { usual(.backgroundPrimary) }
    /// #151920; #FFFFFF in dark.
    public var backgroundPrimaryActionable: NowColor { usual(.backgroundPrimaryActionable) }
    /// #F6F6F8; #151920 in dark.
    public var backgroundSecondary: NowColor { usual(.backgroundSecondary) }
    /// #2C323F; #C1C5CD in dark.
    public var backgroundSecondaryActionable: NowColor { usual(.backgroundSecondaryActionable) }
    /// #E4E6EA; #252A35 in dark.
    public var backgroundTertiary: NowColor { usual(.backgroundTertiary) }
    /// #D3D6DC; #454D5B in dark.
    public var borderTertiary: NowColor { usual(.borderTertiary) }
    /// #302F4B.
    public var brand: NowColor { usual(.brand) }
    /// #D1D2EE; #28284D in dark.
    public var brandBackground: NowColor { usual(.brandBackground) }
    /// #B61C2D; #E46876 in dark.
    public var destructive: NowColor { usual(.destructive) }
    /// #3C59E7; #647BFD in dark.
    public var linkPrimaryText: NowColor { usual(.linkPrimaryText) }
    /// #293D9E; #93A3FE in dark.
    public var linkSecondary: NowColor { usual(.linkSecondary) }
    /// #B61C2D; #E46876 in dark.
    public var notification: NowColor { usual(.notification) }
    /// #4F52BD; #8486FF in dark.
    public var primary: NowColor { usual(.primary) }
    /// #CADFC0.
    public var screenHeaderBackground: NowColor { usual(.screenHeaderBackground) }
    /// #FFFFFF.
    public var screenHeaderText: NowColor { usual(.screenHeaderText) }
    /// #1C1D42; #CECFFF in dark.
    public var secondary: NowColor { usual(.secondary) }
    /// #8F95A1.
    public var separatorPrimary: NowColor { usual(.separatorPrimary) }
    /// #D3D6DC; #353B49 in dark.
    public var separatorTertiary: NowColor { usual(.separatorTertiary) }
    /// #151920.
    public var shadow: NowColor { usual(.shadow) }
    /// #FFFFFF; #07080B in dark.
    public var textActionable: NowColor { usual(.textActionable) }
    /// #151920; #FFFFFF in dark.
    public var textPrimary: NowColor { usual(.textPrimary) }
    /// #2C323F; #C1C5CD in dark.
    public var textSecondary: NowColor { usual(.textSecondary) }
    /// #454D5B; #8F95A1 in dark.
    public var textTertiary: NowColor { usual(.textTertiary) }

    private func usual(_ token: ThemeToken) -> NowColor {
        (self as? ThemeColor)?.colors[token] ?? token.color(isDark: userInterfaceStyle == .dark)
    }
}

/// A copy of a theme's colors, for composing themes.
public struct ThemeColor: NowUIColoring, Hashable {
    /// The style of the colors.
    public let userInterfaceStyle: NowUserInterfaceStyle
    fileprivate let colors: [ThemeToken: NowColor]

    /// Copies colors.
    public init(_ colors: any NowUIColoring) {
        userInterfaceStyle = colors.userInterfaceStyle
        self.colors = Dictionary(uniqueKeysWithValues: ThemeToken.allCases.map { ($0, colors[keyPath: $0.path]) })
    }
}
