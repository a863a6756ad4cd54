/// The style sheets of pages. Every colour is a custom property that holds an RGB triple, by the names that instances
/// use for theirs, so that a theme is a list of triples.
enum StyleSheet {
    /// Everything but the colours, for all pages.
    static let layout = """
        *, *::before, *::after { box-sizing: border-box; }
        html { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
        body { margin: 0; background: rgb(var(--now-color--background--secondary));
          color: rgb(var(--now-color_text--primary)); }
        a { color: rgb(var(--now-color--primary-1)); text-underline-offset: 0.15em; }
        a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible {
          outline: 2px solid rgb(var(--now-color--interactive-1)); outline-offset: 1px; }
        .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; padding: 0.5rem 1.5rem;
          background: rgb(var(--now-unified-nav-bg)); color: rgb(var(--now-color--neutral-0)); }
        .bar a { color: inherit; text-decoration: none; }
        .bar a:hover { text-decoration: underline; }
        .bar ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; margin: 0; padding: 0; }
        .bar .brand { display: flex; align-items: center; gap: 0.5rem; font-weight: 700; }
        .bar .user { display: flex; gap: 1.25rem; margin: 0 0 0 auto; }
        .framed .bar { display: none; }
        main { width: calc(100% - 2rem); max-width: 90rem; margin: 1rem auto; padding: 1.5rem;
          background: rgb(var(--now-color--background--primary)); border-radius: 8px;
          border: 1px solid rgb(var(--now-color--border--tertiary)); }
        h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
        h2 { margin: 2rem 0 0.75rem; font-size: 1.125rem; }
        p[role=alert], p[role=status] { padding: 0.5rem 1rem; border-radius: 4px; border-left: 4px solid; }
        p[role=alert] { background: rgb(var(--now-color_alert--critical-0));
          border-color: rgb(var(--now-color_alert--critical-3)); }
        p[role=status] { background: rgb(var(--now-color_alert--positive-0));
          border-color: rgb(var(--now-color_alert--positive-3)); }
        .hint, .count { color: rgb(var(--now-color_text--secondary)); font-size: 0.875rem; }
        button, .button { display: inline-block; padding: 0.4rem 1rem; font: inherit; cursor: pointer; border-radius: 6px;
          border: 1px solid rgb(var(--now-color--primary-1)); text-decoration: none;
          background: rgb(var(--now-color--background--primary)); color: rgb(var(--now-button--secondary--color)); }
        button.primary, .button.primary { background: rgb(var(--now-color--primary-1));
          color: rgb(var(--now-color--background--primary)); }
        button.danger { border-color: rgb(var(--now-color_alert--critical-3));
          color: rgb(var(--now-color_alert--critical-3)); }
        input, select, textarea { width: 100%; padding: 0.35rem 0.6rem; font: inherit; border-radius: 4px;
          color: rgb(var(--now-form-field--color)); background: rgb(var(--now-color--background--primary));
          border: 1px solid rgb(var(--now-color--border--secondary)); }
        input[type=checkbox] { width: 1.1rem; height: 1.1rem; margin: 0.5rem 0; accent-color: rgb(var(--now-color--primary-1)); }
        input[readonly], textarea[readonly], input[disabled], select[disabled], textarea[disabled] {
          opacity: 1; color: rgb(var(--now-color_text--secondary));
          background: rgb(var(--now-color--background--tertiary));
          border-color: rgb(var(--now-color--border--tertiary)); }
        [aria-invalid=true] { border-color: rgb(var(--now-color_alert--critical-3)); }
        .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        body[data-formName=login] main, body[data-formName=validate_multifactor_auth_code] main { max-width: 26rem;
          margin-top: 10vh; }
        @media (max-width: 40rem) {
          main { width: auto; margin: 0; padding: 1rem; border-radius: 0; border-width: 0 0 1px; }
          .bar { padding: 0.5rem 1rem; }
          .bar .user { margin: 0; }
        }

        """

