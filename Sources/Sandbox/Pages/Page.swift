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

    /// The page in a session, whose token it carries as `g_ck`: scripts and clients look for it there.
    func answer(status: Int = 200, in session: SessionBook.Session) -> Answer {
        let refresh = next.map { "\n<meta http-equiv=\"refresh\" content=\"3;url=\(HTML.escaped($0))\">" } ?? ""
        let name = HTML.escaped(title)
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="UTF-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">\(refresh)
            <title>\(name) | Sandbox</title>
            <script>var g_ck = '\(session.csrfToken)';</script>
            </head>
            <body data-formName="\(HTML.escaped(form))">
            <main>
            <h1>\(name)</h1>
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
}
