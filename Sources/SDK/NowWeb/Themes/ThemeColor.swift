/// A mutable copy of a theme's colors, for composing themes.
public struct ThemeColor: NowUIColoring, Hashable {
    /// The style the colors were copied from.
    public var userInterfaceStyle: NowUserInterfaceStyle
    /// The background of an error.
    public var alertCritical0: NowColor
    /// The accent of an error.
    public var alertCritical2: NowColor
    /// The text of an error.
    public var alertCritical3: NowColor
    /// The background of a note.
    public var alertLow0: NowColor
    /// The background of a success.
    public var alertPositive0: NowColor
    /// The text of a success.
    public var alertPositive3: NowColor
    /// The background of a warning.
    public var alertWarning0: NowColor
    /// The page background.
    public var backgroundPrimary: NowColor
    /// The background of pressable elements.
    public var backgroundPrimaryActionable: NowColor
    /// The background of a section.
    public var backgroundSecondary: NowColor
    /// The background of secondary pressable elements.
    public var backgroundSecondaryActionable: NowColor
    /// The background of a nested section.
    public var backgroundTertiary: NowColor
    /// The border of a section.
    public var borderTertiary: NowColor
    /// The brand color.
    public var brand: NowColor
    /// A background in the brand color.
    public var brandBackground: NowColor
    /// Destructive actions.
    public var destructive: NowColor
    /// The text of a link.
    public var linkPrimaryText: NowColor
    /// The text of a secondary link.
    public var linkSecondary: NowColor
    /// A notification badge.
    public var notification: NowColor
    /// Primary actions: the main button, the tint of a menu.
    public var primary: NowColor
    /// The background of the page header.
    public var screenHeaderBackground: NowColor
    /// The text of the page header.
    public var screenHeaderText: NowColor
    /// Secondary actions.
    public var secondary: NowColor
    /// A separator.
    public var separatorPrimary: NowColor
    /// A faint separator.
    public var separatorTertiary: NowColor
    /// A shadow.
    public var shadow: NowColor
    /// The text on pressable elements. It equals the page background and is readable on `primary` only.
    public var textActionable: NowColor
    /// Primary text.
    public var textPrimary: NowColor
    /// Secondary text.
    public var textSecondary: NowColor
    /// Tertiary text.
    public var textTertiary: NowColor

    /// Copies colors.
    public init(_ colors: any NowUIColoring) {
        userInterfaceStyle = colors.userInterfaceStyle
        alertCritical0 = colors.alertCritical0
        alertCritical2 = colors.alertCritical2
        alertCritical3 = colors.alertCritical3
        alertLow0 = colors.alertLow0
        alertPositive0 = colors.alertPositive0
        alertPositive3 = colors.alertPositive3
        alertWarning0 = colors.alertWarning0
        backgroundPrimary = colors.backgroundPrimary
        backgroundPrimaryActionable = colors.backgroundPrimaryActionable
        backgroundSecondary = colors.backgroundSecondary
        backgroundSecondaryActionable = colors.backgroundSecondaryActionable
        backgroundTertiary = colors.backgroundTertiary
        borderTertiary = colors.borderTertiary
        brand = colors.brand
        brandBackground = colors.brandBackground
        destructive = colors.destructive
        linkPrimaryText = colors.linkPrimaryText
        linkSecondary = colors.linkSecondary
        notification = colors.notification
        primary = colors.primary
        screenHeaderBackground = colors.screenHeaderBackground
        screenHeaderText = colors.screenHeaderText
        secondary = colors.secondary
        separatorPrimary = colors.separatorPrimary
        separatorTertiary = colors.separatorTertiary
        shadow = colors.shadow
        textActionable = colors.textActionable
        textPrimary = colors.textPrimary
        textSecondary = colors.textSecondary
        textTertiary = colors.textTertiary
    }
}