    /// What records, lists and articles look like.
    static let records = """
        .fields { display: grid; grid-template-columns: 1fr 1fr; gap: 0.6rem 2.5rem; }
        fieldset { margin: 1.5rem 0 0; padding: 1rem 0 0; border: 0;
          border-top: 1px solid rgb(var(--now-color--divider-tertiary)); }
        legend { padding: 0 0.75rem 0 0; font-weight: 600; font-size: 1.0625rem; }
        fieldset.main { border-top: 0; margin-top: 0; padding-top: 0; }
        .field { display: grid; grid-template-columns: 10.5rem 1fr 2.75rem; gap: 0 0.75rem; align-items: start; }
        .field > label { padding-top: 0.35rem; color: rgb(var(--now-color_text--secondary)); }
        .field > a { padding-top: 0.35rem; font-size: 0.875rem; }
        .field.wide { grid-column: 1 / -1; }
        .field textarea { min-height: 5rem; resize: vertical; }
        .field .problem { grid-column: 2; color: rgb(var(--now-color_alert--critical-3)); font-size: 0.875rem; }
        .required { color: rgb(var(--now-color_alert--critical-3)); }
        .actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.5rem 0; }
        .activities { list-style: none; margin: 0; padding: 0; }
        .activities li { margin: 0 0 0.75rem; padding: 0.6rem 1rem; border-radius: 6px; overflow-wrap: anywhere;
          border-left: 3px solid rgb(var(--now-color_grouped--gray-3));
          background: rgb(var(--now-color--background--secondary)); }
        .activities li.work_notes { border-color: rgb(var(--now-color_grouped--yellow-3)); }
        .activities p { margin: 0.25rem 0 0; white-space: pre-wrap; }
        .activities .head { white-space: normal; color: rgb(var(--now-color_text--secondary)); font-size: 0.875rem; }
        .scroll { overflow-x: auto; margin: 0.75rem 0; --ground: rgb(var(--now-color--background--primary));
          --shade: rgb(var(--now-color--border--tertiary)); background-repeat: no-repeat;
          background-image: linear-gradient(to right, var(--ground) 60%, transparent),
          linear-gradient(to left, var(--ground) 60%, transparent),
          linear-gradient(to right, var(--shade), transparent), linear-gradient(to left, var(--shade), transparent);
          background-position: 0 0, 100% 0, 0 0, 100% 0; background-size: 2.5rem 100%, 2.5rem 100%, 1rem 100%, 1rem 100%;
          background-attachment: local, local, scroll, scroll; }
        table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
        caption { text-align: left; color: rgb(var(--now-color_text--secondary)); }
        th, td { padding: 0.4rem; text-align: left; vertical-align: top;
          border-bottom: 1px solid rgb(var(--now-color--divider-tertiary)); }
        thead th { vertical-align: bottom; background: rgb(var(--now-color--background--tertiary)); }
        thead a { color: inherit; text-decoration: none; }
        tbody tr:hover { background: rgb(var(--now-color--background--secondary)); }
        tr.group th { background: rgb(var(--now-color--background--secondary)); }
        td.when { min-width: 6.5rem; }
        td.empty { color: rgb(var(--now-color_text--tertiary)); }
        .paging { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: center; }
        .paging p { margin: 0; }
        .breadcrumb { margin: 0 0 0.75rem; color: rgb(var(--now-color_text--secondary)); overflow-wrap: anywhere; }
        .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem; padding: 0;
          list-style: none; }
        .cards li { padding: 0.75rem 1rem; border-radius: 8px; border: 1px solid rgb(var(--now-color--border--tertiary));
          background: rgb(var(--now-color--background--secondary)); }
        .cards strong { display: block; font-size: 1.5rem; color: rgb(var(--now-color--primary-1)); }
        article h3 { margin: 1.5rem 0 0.5rem; font-size: 1.0625rem; }
        article { max-width: 48rem; overflow-wrap: anywhere; }
        article img { max-width: 100%; height: auto; }
        pre { overflow-x: auto; padding: 0.75rem 1rem; border-radius: 6px;
          background: rgb(var(--now-color--background--tertiary)); }
        code { font: 0.9em ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
        blockquote { margin: 1rem 0; padding: 0.25rem 1rem; border-left: 3px solid rgb(var(--now-color_grouped--blue-3)); }
        dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; }
        dl.facts dt { color: rgb(var(--now-color_text--secondary)); }
        dl.facts dd { margin: 0; overflow-wrap: anywhere; }
        iframe { width: 100%; height: 75vh; border: 1px solid rgb(var(--now-color--border--tertiary)); }
        @media (max-width: 56rem) { .fields { grid-template-columns: 1fr; } }
        @media (max-width: 40rem) {
          .field { grid-template-columns: 1fr 2.75rem; }
          .field > label { grid-column: 1 / -1; }
          .field .problem { grid-column: 1 / -1; }
        }

        """

