/// The colours that ECMA-48 names. How they look is the terminal's choice, and so is its background: only the six with a
/// hue can be read on a light one and on a dark one, so black, white and the greys are left to the terminal's own.
enum NamedColours {
    /// The number after `3` of the name whose hue is nearest; nil for a colour without one.
    static func nearest(to colours: PagePalette.RGB...) -> Int? {
        guard let colour = colours.max(by: { chroma($0) < chroma($1) }), chroma(colour) >= 40 else { return nil }
        let (r, g, b) = (Double(colour.red), Double(colour.green), Double(colour.blue))
        let most = max(r, g, b)
        let spread = most - min(r, g, b)
        let sixth =
            if most == r { (g - b) / spread } else if most == g { (b - r) / spread + 2 } else { (r - g) / spread + 4 }
        // Red, yellow, green, cyan, blue, magenta, a sixth of the circle each.
        return [1, 3, 2, 6, 4, 5][Int((sixth + 6).rounded()) % 6]
    }

    private static func chroma(_ colour: PagePalette.RGB) -> Int {
        Int(max(colour.red, colour.green, colour.blue)) - Int(min(colour.red, colour.green, colour.blue))
    }
}
