/// A theme for web pages.
public protocol NowWebThemeable: Sendable {
    /// Its colours.
    var color: any NowWebColoring { get }
}
