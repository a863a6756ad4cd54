import Glibc
import Notation

/// An RGBA color with components from 0 to 1; the counterpart of the platform color in the mobile SDK.
public struct NowColor: Sendable, Hashable, CustomStringConvertible {
    /// Red, from 0 to 1.
    public let red: Double
    /// Green, from 0 to 1.
    public let green: Double
    /// Blue, from 0 to 1.
    public let blue: Double
    /// Opacity, from 0 (transparent) to 1.
    public let alpha: Double

    /// Black.
    public static let black = NowColor(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = NowColor(red: 1, green: 1, blue: 1)

    /// Creates a color; components are clamped to 0...1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        func within(_ part: Double) -> Double { part.isNaN ? 0 : min(max(part, 0), 1) }
        self.red = within(red)
        self.green = within(green)
        self.blue = within(blue)
        self.alpha = within(alpha)
    }

    /// Parses `#RGB`, `#RRGGBB` or `#RRGGBBAA`, with or without `#`, ignoring case; nil for other texts.
    public init?(hex text: String) {
        let text = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
        var digits = text.compactMap(ASCII.hexValue)
        guard digits.count == text.count else { return nil }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 || digits.count == 8 else { return nil }
        let parts = stride(from: 0, to: digits.count, by: 2).map { Double(digits[$0] << 4 | digits[$0 + 1]) / 255 }
        self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
    }

    /// An opaque color from `0xRRGGBB`.
    package init(rgb: UInt32) {
        func part(_ shift: UInt32) -> Double { Double(rgb >> shift & 255) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0))
    }

    /// The same color with another opacity.
    public func withAlphaComponent(_ alpha: Double) -> NowColor {
        NowColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Red, green and blue from 0 to 255, without opacity.
    public var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
        (NowColor.byte(red), NowColor.byte(green), NowColor.byte(blue))
    }

    /// `#4F52BD`, or with opacity `#4F52BD40`: valid for `init(hex:)` and in CSS.
    public var hex: String {
        let parts = [red, green, blue] + (alpha < 1 ? [alpha] : [])
        return "#"
            + parts.map { part in
                let text = String(NowColor.byte(part), radix: 16, uppercase: true)
                return text.utf8.count == 1 ? "0" + text : text
            }.joined()
    }

    /// `79,82,189`: the form of Next Experience's custom properties, for `rgb(var(…))`. It has no opacity.
    public var cssTriple: String {
        let (red, green, blue) = bytes
        return "\(red),\(green),\(blue)"
    }

    /// Equals `hex`.
    public var description: String { hex }

    private static func byte(_ part: Double) -> UInt8 { UInt8((part * 255).rounded()) }
}

#if !canImport(UIKit)
    /// The name of the platform's color in the mobile SDK, so that its themes compile unchanged.
    public typealias UIColor = NowColor
#endif

extension NowColor {
    /// Relative luminance from 0 to 1, ignoring opacity.
    package var luminance: Double {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Contrast ratio from 1 to 21.
    package func contrast(with other: NowColor) -> Double {
        let light = max(luminance, other.luminance), dark = min(luminance, other.luminance)
        return (light + 0.05) / (dark + 0.05)
    }

    /// Interpolates to another color: 0 is this one, 1 the other.
    package func mixed(with other: NowColor, _ share: Double) -> NowColor {
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        return NowColor(
            red: between(red, other.red), green: between(green, other.green), blue: between(blue, other.blue),
            alpha: between(alpha, other.alpha))
    }

    /// Composites it over an opaque color.
    package func over(_ ground: NowColor) -> NowColor {
        alpha == 1 ? self : ground.withAlphaComponent(1).mixed(with: withAlphaComponent(1), alpha)
    }

    /// The nearest color toward white or black that is readable on a background: a contrast of at least 4.5.
    package func readable(on ground: NowColor) -> NowColor {
        let end = ground.contrast(with: .white) >= ground.contrast(with: .black) ? NowColor.white : .black
        let steps = (0...20).lazy.map { self.mixed(with: end, Double($0) / 20) }
        return steps.first { $0.contrast(with: ground) >= 4.5 } ?? end
    }
}
