import ExchangeModel
import Notation

/// A page of the instance: what is its own, inside what all have.
struct Page {
    /// Its heading, and what the window is called.
    var title: String
    /// What instances call the form: the page's name without `.do`.
    var form: String
    var body: String
    /// Where the page goes on to by itself after a few seconds.
    var next: String?
    /// What stands between the navigation and the heading: notices of what was done just now.
    var notice: String = ""
    var hasBar = true

    /// The page in a session, whose token it carries as `g_ck`: scripts and clients look for it there.
    func answer(
        status: Int = 200, in session: SessionStore.Session, for viewer: PageViewer = PageViewer()
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
    static func form(to path: String, in session: SessionStore.Session, _ fields: String) -> String {
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

/// Text in pages.
enum HTML {
    /// Text as it may stand between tags and in an attribute's quotes. Whatever comes from a request or a record goes
    /// through here before it becomes part of a page.
    static func escaped(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): out += Array("&amp;".utf8)
            case UInt8(ascii: "<"): out += Array("&lt;".utf8)
            case UInt8(ascii: ">"): out += Array("&gt;".utf8)
            case UInt8(ascii: "\""): out += Array("&#34;".utf8)
            case UInt8(ascii: "'"): out += Array("&#39;".utf8)
            // A line end stays one in an attribute when it is written as a reference.
            case 0x09, 0x0A, 0x0D: out += Array("&#\(byte);".utf8)
            // HTML has no way to write other control characters.
            case 0..<0x20, 0x7F: out += Array("\u{FFFD}".utf8)
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
            separator: "\n")
    }

    static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(escaped(name))\" value=\"\(escaped(value))\">"
    }
}

/// The fields of a form that was posted, or of a query.
struct PageForm {
    private let fields: [(name: String, value: String)]
    /// Where the first field of each name stands.
    private let positions: [String: Int]

    /// The longest form that is read; what is longer counts as empty.
    static let mostBytes = 262_144

    private init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
        positions = Dictionary(
            fields.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The fields of a posted form; none when the body is something else.
    init(posted request: HTTPRequest, most bytes: Int = mostBytes) {
        self.init(PostedFields.read(request, most: bytes) ?? [])
    }

    init(query request: HTTPRequest) { self.init(request.url.queryFields) }

    /// The first field of that name.
    subscript(name: String) -> String? { positions[name].map { fields[$0].value } }

    func isRepeated(_ name: String) -> Bool { fields.lazy.filter { $0.name == name }.prefix(2).count > 1 }
}

/// The variables that every page of an instance sets for its scripts, by the names that clients look for.
struct PageScript {
    let session: SessionStore.Session
    let viewer: PageViewer

    var text: String {
        let account = viewer.account
        let format = account?.format
        let date = format?.date ?? DateFormat.systemDate
        let time = format?.time ?? DateFormat.systemTime
        let offset = (format?.zone ?? .instance).offset(at: viewer.now) * 1000
        let names = (account?.name ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        return """
            var g_ck = '\(session.csrfToken)';
            window.NOW = window.NOW || {};
            var g_builddate = \(PageScript.string(viewer.build));
            var g_lang = 'en';
            var g_user_date_format = \(PageScript.string(date));
            var g_user_date_time_format = \(PageScript.string(date + " " + time));
            var g_tz_offset = \(offset);
            NOW.session_id = '\(standIn)';
            NOW.isPolarisEnabled = 'false';
            NOW.user = {};
            NOW.user.logged_in = \(session.hasUser);
            NOW.user.userID = \(PageScript.string(account?.sysID ?? ""));
            NOW.user.name = \(PageScript.string(account?.userName ?? "guest"));
            NOW.user.firstName = \(PageScript.string(names.first ?? ""));
            NOW.user.lastName = \(PageScript.string(names.count > 1 ? names[1] : ""));
            NOW.user.roles = \(PageScript.string((account?.roles ?? []).sorted().joined(separator: ",")));
            """
    }

    /// What stands for the session in scripts. The real identifier is for cookies alone, which no script reads.
    private var standIn: String {
        var random = SeededRandom(seed: StableHash.mixed(UInt64(bitPattern: StableHash.of(session.csrfToken))))
        return random.hex(32)
    }

    /// A string of a script inside a page: no quote ends it, and no text in it ends the element.
    static func string(_ text: String) -> String {
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
