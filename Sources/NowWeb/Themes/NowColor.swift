/// A colour, where the mobile SDK has its system's own: red, green, blue and opacity, each from 0 to 1.
public struct NowColor: Sendable, Hashable {
    /// Red, from 0 to 1.
    public let red: Double
    /// Green, from 0 to 1.
    public let green: Double
    /// Blue, from 0 to 1.
    public let blue: Double
    /// Opacity, from 0 (clear) to 1.
    public let alpha: Double

    /// A colour of parts; what is out of range counts as the nearest that is in it.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        func within(_ part: Double) -> Double { part.isNaN ? 0 : min(max(part, 0), 1) }
        self.red = within(red)
        self.green = within(green)
        self.blue = within(blue)
        self.alpha = within(alpha)
    }
}