    /// The colours, light and dark.
    static let colours = root(light) + "@media (prefers-color-scheme: dark) {\n" + root(dark) + "}\n"

    private static func root(_ colours: [(names: String, triple: String)]) -> String {
        let lines = colours.flatMap { colour in
            colour.names.split(separator: " ").map { "  --now-" + $0 + ": " + colour.triple + ";\n" }
        }
        return ":root {\n" + lines.joined() + "}\n"
    }

    private static let light: [(names: String, triple: String)] = [
        ("color--background--primary color_background--primary", "255,255,255"),
        ("color--background--secondary color_background--secondary", "244,246,249"),
        ("color--background--tertiary", "233,237,242"),
        ("color--border--secondary", "134,147,163"), ("color--border--tertiary color--divider-tertiary", "211,218,227"),
        ("color_text--primary form-field--color", "24,33,45"), ("color_text--secondary", "73,86,104"),
        ("color_text--tertiary", "107,120,137"),
        ("color--primary-0", "219,234,250"), ("color--primary-1 button--secondary--color", "0,86,179"),
        ("color--interactive-1", "0,102,214"), ("color--interactive-3", "0,64,138"),
        ("color--secondary-3 color_brand--secondary", "0,122,110"), ("color--neutral-0", "255,255,255"),
        ("unified-nav-bg", "22,44,74"),
        ("color_alert--critical-0", "253,234,233"), ("color_alert--critical-3", "190,30,30"),
        ("color_alert--positive-0", "229,246,236"), ("color_alert--positive-3", "30,120,70"),
        ("color_grouped--gray-3", "134,147,163"), ("color_grouped--yellow-3", "204,153,0"),
        ("color_grouped--blue-3", "66,133,214"),
    ]

    private static let dark: [(names: String, triple: String)] = [
        ("color--background--primary color_background--primary", "27,33,42"),
        ("color--background--secondary color_background--secondary", "19,24,31"),
        ("color--background--tertiary", "40,48,60"),
        ("color--border--secondary", "108,122,140"), ("color--border--tertiary color--divider-tertiary", "56,66,80"),
        ("color_text--primary form-field--color", "232,237,243"), ("color_text--secondary", "171,182,196"),
        ("color_text--tertiary", "137,149,165"),
        ("color--primary-0", "24,52,86"), ("color--primary-1 button--secondary--color", "116,178,255"),
        ("color--interactive-1", "116,178,255"), ("color--interactive-3", "168,207,255"),
        ("color--secondary-3 color_brand--secondary", "92,203,190"), ("color--neutral-0", "255,255,255"),
        ("unified-nav-bg", "13,27,46"),
        ("color_alert--critical-0", "66,26,28"), ("color_alert--critical-3", "255,138,134"),
        ("color_alert--positive-0", "20,54,36"), ("color_alert--positive-3", "110,209,154"),
        ("color_grouped--gray-3", "108,122,140"), ("color_grouped--yellow-3", "222,178,60"),
        ("color_grouped--blue-3", "96,156,230"),
    ]
}
