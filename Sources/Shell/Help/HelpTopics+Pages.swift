import NowWeb

extension HelpTopics {
    static let pages = HelpTopic(
        name: "pages", summary: "How pages are read, walked and filled in",
        page: {
            [
                .prose(
                    """
                    page open shows a page of the instance; page follow, back, forward and reload go on from it, and page
                    links, find, source and form look at it. A session has one page open; connect, login and another
                    cassette begin without one.
                    """),
                .terms([
                    ("[3]", "Behind a text: a link and its number, which page follow takes."),
                    ("page open incident INC0010021", "The form of a record; of a table alone it is the list."),
                    ("page open 'incident.do?sys_id=…'", "An address of the instance, with or without its host."),
                    ("page form urgency=1 --submit", "A field changed and the form sent; without --submit only shown."),
                ]),
                .prose(
                    """
                    The first request signs in, and then cookies do. When an instance shows in any way that a session has
                    ended, one new sign-in is tried and the page is asked for once more; a form is never sent twice. Nothing
                    goes to another host. Scripts and styles are not run here: for pages that are built by scripts there is page
                    browse, which opens the page in your browser.
                    """),
                .heading("Themes"),
                .prose(
                    """
                    Pages are shown in the terminal's own colours, or in those of a theme: page theme use NAME, or set
                    theme=NAME. An own theme is a line of the start-up file, which page theme new makes. Its colours are those
                    of the mobile SDK:
                    """),
                .terms(
                    ThemeToken.allCases.map {
                        ($0.rawValue, "\($0.color(isDark: false).hex) in light, \($0.color(isDark: true).hex) in dark")
                    }),
                .examples([
                    .init("page open incident", "the list of incidents"),
                    .init("page follow 12", "where its link 12 leads"),
                    .init("page theme new dusk --base dark brand=#5B2A86", "a theme like dark with another header"),
                ]),
            ]
        })
}
