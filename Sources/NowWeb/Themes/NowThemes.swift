/// A theme for everything that the mobile SDK shows.
public protocol NowUIThemeable: Sendable {
    /// Its colours.
    var color: any NowUIColoring { get }
}

/// A theme for web pages.
public protocol NowWebThemeable: Sendable {
    /// Its colours.
    var color: any NowWebColoring { get }
}

/// The SDK's own theme.
public struct NowUIDefaultTheme: NowUIThemeable {
    /// Its colours.
    public let color: any NowUIColoring

    /// Dark, or else light: there is no system here to ask which.
    public init(userInterfaceStyle: NowUserInterfaceStyle = .light) {
        color = Usual(userInterfaceStyle: userInterfaceStyle)
    }

    private struct Usual: NowUIColoring {
        let userInterfaceStyle: NowUserInterfaceStyle
    }
}

/// The SDK's own theme for web pages: it draws everything from a theme for all.
public struct NowWebDefaultTheme: NowWebThemeable {
    /// Its colours.
    public let color: any NowWebColoring

    /// A theme of those colours.
    public init(nowUITheme: any NowUIThemeable = NowUIDefaultTheme()) { color = Drawn(nowUIColor: nowUITheme.color) }

    private struct Drawn: NowWebColoring {
        let nowUIColor: any NowUIColoring
    }
}
