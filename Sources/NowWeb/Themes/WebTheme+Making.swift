/// Themes of people's own.
extension WebTheme {
    /// The longest name in bytes.
    package static let longestName = 60

    /// A theme like another, but for some colours, each by its name and as `#RRGGBB`. Whether it is dark is what its
    /// ground then is.
    ///
    /// A colour that is given twice counts as it was given last.
    package init(name: String, like base: WebTheme, _ changes: [(name: String, color: String)]) throws(ThemeError) {
        guard WebTheme.isName(name) else { throw .name(name) }
        var colors = base.colors
        for change in changes {
            guard let token = ThemeToken(named: change.name) else {
                throw .unknownColor(change.name, known: ThemeToken.allCases.map(\.rawValue))
            }
            guard let color = NowColor(hex: change.color) else { throw .notAColor(change.color, of: token.rawValue) }
            // Pages and terminals have nothing behind them that could show through.
            guard color.alpha == 1 else { throw .seeThrough(change.color, of: token.rawValue) }
            colors[token.rawValue] = color
        }
        let ground = colors[ThemeToken.backgroundPrimary.rawValue] ?? base[.backgroundPrimary]
        self.init(
            name: name, isDark: ground.luminance < WebTheme.darkest, colors: colors, pageThemeID: base.pageThemeID,
            pageVariantID: base.pageVariantID)
    }

    /// Whether a text may be a theme's name: letters and digits of ASCII, `-`, `_` and `.`, the first a letter or a digit.
    package static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...longestName).contains(bytes.count), let first = bytes.first, isPlain(first) else { return false }
        return bytes.allSatisfy { isPlain($0) || "-_.".utf8.contains($0) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// Why there is no such theme.
package enum ThemeError: Error, Sendable, Hashable {
    /// The text cannot be a theme's name.
    case name(String)
    /// No colour has that name; these are there.
    case unknownColor(String, known: [String])
    /// The text is no colour; the second is the name it was meant for.
    case notAColor(String, of: String)
    /// The colour can be seen through; the second is the name it was meant for.
    case seeThrough(String, of: String)
}
