/// A theme for everything that the mobile SDK shows.
public protocol NowUIThemeable: Sendable {
    /// Its colors.
    var color: any NowUIColoring { get }
}

/// The SDK's own theme.
public struct NowUIDefaultTheme: NowUIThemeable {
    /// Its colors.
    public let color: any NowUIColoring

    /// Dark, or else light: there is no system here to ask which.
    public init(userInterfaceStyle: NowUserInterfaceStyle = .light) {
        color = Usual(userInterfaceStyle: userInterfaceStyle)
    }

    private struct Usual: NowUIColoring {
        let userInterfaceStyle: NowUserInterfaceStyle
    }
}

/// Whether a screen is light or dark.
public enum NowUserInterfaceStyle: String, Sendable, Hashable, CaseIterable {
    /// Not known.
    case unspecified
    /// Light.
    case light
    /// Dark.
    case dark
}

/// What an application knows of the screen it shows pages on, where the mobile SDK has its system's own.
public struct NowTraitCollection: Sendable, Hashable {
    /// Whether it is light or dark.
    public var userInterfaceStyle: NowUserInterfaceStyle

    /// What is known of a screen.
    public init(userInterfaceStyle: NowUserInterfaceStyle = .unspecified) {
        self.userInterfaceStyle = userInterfaceStyle
    }
}

/// The colors that all parts of the mobile SDK draw from. Every one has a default: conform without a member for the
/// SDK's own colors, and write those that are to be different.
public protocol NowUIColoring: Sendable {
    /// Whether the defaults are those of a dark or of a light screen; light unless written.
    var userInterfaceStyle: NowUserInterfaceStyle { get }
    /// The ground of an error.
    var alertCritical0: NowColor { get }
    /// What stands out in an error.
    var alertCritical2: NowColor { get }
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
    /// The ground of what can be pressed.
    var backgroundPrimaryActionable: NowColor { get }
    /// The ground of a part of a page.
    var backgroundSecondary: NowColor { get }
    /// The ground of what can be pressed beside something more important.
    var backgroundSecondaryActionable: NowColor { get }
    /// The ground of a part within a part.
    var backgroundTertiary: NowColor { get }
    /// The border of a part.
    var borderTertiary: NowColor { get }
    /// The company's own color.
    var brand: NowColor { get }
    /// A ground in the company's color.
    var brandBackground: NowColor { get }
    /// What takes something away.
    var destructive: NowColor { get }
    /// The text of a link.
    var linkPrimaryText: NowColor { get }
    /// The text of a link beside a more important one.
    var linkSecondary: NowColor { get }
    /// A mark that something is new.
    var notification: NowColor { get }
    /// What is offered first: the main button, the tint of a menu.
    var primary: NowColor { get }
    /// The ground of a page's header.
    var screenHeaderBackground: NowColor { get }
    /// The text in a page's header.
    var screenHeaderText: NowColor { get }
    /// What is offered second.
    var secondary: NowColor { get }
    /// A line between parts.
    var separatorPrimary: NowColor { get }
    /// A faint line between parts.
    var separatorTertiary: NowColor { get }
    /// A shadow.
    var shadow: NowColor { get }
    /// The text on what can be pressed. It is a page's ground: text in it shows on `primary` alone.
    var textActionable: NowColor { get }
    /// Text.
    var textPrimary: NowColor { get }
    /// Text beside other text.
    var textSecondary: NowColor { get }
    /// Text that matters least.
    var textTertiary: NowColor { get }
}

/// The colors that the mobile SDK documents as its defaults.
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

    private func usual(_ token: ThemeToken) -> NowColor { token.color(isDark: userInterfaceStyle == .dark) }
}
