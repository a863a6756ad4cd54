import Glibc

/// How well letters of one colour are read on another (WCAG 2.2, success criterion 1.4.3).
enum Contrast {
    /// What text needs.
    static let text = 4.5
    /// What signs need, and what is said beside.
    static let sign = 3.0

    /// From 1, the same colour, to 21, black on white.
    static func between(_ one: PagePalette.RGB, _ other: PagePalette.RGB) -> Double {
        let (a, b) = (luminance(one), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    static func luminance(_ colour: PagePalette.RGB) -> Double {
        0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
    }

    /// A byte of an sRGB colour as light, 0 to 1.
    static func linear(_ byte: UInt8) -> Double {
        let part = Double(byte) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    /// The colour itself where it can be read on that ground, else the one nearest to it on the way to black or white.
    static func readable(_ colour: PagePalette.RGB, on ground: PagePalette.RGB, least: Double) -> PagePalette.RGB {
        if between(colour, ground) >= least { return colour }
        let black = PagePalette.RGB(0, 0, 0), white = PagePalette.RGB(255, 255, 255)
        let end = between(black, ground) >= between(white, ground) ? black : white
        for step in 1...16 {
            let mixed = mix(colour, end, Double(step) / 16)
            if between(mixed, ground) >= least { return mixed }
        }
        return end
    }

    private static func mix(_ one: PagePalette.RGB, _ other: PagePalette.RGB, _ part: Double) -> PagePalette.RGB {
        func between(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) + (Double(b) - Double(a)) * part) }
        return PagePalette.RGB(
            between(one.red, other.red), between(one.green, other.green), between(one.blue, other.blue))
    }
}
