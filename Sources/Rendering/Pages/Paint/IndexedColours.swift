import Glibc

/// The fixed colours of xterm's palette: the cube of six levels (16 to 231) and the greys (232 to 255). The sixteen
/// before them are anybody's choice.
enum IndexedColours {
    static func colour(_ index: Int) -> PagePalette.RGB {
        if index >= 232 {
            let grey = UInt8(8 + 10 * (min(index, 255) - 232))
            return PagePalette.RGB(grey, grey, grey)
        }
        let place = max(index - 16, 0)
        let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
        return PagePalette.RGB(levels[place / 36 % 6], levels[place / 6 % 6], levels[place % 6])
    }

    /// The one that looks most like a colour (distance in Oklab), among those with enough contrast to a ground.
    static func nearest(to colour: PagePalette.RGB, on ground: PagePalette.RGB? = nil, least: Double = 1) -> Int {
        let wanted = lab(colour)
        var best = 16, distance = Double.infinity
        for index in 16...255 {
            let candidate = Self.colour(index)
            if let ground, Contrast.between(candidate, ground) < least { continue }
            let found = lab(candidate)
            let parts = (found.0 - wanted.0, found.1 - wanted.1, found.2 - wanted.2)
            // Twice as far along the axes of hue: of a dark blue, a lighter blue says more than a dark grey.
            let sum = parts.0 * parts.0 + 4 * (parts.1 * parts.1 + parts.2 * parts.2)
            if sum < distance { (best, distance) = (index, sum) }
        }
        return best
    }

    /// Lightness and the two axes of hue (Ottosson 2020).
    private static func lab(_ colour: PagePalette.RGB) -> (Double, Double, Double) {
        let (r, g, b) = (Contrast.linear(colour.red), Contrast.linear(colour.green), Contrast.linear(colour.blue))
        let l = cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
        let m = cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
        let s = cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
        return (
            0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s
        )
    }
}
