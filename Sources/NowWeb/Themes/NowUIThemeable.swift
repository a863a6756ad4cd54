/// A theme for everything that the mobile SDK shows.
public protocol NowUIThemeable: Sendable {
    /// Its colours.
    var color: any NowUIColoring { get }
}
