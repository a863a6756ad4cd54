/// A page of the instance: what is its own, inside what all have.
struct Page {
    /// Its heading, and what the window is called.
    var title: String
    /// What instances call the form: the page's name without `.do`.
    var form: String
    /// The HTML below the heading.
    var body: String
    /// Where the page goes on to by itself after a few seconds.
    var next: String?
    /// What stands between the navigation and the heading: notices of what was done just now.
    var notice: String = ""
    /// Whether the bar with the navigation stands above it.
    var hasBar = true

    /// The page in a session, whose token it carries as `g_ck`: scripts and clients look for it there.
    func answer(
        status: Int = 200, in session: SessionBook.Session, for viewer: PageViewer = PageViewer()
    ) -> Answer {
        let refresh = next.map { "\n<meta http-equiv=\"refresh\" content=\"3;url=\(HTML.escaped($0))\">" } ?? ""
        let name = HTML.escaped(title)
        let text = """
            <!DOCTYPE html>
            <html lang="en" data-doctype="true">
            <head>
            <meta charset="UTF-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">\(refresh)
            <title>\(name) | Sandbox</title>
            <link rel="icon" href="/favicon.ico">
            \(PageAssets.links(build: viewer.build))
            <script>
            \(PageScript(session: session, viewer: viewer).text)
            </script>
            \(PageAssets.scripts(build: viewer.build))
            </head>
            <body data-formName="\(HTML.escaped(form))">
            \(hasBar ? viewer.header : "")<main>
            \(Page.notice(notice))<h1>\(name)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
        return Answer(status: status, body: Array(text.utf8), contentType: "text/html;charset=UTF-8")
    }

    /// A form that is sent to a page, with the session's token hidden in it (`sysparm_ck`).
    static func form(to path: String, in session: SessionBook.Session, _ fields: String) -> String {
        """
        <form method="post" action="\(HTML.escaped(path))">
        \(HTML.hidden("sysparm_ck", session.csrfToken))
        \(fields)
        </form>
        """
    }

    /// What went wrong, above a form.
    static func message(_ text: String?) -> String { text.map { "<p role=\"alert\">\(HTML.escaped($0))</p>\n" } ?? "" }

    /// What went well, above a page.
    private static func notice(_ text: String) -> String {
        text.isEmpty ? "" : "<p role=\"status\">\(HTML.escaped(text))</p>\n"
    }
}
