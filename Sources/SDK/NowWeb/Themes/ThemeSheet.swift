import Notation

/// A style sheet that applies a theme to a page: custom properties, and rules for pages that predate them.
///
/// The same theme always gives the same text.
package enum ThemeSheet {
    /// The style sheet of a theme, for the end of a page's head. It needs no escaping in a `style` element.
    package static func css(for theme: WebTheme) -> String {
        let properties = ThemeProperties.all(of: theme).map { "  \($0.name): \($0.color.cssTriple);\n" }.joined()
        return """
            :root {
              color-scheme: \(theme.isDark ? "dark" : "light");
            \(properties)}

            """ + rules(theme)
    }

    /// Rules for pages without custom properties. They are `!important` because such pages set colors everywhere, and
    /// limited to backgrounds, text, links, headers, fields, buttons and notices.
    private static func rules(_ theme: WebTheme) -> String {
        template.split(separator: "\n").map { line in
            let parts = line.split(separator: "{", maxSplits: 1)
            let declarations = parts[1].dropLast().split(separator: ";").map { declaration(ASCII.trimmed($0), theme) }
            return "\(parts[0]){ \(declarations.joined(separator: "; ")); }\n"
        }.joined()
    }

    /// `NAME on NAME` is a background and the nearest readable text color, `PROPERTY: @NAME` an important color.
    private static func declaration(_ text: Substring, _ theme: WebTheme) -> String {
        func color(_ name: some StringProtocol) -> NowColor {
            ThemeToken(named: String(name)).map { theme[$0] } ?? .black
        }
        let words = text.split(separator: " ")
        if words.count == 3, words[1] == "on" {
            let ground = color(words[2]), letters = color(words[0]).readable(on: ground)
            return "background-color: \(value(ground)) !important; color: \(value(letters)) !important"
        }
        guard let name = words.last, name.first == "@" else { return String(text) }
        let shown =
            switch name {
            case "@link": theme.link
            case "@text": theme[.textPrimary].readable(on: theme[.backgroundPrimary])
            default: color(name.dropFirst())
            }
        return "\(text.dropLast(name.count))\(value(shown)) !important"
    }

    /// The bar in the brand color is the SDK's loading indicator. Links have no specificity, so that the rules of their
    /// containers, or of links drawn as buttons, take precedence.
    private static let template = ProgramText.theme.split(separator: "\n\n")[0]

    private static func value(_ color: NowColor) -> String { "rgb(\(color.cssTriple))" }
}

/// Next Experience's custom properties for a theme. Each is an RGB triple, which pages use as
/// `rgb(var(--now-color--primary-1))`.
///
/// The names are those found in public pages and designs. Colors that the mobile SDK lacks are mixed from others.
package enum ThemeProperties {
    /// In a fixed order.
    package static func all(of theme: WebTheme) -> [(name: String, color: NowColor)] {
        let known = named.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            return (name: "--now-" + words[0], color: ThemeToken(named: words[1]).map { theme[$0] } ?? theme.link)
        }
        let neutral = (0...21).map { step in
            let color = theme[.backgroundPrimary].mixed(with: theme[.textPrimary], Double(step) / 21)
            return (name: "--now-color--neutral-\(step)", color: color)
        }
        return known + neutral + alerts(theme) + ThemeToken.allCases.map { ("--now-sdk--" + $0.rawValue, theme[$0]) }
    }

    /// Both spellings of backgrounds are in use.
    private static let named = ProgramText.theme.split(separator: "\n\n")[1]

    /// Level 0 is a background, 2 an accent, 3 text on the background.
    private static func alerts(_ theme: WebTheme) -> [(name: String, color: NowColor)] {
        let positive = theme[.alertPositive3]
        let sorts: [(name: String, ground: NowColor, middle: NowColor, text: NowColor?)] = [
            ("critical", theme[.alertCritical0], theme[.alertCritical2], theme[.alertCritical3]),
            ("low", theme[.alertLow0], theme[.textTertiary], nil),
            ("positive", theme[.alertPositive0], positive, positive),
            ("warning", theme[.alertWarning0], NowColor(rgb: 0xB6AA00), nil),
        ]
        return sorts.flatMap { sort in
            let name = "--now-color_alert--" + sort.name, text = sort.text ?? sort.middle.readable(on: sort.ground)
            return [(name + "-0", sort.ground), (name + "-2", sort.middle), (name + "-3", text)]
        }
    }
}
