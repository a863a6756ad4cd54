import ExchangeModel

enum PageTemplate {
    private static let texts = Dictionary(
        uniqueKeysWithValues: TableFile.all("pages.html").flatMap(\.entries).map { page in
            (page.words[1], page.rows.map { String(decoding: $0.dropFirst(2), as: UTF8.self) }.joined(separator: "\n"))
        })

    /// A text with its holes filled: `{{name}}` is escaped, `{{{name}}}` is HTML.
    static func fill(_ name: String, _ values: [String: String] = [:]) -> String {
        var out = ""
        var rest = texts[name, default: ""][...]
        while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
            let hole = rest[start.upperBound..<end.lowerBound], isHTML = hole.hasPrefix("{")
            let value = values[String(hole.dropFirst(isHTML ? 1 : 0)), default: ""]
            out += rest[..<start.lowerBound] + (isHTML ? value : HTML.escaped(value))
            rest = rest[end.upperBound...].dropFirst(isHTML ? 1 : 0)
        }
        return out + rest
    }
}

/// All text from requests and records is escaped by it.
typealias HTML = MarkupText

extension MarkupText {
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
            separator: "\n")
    }

    static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(escaped(name))\" value=\"\(escaped(value))\">"
    }

    static func alert(_ text: String?) -> String { text.map { "<p role=\"alert\">\(escaped($0))</p>\n" } ?? "" }

    static func section(_ title: String, _ body: String) -> String {
        PageTemplate.fill("section", ["title": title, "body": body]) + "\n"
    }

    /// A form with the session's token hidden in it (`sysparm_ck`).
    static func form(to path: String, in session: SessionStore.Session, _ fields: String) -> String {
        PageTemplate.fill("form", ["path": path, "token": session.csrfToken, "fields": fields])
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

/// The viewer of a page and the instance, which every page shows and passes to its scripts.
struct PageViewer {
    let session: SessionStore.Session
    let account: Account?
    /// The instance's build, which is part of asset URLs.
    let build: String
    /// Wire time, for the offset of the user's zone.
    let now: Timestamp

    /// A page: its content in the frame of all pages. `form` is the page's name without `.do`; `next` is the page that
    /// it redirects to after a few seconds; `notice` is a message about the previous action.
    func page(
        _ title: String, form: String, _ body: String, status: Int = 200, next: String? = nil, notice: String = "",
        hasBar: Bool = true
    ) -> Answer {
        let refresh = next.map { "\n<meta http-equiv=\"refresh\" content=\"3;url=\(HTML.escaped($0))\">" }
        let bar = account.flatMap {
            hasBar ? PageTemplate.fill("bar", ["user": $0.sysID, "name": $0.name]) + "\n" : nil
        }
        let text = PageTemplate.fill(
            "frame",
            [
                "title": title, "form": form, "body": body, "script": script, "build": PercentCoding.encode(build),
                "refresh": refresh ?? "",
                "bar": bar ?? "",
                "notice": notice.isEmpty ? "" : "<p role=\"status\">\(HTML.escaped(notice))</p>\n",
            ])
        return .html(text + "\n", status: status)
    }

    /// The variables that every page sets for its scripts, with the names that clients look for. `g_ck` is the token.
    private var script: String {
        let format = account?.format ?? DateFormat(zone: .sandbox)
        let names = (account?.name ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        // A session id for scripts. The real one is only in HTTP-only cookies.
        var random = SeededRandom(seed: StableHash.mixed(UInt64(bitPattern: StableHash.of(session.csrfToken))))
        return PageTemplate.fill(
            "script",
            [
                "token": session.csrfToken, "session": random.hex(32), "build": HTML.script(build),
                "date": HTML.script(format.date), "dateTime": HTML.script(format.date + " " + format.time),
                "offset": String(format.zone.offset(at: now) * 1000), "isLoggedIn": String(session.hasUser),
                "userID": HTML.script(account?.sysID ?? ""), "userName": HTML.script(account?.userName ?? "guest"),
                "firstName": HTML.script(names.first ?? ""), "lastName": HTML.script(names.count > 1 ? names[1] : ""),
                "roles": HTML.script((account?.roles ?? []).sorted().joined(separator: ",")),
            ])
    }
}
