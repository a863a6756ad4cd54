import NowWeb
import Tables
package import Workbench

extension Capability {
    package static let pages = Capability(
        "Pages",
        commands: [
            .pageOpen, .pageFollow, .pageBack, .pageForward, .pageReload, .pageLinks, .pageFind, .pageSource,
            .pageForm, .pageBrowse, .pageShot, .pagePreload, .pageTheme,
        ],
        groups: [
            CommandGroup("page", "Read pages, fill in forms, and open pages in a browser")
        ],
        topics: [HelpTopics.pages],
        settings: [
            SettingDefinition(
                "theme", .theme, fallback: "none", "The colors of pages; none is the terminal's own (page theme)",
                orFile: [ThemeFile.none] + WebTheme.builtIn.map(\.name))
        ],
        completes: CompletionEngine.pageValues)
}

extension HelpTopics {
    static let pages = HelpTopic(
        name: "pages", summary: "How to read pages, follow links and fill in forms",
        page: {
            [
                .prose(
                    """
                    page open shows a page; page follow, back, forward and reload navigate from it, and page links,
                    find, source and form inspect it. A session has one open page; connect, login and another cassette
                    close it.
                    """),
                .terms([
                    ("[3]", "After a text: the number of a link, for page follow."),
                    ("page open incident INC0010021", "The form of a record; without a record the list."),
                    ("page open 'incident.do?sys_id=…'", "An address of the instance, with or without its host."),
                    (
                        "page form urgency=1 --submit",
                        "Change a field and submit the form; without --submit it is only shown."
                    ),
                ]),
                .prose(
                    """
                    The first request signs in; later requests use cookies. If the session has ended, Snowdeck signs
                    in once and requests the page again. A form is never sent twice: it is shown again with what you
                    typed. Other hosts are never contacted. Scripts and styles are not run: use page browse for pages
                    built by scripts.
                    """),
                .heading("Themes"),
                .prose(
                    """
                    Pages use the terminal's colors or a theme: page theme NAME, or set theme=NAME. A custom theme is
                    a JSON file such as {"base": "dark", "brand": "#5B2A86"}, and NAME is the file. Its colors are
                    those of the mobile SDK:
                    """),
                .terms(
                    ThemeToken.allCases.map {
                        ($0.rawValue, "\($0.color(isDark: false).hex) in light, \($0.color(isDark: true).hex) in dark")
                    }),
                .examples([
                    .init("page open incident", "the list of incidents"),
                    .init("page follow 12", "follow link 12"),
                    .init("page theme dusk.json", "pages in the theme of a file"),
                ]),
            ]
        })
}
