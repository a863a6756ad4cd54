extension CommandDefinition {
    static let pageBrowse = CommandDefinition(
        "page browse", "Show a page in your browser, signed in and in a theme",
        details: """
            Snowdeck serves the instance's pages on this machine and signs in for the browser, until Enter or Ctrl-C. The
            address that it gives opens once, in one browser, which has a cookie of its own from then on; the instance's
            cookies stay here. Other programs and other sites get nothing.

            The browser may read. It may change records on the sandbox, and where --allow-writes names the instance; a read-only
            profile never lets it. Pages load nothing from other hosts. Classic pages, portals and knowledge are shown; a
            page of Next Experience wants the whole platform, and a page says which classic one stands for it.

            Everything goes onto the tape. With a tape that plays (--mode replay) the browser is shown the recorded pages, and
            no network is needed. A replay of the tape's own commands opens no browser: it asks for what the browser asked for.
            """,
        arguments: [
            ArgumentDefinition(
                "target", .page, .optional,
                "An address of the instance, a table, or a number; without it the page that is open, else home.do"),
            ArgumentDefinition(
                "record", .record, .optional, "The record of that table: number, sys_id or display value"),
        ],
        flags: [
            FlagDefinition("theme", .theme, fallback: "the setting theme", "Show pages in this theme"),
            FlagDefinition("for", .number(1...86400), fallback: "until Enter or Ctrl-C", "End after so many seconds"),
        ],
        value: .answer,
        examples: [
            Example("page browse incident INC0010021", "an incident's form in the browser"),
            Example("page browse", "the page that is open, in the browser"),
            Example("page browse incident_list.do --theme dark --for 600", "a list, dark, for ten minutes"),
        ])

    static let pageShot = CommandDefinition(
        "page shot", "Take a picture of a page",
        details: """
            Chromium without a window opens the page as page browse does, and takes a picture (PNG) of all of it, down to 16384
            pixels. It reaches no other host, and may change nothing. It comes with the Debian package chromium. A replay takes
            no picture and writes no file.
            """,
        arguments: [
            ArgumentDefinition("file", .file, "Write this file"),
            ArgumentDefinition(
                "target", .page, .optional,
                "An address of the instance, a table, or a number; without it the page that is open, else home.do"),
            ArgumentDefinition(
                "record", .record, .optional, "The record of that table: number, sys_id or display value"),
        ],
        flags: [
            FlagDefinition("width", .number(64...8192), fallback: "1280", "Make the page so many pixels wide"),
            FlagDefinition("dark", "Prefer dark, and take the theme dark unless another is named"),
            FlagDefinition("theme", .theme, fallback: "the setting theme", "Show the page in this theme"),
            FlagDefinition("force", "Replace a file that stands there already"),
        ],
        examples: [
            Example("page shot incident.png incident INC0010021", "an incident's form as a picture"),
            Example("page shot list.png incident_list.do --width 800 --dark", "a list, dark and narrow"),
        ])
}
