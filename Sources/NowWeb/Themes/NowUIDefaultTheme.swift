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
