/// The custom properties of Next Experience, drawn from a theme. Each holds a colour as an RGB triple, which pages use as
/// `rgb(var(--now-color--primary-1))`.
///
/// Their names are those found in public pages and designs. What the mobile SDK has no colour for is mixed of what it has.
package enum ThemeProperties {
    /// The properties in their order, which is always the same.
    package static func all(of theme: WebTheme) -> [(name: String, color: NowColor)] {
        named(theme) + neutral(theme) + alerts(theme) + grouped(theme)
            + ThemeToken.allCases.map { ("--now-sdk--" + $0.rawValue, theme[$0]) }
    }

    /// How many steps lead from the ground to the text.
    static let neutralSteps = 21

    private static func named(_ theme: WebTheme) -> [(name: String, color: NowColor)] {
        let grounds: [(String, ThemeToken)] = [
            ("primary", .backgroundPrimary), ("secondary", .backgroundSecondary), ("tertiary", .backgroundTertiary),
        ]
        let texts: [(String, ThemeToken)] = [
            ("primary", .textPrimary), ("secondary", .textSecondary), ("tertiary", .textTertiary),
        ]
        // Both spellings of grounds are in use.
        return grounds.map { ("--now-color--background--" + $0, theme[$1]) }
            + grounds.map { ("--now-color_background--" + $0, theme[$1]) }
            + texts.map { ("--now-color_text--" + $0, theme[$1]) } + [
                ("--now-color--primary-0", theme[.brandBackground]),
                ("--now-color--primary-1", theme[.primary]),
                ("--now-color--secondary-3", theme[.secondary]),
                ("--now-color--interactive-1", theme[.primary]),
                ("--now-color--interactive-3", theme.link),
                ("--now-color--border--secondary", theme[.separatorPrimary]),
                ("--now-color--border--tertiary", theme[.borderTertiary]),
                ("--now-color--divider-tertiary", theme[.separatorTertiary]),
                ("--now-color_brand--secondary", theme[.brandBackground]),
                ("--now-unified-nav-bg", theme[.brand]),
                ("--now-form-field--color", theme[.textPrimary]),
                ("--now-button--secondary--color", theme[.secondary]),
            ]
    }

    private static func neutral(_ theme: WebTheme) -> [(name: String, color: NowColor)] {
        (0...neutralSteps).map { step in
            let share = Double(step) / Double(neutralSteps)
            return ("--now-color--neutral-\(step)", theme[.backgroundPrimary].mixed(with: theme[.textPrimary], share))
        }
    }

    /// Level 0 is a ground, 2 what stands out, 3 text on the ground, 4 stronger than that.
    private static func alerts(_ theme: WebTheme) -> [(name: String, color: NowColor)] {
        let critical = theme[.alertCritical2], warning = NowColor(rgb: 0xB6AA00)
        let positive = theme[.alertPositive3], low = theme[.textTertiary]
        let sorts: [(name: String, middle: NowColor, ground: NowColor?, text: NowColor?)] = [
            ("critical", critical, theme[.alertCritical0], theme[.alertCritical3]),
            ("high", critical.mixed(with: warning, 0.5), nil, nil),
            ("info", theme[.linkPrimaryText], nil, nil),
            ("low", low, theme[.alertLow0], nil),
            ("moderate", warning, nil, nil),
            ("positive", positive, theme[.alertPositive0], positive),
            ("warning", warning, theme[.alertWarning0], nil),
        ]
        return sorts.flatMap { sort in
            levels("--now-color_alert--" + sort.name, sort.middle, sort.ground, sort.text, theme)
        }
    }

    /// Colours that tell groups apart; the SDK has none, so these are evenly spread ones.
    private static let hues: [(name: String, color: UInt32)] = [
        ("blue", 0x3C59E7), ("brown", 0x8B5E34), ("gray", 0x6B7280), ("green", 0x2E8540), ("green-yellow", 0x7A9A01),
        ("magenta", 0xB5179E), ("orange", 0xD9730D), ("pink", 0xD6336C), ("purple", 0x6F42C1), ("teal", 0x0F8B8D),
        ("yellow", 0xC9A400),
    ]

    private static func grouped(_ theme: WebTheme) -> [(name: String, color: NowColor)] {
        hues.flatMap { levels("--now-color_grouped--" + $0.name, NowColor(rgb: $0.color), nil, nil, theme) }
    }

    private static func levels(
        _ name: String, _ middle: NowColor, _ ground: NowColor?, _ text: NowColor?, _ theme: WebTheme
    ) -> [(name: String, color: NowColor)] {
        let ground = ground ?? middle.mixed(with: theme[.backgroundPrimary], 0.8)
        let text = text ?? middle.readable(on: ground)
        return [
            (name + "-0", ground), (name + "-2", middle), (name + "-3", text),
            (name + "-4", text.mixed(with: theme[.textPrimary], 0.3)),
        ]
    }
}
