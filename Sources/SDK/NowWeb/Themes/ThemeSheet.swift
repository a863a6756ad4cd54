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
        let page = theme[.backgroundPrimary], part = theme[.backgroundSecondary]
        let header = theme[.screenHeaderBackground], button = theme[.primary]
        return [
            rule("html, body", ground: page, text: theme[.textPrimary]),
            // The SDK draws its loading indicator in the brand color; here it is a bar at the top of every page.
            rule(
                "html::before",
                "content: ''; position: fixed; inset: 0 0 auto; height: 6px; z-index: 2147483647; pointer-events: none; "
                    + "background: \(value(theme[.brand]))"),
            rule(
                "main, section, article, form, fieldset, table, tbody, tr, td, .panel, .container, .container-fluid, "
                    + ".form-group, .list2_body, .list_row, .list_odd, .list_even",
                "background-color: transparent !important; color: inherit !important"),
            rule(
                "td, th, fieldset, hr, .panel, .panel-heading",
                "border-color: \(value(theme[.borderTertiary])) !important"),
            // Zero specificity: the rules of a link's container, or of a link drawn as a button, take precedence.
            rule(":where(a:any-link)", "color: \(value(theme.link)) !important"),
            rule(
                "h1, h2, h3, h4, h5, h6, legend, label, dt, dd, .label-text",
                "color: \(value(theme[.textPrimary].readable(on: page))) !important"),
            rule("th, thead, .list_header, .panel-heading", ground: part, text: theme[.textPrimary]),
            rule("thead a", "color: inherit !important"),
            rule(
                "body > header, .navbar, .navbar-default, .page-header, .form_header, .list_title_bar", ground: header,
                text: theme[.screenHeaderText]),
            rule(
                "body > header *, .navbar *, .page-header *, .form_header *, .list_title_bar *",
                "color: inherit !important"),
            rule(
                "input, select, textarea, .form-control", ground: part, text: theme[.textPrimary],
                also: "border-color: \(value(theme[.separatorPrimary])) !important"),
            rule(
                "input:read-only:not([type=checkbox], [type=radio]), textarea:read-only, :is(input, select, textarea):disabled",
                ground: page, text: theme[.textSecondary],
                also: "border-color: \(value(theme[.borderTertiary])) !important"),
            rule(
                "button, input[type=submit], input[type=button], .btn, a.button", ground: theme[.backgroundTertiary],
                text: theme[.textPrimary]),
            rule(
                "button[type=submit], input[type=submit], .btn-primary, button.primary, a.button.primary",
                ground: button, text: theme[.textActionable]),
            rule("pre, code, kbd, samp", ground: theme[.backgroundTertiary], text: theme[.textPrimary]),
            rule(
                ".outputmsg_error, .notification-error, .alert-danger, [role=alert]", ground: theme[.alertCritical0],
                text: theme[.alertCritical3]),
            rule(
                ".outputmsg_success, .notification-success, .alert-success", ground: theme[.alertPositive0],
                text: theme[.alertPositive3]),
            rule(
                ".outputmsg_warning, .notification-warning, .alert-warning", ground: theme[.alertWarning0],
                text: theme[.textPrimary]),
            rule(
                ".outputmsg_info, .notification-info, .alert-info", ground: theme[.alertLow0],
                text: theme[.textPrimary]),
        ].joined()
    }

    /// A rule with a background and the nearest readable text color.
    private static func rule(_ what: String, ground: NowColor, text: NowColor, also more: String? = nil) -> String {
        let colors =
            "background-color: \(value(ground)) !important; color: \(value(text.readable(on: ground))) !important"
        return rule(what, colors + (more.map { "; " + $0 } ?? ""))
    }

    private static func rule(_ what: String, _ how: String) -> String { what + " { " + how + "; }\n" }

    private static func value(_ color: NowColor) -> String { "rgb(\(color.cssTriple))" }
}

/// Next Experience's custom properties for a theme. Each is an RGB triple, which pages use as
/// `rgb(var(--now-color--primary-1))`.
///
/// The names are those found in public pages and designs. Colors that the mobile SDK lacks are mixed from others.
package enum ThemeProperties {
    /// In a fixed order.
    package static func all(of theme: WebTheme) -> [(name: String, color: NowColor)] {
        named(theme) + neutral(theme) + alerts(theme) + grouped(theme)
            + ThemeToken.allCases.map { ("--now-sdk--" + $0.rawValue, theme[$0]) }
    }

    static let neutralSteps = 21

    private static func named(_ theme: WebTheme) -> [(name: String, color: NowColor)] {
        let backgrounds: [(String, ThemeToken)] = [
            ("primary", .backgroundPrimary), ("secondary", .backgroundSecondary), ("tertiary", .backgroundTertiary),
        ]
        let texts: [(String, ThemeToken)] = [
            ("primary", .textPrimary), ("secondary", .textSecondary), ("tertiary", .textTertiary),
        ]
        // Both spellings of backgrounds are in use.
        return backgrounds.map { ("--now-color--background--" + $0, theme[$1]) }
            + backgrounds.map { ("--now-color_background--" + $0, theme[$1]) }
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

    /// Level 0 is a background, 2 an accent, 3 text on the background, 4 stronger text.
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

    /// Colors that distinguish groups. The SDK has none; these are evenly spaced hues.
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
