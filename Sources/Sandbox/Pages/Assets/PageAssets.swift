import ExchangeModel

/// What pages are made with and what they share: style sheets, scripts and images. Nobody needs to be signed in for them.
///
/// Addresses carry the instance's build (`v=`), so what stands behind one never changes and may be kept for long. Some
/// carry none; those are to be asked for again each time, and are answered 304 while they are as they were.
struct PageAssets {
    let build: String
    let store: RecordStore
    /// Wire time.
    let now: Timestamp

    /// The sys_ids that assets are known by.
    private static let layout = "20a1d7d3c0a8016500f5ba3f8e2a7c14"
    private static let cssRecord = "5f1c7f3fdb1010107c5f2f3b139619aa"
    private static let images = ["3a9c3f41c0a8016400c7a1e2f5b0d611", "7b2d5e52c0a8016400d8b2f3a6c1e722"]
    /// The picture in the bar of every page. It has no version.
    static let logo = "/images/sandbox_logo.svg"
    /// A picture of ours that articles show.
    static let diagram = "/" + images[0] + ".iix"
    /// Another one.
    static let badge = "/" + images[1] + ".iix"

    /// The style sheets of a page.
    static func links(build: String) -> String {
        let version = HTML.escaped(PercentCoding.encode(build))
        return """
            <link rel="stylesheet" href="/styles/css_includes_doctype.cssx?v=\(version)&amp;c=\(layout)&amp;theme=system">
            <link rel="stylesheet" href="/\(cssRecord).cssdbx?v=\(version)">
            """
    }

    /// The scripts of a page. It is whole without them.
    static func scripts(build: String) -> String {
        let version = HTML.escaped(PercentCoding.encode(build))
        let day = HTML.escaped(PercentCoding.encode(PageAssets.written(build).civil.dateText))
        return """
            <script src="/scripts/doctype/js_includes_doctype.jsx?v=\(version)&amp;lp=\(day)&amp;c=32_814" defer></script>
            <script src="/ConditionalFocus.jsdbx?v=\(version)&amp;c=32_814" defer></script>
            """
    }

    /// The asset at a path. Nil when none is there.
    func answer(_ request: HTTPRequest, path: String) throws -> Answer? {
        guard let (type, body) = content(path) else { return nil }
        let method = request.effectiveMethod
        guard method == .get || method == .head else {
            return .empty(405, fields: [HeaderField("Allow", "GET, HEAD")])
        }
        let tag = "\"" + String(UInt64(bitPattern: StableHash.of(body)), radix: 16) + "\""
        let written = PageAssets.written(build)
        let fields =
            try caching(isVersioned: request.url.queryFields.contains { $0.name == "v" } || path.hasSuffix(".iix"))
            + [HeaderField("ETag", tag), HeaderField("Last-Modified", written.httpText)]
        let tags = request.headers["If-None-Match"]
        let isKnown =
            tags.map { PageAssets.names($0, tag) } ?? (request.headers["If-Modified-Since"] == written.httpText)
        if isKnown { return .empty(304, fields: fields) }
        return Answer(status: 200, body: body, contentType: type, fields: fields)
    }

    /// What a client may keep, by the properties that instances have for it.
    private func caching(isVersioned: Bool) throws -> [HeaderField] {
        let isKept = try InstanceProperty.isTrue("glide.http.cache", in: store, shipped: true)
        guard isKept, isVersioned else { return [HeaderField("Cache-Control", "max-age=0, must-revalidate")] }
        let control = try InstanceProperty.value("glide.http.cache_control", in: store) ?? ""
        let days = try InstanceProperty.value("glide.http.expire.days", in: store).flatMap { Int64($0) } ?? 369
        let expires = now.advanced(bySeconds: min(max(days, 0), 3650) * 86_400)
        return [
            HeaderField("Cache-Control", control == "public" ? "public" : "private"),
            HeaderField("Expires", expires.httpText),
        ]
    }

    private func content(_ path: String) -> (type: String, body: [UInt8])? {
        switch path {
        case "/styles/css_includes_doctype.cssx":
            ("text/css;charset=UTF-8", Array((StyleSheet.colours + StyleSheet.layout).utf8))
        case "/" + PageAssets.cssRecord + ".cssdbx": ("text/css;charset=UTF-8", Array(StyleSheet.records.utf8))
        case "/scripts/doctype/js_includes_doctype.jsx":
            ("application/javascript;charset=UTF-8", Array(PageScripts.common.utf8))
        case "/ConditionalFocus.jsdbx": ("application/javascript;charset=UTF-8", Array(PageScripts.focus.utf8))
        case PageAssets.logo, "/favicon.ico": ("image/svg+xml", Array(PageImages.logo.utf8))
        case PageAssets.diagram: ("image/png", PageImages.diagram)
        case PageAssets.badge: ("image/png", PageImages.badge)
        default: nil
        }
    }

    /// When the assets of a build were written: a build begins with its day (`08-07-2025_0908`).
    private static func written(_ build: String) -> Timestamp {
        let parts = build.split { $0 == "-" || $0 == "_" }.compactMap { Int($0) }
        guard parts.count == 4, (1...12).contains(parts[0]), (1...31).contains(parts[1]),
            (1990...2200).contains(parts[2]), (0...2359).contains(parts[3])
        else { return SandboxOptions.usualStart }
        let time = CivilTime(
            year: parts[2], month: parts[0], day: parts[1], hour: parts[3] / 100, minute: min(parts[3] % 100, 59))
        return Timestamp(seconds: time.secondsSince1970)
    }

    /// Whether an `If-None-Match` line names a tag.
    private static func names(_ line: String, _ tag: String) -> Bool {
        line.split(separator: ",").contains { entry in
            var entry = entry.drop { $0 == " " }
            while entry.last == " " { entry.removeLast() }
            if entry.hasPrefix("W/") { entry = entry.dropFirst(2) }
            return entry == tag || entry == "*"
        }
    }
}
