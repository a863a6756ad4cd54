/// The colours that all parts of the mobile SDK draw from. Every one has a default: conform without a member for the
/// SDK's own colours, and write those that are to be different.
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
    /// The company's own colour.
    var brand: NowColor { get }
    /// A ground in the company's colour.
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
