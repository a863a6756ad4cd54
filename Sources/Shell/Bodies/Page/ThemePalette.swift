import NowWeb
import Rendering

/// A theme as a terminal has it: eight colours of the many, letters always such that they can be read on what is behind
/// them.
enum ThemePalette {
    static func palette(of theme: WebTheme) -> PagePalette {
        let ground = theme[.backgroundPrimary].over(.white), header = theme[.brand].over(ground)
        let alert = theme[.alertCritical0].over(ground)
        return PagePalette(
            background: rgb(ground), text: rgb(theme[.textPrimary].over(ground).readable(on: ground)),
            heading: rgb(theme[.screenHeaderText].over(header).readable(on: header)), headingBackground: rgb(header),
            link: rgb(theme.link), faint: rgb(theme[.textTertiary].over(ground).readable(on: ground)),
            notice: rgb(theme[.alertCritical3].over(alert).readable(on: alert)), noticeBackground: rgb(alert))
    }

    private static func rgb(_ color: NowColor) -> PagePalette.RGB {
        let (red, green, blue) = color.bytes
        return PagePalette.RGB(red, green, blue)
    }
}
