/// A style sheet that gives a page a theme: custom properties for pages that ask for them, and rules for those that
/// were drawn before there were any.
///
/// The same theme always makes the same text.
package enum ThemeSheet {
    /// The sheet of a theme. It stands last in a page's head; nothing in it needs escaping in a `style` element.
    package static func css(for theme: WebTheme) -> String {
        let properties = ThemeProperties.all(of: theme).map { "  \($0.name): \($0.color.cssTriple);\n" }.joined()
        return """
            :root {
              color-scheme: \(theme.isDark ? "dark" : "light");
            \(properties)}

            """ + rules(theme)
    }

    /// Rules for pages that know no property. They are marked as important, because such pages name their colours at
    /// every turn, and are kept to what stands out: grounds, text, links, headers, fields, buttons, notices.
    private static func rules(_ theme: WebTheme) -> String {
        let page = theme[.backgroundPrimary], part = theme[.backgroundSecondary]
        let header = theme[.screenHeaderBackground], button = theme[.primary]
        return [
            rule("html, body", ground: page, text: theme[.textPrimary]),
            rule(
                "main, section, article, form, fieldset, table, tbody, tr, td, .panel, .container, .container-fluid, "
                    + ".form-group, .list2_body, .list_row, .list_odd, .list_even",
                "background-color: transparent !important; color: inherit !important"),
            rule(
                "td, th, fieldset, hr, .panel, .panel-heading",
                "border-color: \(value(theme[.borderTertiary])) !important"),
            // No weight of its own: what a link stands in, or is drawn as, has the last word.
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

    /// A rule that sets a ground and the text on it, the nearest to the theme's that can be read there.
    private static func rule(_ what: String, ground: NowColor, text: NowColor, also more: String? = nil) -> String {
        let colors =
            "background-color: \(value(ground)) !important; color: \(value(text.readable(on: ground))) !important"
        return rule(what, colors + (more.map { "; " + $0 } ?? ""))
    }

    private static func rule(_ what: String, _ how: String) -> String { what + " { " + how + "; }\n" }

    private static func value(_ color: NowColor) -> String { "rgb(\(color.cssTriple))" }
}
