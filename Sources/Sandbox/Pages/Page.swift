import ExchangeModel
import Notation

/// The viewer of a page and the instance, which every page shows and passes to its scripts.
struct PageViewer {
    let session: SessionStore.Session
    /// Nil if no user is signed in.
    let account: Account?
    /// The instance's build, which is part of asset URLs.
    let build: String
    /// Wire time, for the offset of the user's zone.
    let now: Timestamp

    /// A page: its content in the frame of all pages. `g_ck` is its token, where scripts and clients look for it.
    /// `form` is the page's name without `.do`; `notice` is a message about the previous action.
    func page(
        _ title: String, form: String, _ body: String, status: Int = 200, next: String? = nil, notice: String = "",
        hasBar: Bool = true
    ) -> Answer {
        let refresh = next.map { "\n<meta http-equiv=\"refresh\" content=\"3;url=\(HTML.escaped($0))\">" } ?? ""
        let name = HTML.escaped(title)
        let said = notice.isEmpty ? "" : "<p role=\"status\">\(HTML.escaped(notice))</p>\n"
        return .html(
            """
            <!DOCTYPE html>
            <html lang="en" data-doctype="true">
            <head>
            <meta charset="UTF-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">\(refresh)
            <title>\(name) | Sandbox</title>
            <link rel="icon" href="/favicon.ico">
            \(PageAssets.links(build: build))
            <script>
            \(script)
            </script>
            \(PageAssets.scripts(build: build))
            </head>
            <body data-formName="\(HTML.escaped(form))">
            \(hasBar ? header : "")<main>
            \(said)<h1>\(name)</h1>
            \(body)
            </main>
            </body>
            </html>

            """, status: status)
    }

    /// The bar with navigation and the user's name. Empty for guests.
    private var header: String {
        guard let account else { return "" }
        return """
            <header class="bar">
            <a class="brand" href="/home.do"><img src="\(PageAssets.logo)" alt="" width="24" height="24"> Sandbox</a>
            <nav aria-label="Main">
            <ul>
            <li><a href="/home.do">Home</a></li>
            <li><a href="/incident_list.do?sysparm_query=active=true">Incidents</a></li>
            <li><a href="/problem_list.do?sysparm_query=active=true">Problems</a></li>
            <li><a href="/change_request_list.do?sysparm_query=active=true">Changes</a></li>
            <li><a href="/kb">Knowledge</a></li>
            <li><a href="/sp">Portal</a></li>
            </ul>
            </nav>
            <p class="user"><a href="/sys_user.do?sys_id=\(account.sysID)">\(HTML.escaped(account.name))</a>
            <a href="/logout.do">Log out</a></p>
            </header>

            """
    }

    /// The variables that every page sets for its scripts, with the names that clients look for.
    var script: String {
        let format = account?.format
        let date = format?.date ?? DateFormat.systemDate
        let time = format?.time ?? DateFormat.systemTime
        let offset = (format?.zone ?? .sandbox).offset(at: now) * 1000
        let names = (account?.name ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        // A session id for scripts. The real one is only in HTTP-only cookies.
        var random = SeededRandom(seed: StableHash.mixed(UInt64(bitPattern: StableHash.of(session.csrfToken))))
        return """
            var g_ck = '\(session.csrfToken)';
            window.NOW = window.NOW || {};
            var g_builddate = \(HTML.script(build));
            var g_lang = 'en';
            var g_user_date_format = \(HTML.script(date));
            var g_user_date_time_format = \(HTML.script(date + " " + time));
            var g_tz_offset = \(offset);
            NOW.session_id = '\(random.hex(32))';
            NOW.isPolarisEnabled = 'false';
            NOW.user = {};
            NOW.user.logged_in = \(session.hasUser);
            NOW.user.userID = \(HTML.script(account?.sysID ?? ""));
            NOW.user.name = \(HTML.script(account?.userName ?? "guest"));
            NOW.user.firstName = \(HTML.script(names.first ?? ""));
            NOW.user.lastName = \(HTML.script(names.count > 1 ? names[1] : ""));
            NOW.user.roles = \(HTML.script((account?.roles ?? []).sorted().joined(separator: ",")));
            """
    }
}

/// Helpers for HTML text.
enum HTML {
    /// All text from requests and records is escaped here.
    static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
            separator: "\n")
    }

    static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(escaped(name))\" value=\"\(escaped(value))\">"
    }

    /// An error message above a form.
    static func alert(_ text: String?) -> String { text.map { "<p role=\"alert\">\(escaped($0))</p>\n" } ?? "" }

    /// A form with the session's token hidden in it (`sysparm_ck`).
    static func form(to path: String, in session: SessionStore.Session, _ fields: String) -> String {
        """
        <form method="post" action="\(escaped(path))">
        \(hidden("sysparm_ck", session.csrfToken))
        \(fields)
        </form>
        """
    }

    /// A string literal for inline scripts: text in it cannot end the string or the element.
    static func script(_ text: String) -> String {
        var out = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\", "\"", "<", ">", "&", "\u{2028}", "\u{2029}", "\u{7F}", "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "'"
    }
}
