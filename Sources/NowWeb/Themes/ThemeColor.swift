/// Colors that were taken from others and can be changed one by one: what themes are composed of.
public struct ThemeColor: NowUIColoring, Hashable {
    /// Where the colors were taken from.
    public var userInterfaceStyle: NowUserInterfaceStyle
    /// The ground of an error.
    public var alertCritical0: NowColor
    /// What stands out in an error.
    public var alertCritical2: NowColor
    /// The text of an error.
    public var alertCritical3: NowColor
    /// The ground of a note.
    public var alertLow0: NowColor
    /// The ground of a success.
    public var alertPositive0: NowColor
    /// The text of a success.
    public var alertPositive3: NowColor
    /// The ground of a warning.
    public var alertWarning0: NowColor
    /// The ground of a page.
    public var backgroundPrimary: NowColor
    /// The ground of what can be pressed.
    public var backgroundPrimaryActionable: NowColor
    /// The ground of a part of a page.
    public var backgroundSecondary: NowColor
    /// The ground of what can be pressed beside something more important.
    public var backgroundSecondaryActionable: NowColor
    /// The ground of a part within a part.
    public var backgroundTertiary: NowColor
    /// The border of a part.
    public var borderTertiary: NowColor
    /// The company's own color.
    public var brand: NowColor
    /// A ground in the company's color.
    public var brandBackground: NowColor
    /// What takes something away.
    public var destructive: NowColor
    /// The text of a link.
    public var linkPrimaryText: NowColor
    /// The text of a link beside a more important one.
    public var linkSecondary: NowColor
    /// A mark that something is new.
    public var notification: NowColor
    /// What is offered first: the main button, the tint of a menu.
    public var primary: NowColor
    /// The ground of a page's header.
    public var screenHeaderBackground: NowColor
    /// The text in a page's header.
    public var screenHeaderText: NowColor
    /// What is offered second.
    public var secondary: NowColor
    /// A line between parts.
    public var separatorPrimary: NowColor
    /// A faint line between parts.
    public var separatorTertiary: NowColor
    /// A shadow.
    public var shadow: NowColor
    /// The text on what can be pressed. It is a page's ground: text in it shows on `primary` alone.
    public var textActionable: NowColor
    /// Text.
    public var textPrimary: NowColor
    /// Text beside other text.
    public var textSecondary: NowColor
    /// Text that matters least.
    public var textTertiary: NowColor

    /// A copy of those colors.
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
