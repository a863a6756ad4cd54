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
