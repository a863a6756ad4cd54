import ExchangeModel

/// The embedded style sheets, scripts and images of pages. They need no sign-in.
///
/// Versioned URLs have the instance's build (`v=`), so their content never changes and can be cached. Unversioned ones
/// must be revalidated, and are answered with 304 if unchanged.
struct PageAssets {
    let build: String
    let now: Timestamp

    private static let recordStyles = "/5f1c7f3fdb1010107c5f2f3b139619aa.cssdbx"
    /// The logo in the bar of every page. It is unversioned.
    static let logo = "/images/sandbox_logo.svg"
    static let diagram = "/3a9c3f41c0a8016400c7a1e2f5b0d611.iix"
    static let badge = "/7b2d5e52c0a8016400d8b2f3a6c1e722.iix"

    /// The embedded file at each path. Colors are custom properties with the names that instances use.
    private static let files = [
        "/styles/css_includes_doctype.cssx": "page.css", recordStyles: "records.css",
        "/scripts/doctype/js_includes_doctype.jsx": "page.js", "/ConditionalFocus.jsdbx": "focus.js",
        logo: "logo.svg", "/favicon.ico": "logo.svg", diagram: "diagram.png", badge: "badge.png",
    ]
    private static let types = [
        "css": "text/css;charset=UTF-8", "js": "application/javascript;charset=UTF-8", "svg": "image/svg+xml",
        "png": "image/png",
    ]

    static func links(build: String) -> String {
        let version = HTML.escaped(PercentCoding.encode(build))
        return """
            <link rel="stylesheet" href="/styles/css_includes_doctype.cssx?v=\(version)&amp;\
            c=20a1d7d3c0a8016500f5ba3f8e2a7c14&amp;theme=system">
            <link rel="stylesheet" href="\(recordStyles)?v=\(version)">
            """
    }

    /// The scripts of a page, which also works without them.
    static func scripts(build: String) -> String {
        let version = HTML.escaped(PercentCoding.encode(build))
        let day = HTML.escaped(PercentCoding.encode(PageAssets.written(build).civil.dateText))
        return """
            <script src="/scripts/doctype/js_includes_doctype.jsx?v=\(version)&amp;lp=\(day)&amp;c=32_814" defer></script>
            <script src="/ConditionalFocus.jsdbx?v=\(version)&amp;c=32_814" defer></script>
            """
    }

    /// The asset at a path; nil if there is none.
    func answer(_ request: HTTPRequest, path: String) -> Answer? {
        guard let name = PageAssets.files[path], let file = TableFile.all(name).first else { return nil }
        guard [.get, .head].contains(request.effectiveMethod) else {
            return .empty(405, fields: [HeaderField("Allow", "GET, HEAD")])
        }
        let body = Array(file.bytes)
        let tag = "\"" + String(UInt64(bitPattern: StableHash.of(body)), radix: 16) + "\""
        let written = PageAssets.written(build)
        let fields =
            caching(isVersioned: request.url.queryFields.contains { $0.name == "v" } || path.hasSuffix(".iix"))
            + [HeaderField("ETag", tag), HeaderField("Last-Modified", written.httpText)]
        let isKnown =
            request.headers["If-None-Match"].map { PageAssets.names($0, tag) }
            ?? (request.headers["If-Modified-Since"] == written.httpText)
        if isKnown { return .empty(304, fields: fields) }
        let type = name.split(separator: ".").last.flatMap { PageAssets.types[String($0)] } ?? ""
        return Answer(status: 200, body: body, contentType: type, fields: fields)
    }

    private func caching(isVersioned: Bool) -> [HeaderField] {
        guard isVersioned else { return [HeaderField("Cache-Control", "max-age=0, must-revalidate")] }
        return [
            HeaderField("Cache-Control", "private"),
            HeaderField("Expires", now.advanced(bySeconds: 369 * 86_400).httpText),
        ]
    }

    /// The modification date of a build's assets: a build begins with its date (`08-07-2025_0908`).
    private static func written(_ build: String) -> Timestamp {
        let parts = build.split { $0 == "-" || $0 == "_" }.compactMap { Int($0) }
        guard parts.count == 4, (1...12).contains(parts[0]), (1...31).contains(parts[1]),
            (1990...2200).contains(parts[2]), (0...2359).contains(parts[3])
        else { return SandboxOptions.defaultStart }
        let time = CivilTime(
            year: parts[2], month: parts[0], day: parts[1], hour: parts[3] / 100, minute: min(parts[3] % 100, 59))
        return Timestamp(seconds: time.secondsSince1970)
    }

    /// Whether `If-None-Match` contains a tag.
    private static func names(_ line: String, _ tag: String) -> Bool {
        line.split(separator: ",").contains { entry in
            var entry = entry.drop { $0 == " " }
            while entry.last == " " { entry.removeLast() }
            if entry.hasPrefix("W/") { entry = entry.dropFirst(2) }
            return entry == tag || entry == "*"
        }
    }
}
