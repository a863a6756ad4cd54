import ExchangeModel

/// What pages are made with and what they share: style sheets, scripts and images. They need no sign-in.
///
/// Addresses carry the instance's build (`v=`), so the content of an address never changes and can be cached. Some
/// carry none; those are to be asked for again each time, and are answered 304 while they are as they were.
struct PageAssets {
    let build: String
    let store: RecordStore
    let now: Timestamp

    private static let layout = "20a1d7d3c0a8016500f5ba3f8e2a7c14"
    private static let cssRecord = "5f1c7f3fdb1010107c5f2f3b139619aa"
    private static let images = ["3a9c3f41c0a8016400c7a1e2f5b0d611", "7b2d5e52c0a8016400d8b2f3a6c1e722"]
    /// The picture in the bar of every page. It has no version.
    static let logo = "/images/sandbox_logo.svg"
    static let diagram = "/" + images[0] + ".iix"
    static let badge = "/" + images[1] + ".iix"

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

/// The scripts of pages. They make nothing that a page without them lacks.
enum PageScripts {
    static let common = """
        (function () {
          'use strict';
          document.documentElement.classList.add('scripted');
          if (window.top !== window) { document.documentElement.classList.add('framed'); }
          document.addEventListener('submit', function (event) {
            var form = event.target;
            if (form.dataset.sent) { event.preventDefault(); return; }
            form.dataset.sent = 'true';
          });
        }());

        """
    static let focus = """
        (function () {
          'use strict';
          document.addEventListener('DOMContentLoaded', function () {
            var field = document.querySelector('[aria-invalid="true"], [data-focus]');
            if (field) { field.focus(); }
          });
        }());

        """
}

/// The pictures of pages, drawn here.
enum PageImages {
    static let logo = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">\
        <rect width="24" height="24" rx="5" fill="#0056b3"/>\
        <path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>

        """

    /// Three boxes in a row with a line through them: how things hang together.
    static let diagram = PNGImage(
        width: 240, height: 80, palette: [0xF2F6FB, 0x0056B3, 0x7A8CA3, 0xFFFFFF]
    ) { x, y in
        for left in [16, 92, 168] where (left..<left + 56).contains(x) && (20..<60).contains(y) {
            let isEdge = x < left + 3 || x >= left + 53 || y < 23 || y >= 57
            return isEdge ? 1 : 3
        }
        return (38..<42).contains(y) && (16..<224).contains(x) ? 2 : 0
    }.bytes

    static let badge = PNGImage(width: 48, height: 48, palette: [0xFFFFFF, 0x1E8449, 0xD5F5E3]) { x, y in
        let (dx, dy) = (x - 24, y - 24)
        let distance = dx * dx + dy * dy
        if distance > 22 * 22 { return 0 }
        return distance > 17 * 17 ? 1 : 2
    }.bytes
}

/// A picture of up to 256 colours as a PNG file (ISO/IEC 15948), not compressed.
struct PNGImage {
    let bytes: [UInt8]

    /// Draws a picture: `colour` gives the place in `palette` (0xRRGGBB each) of a point's colour.
    init(width: Int, height: Int, palette: [UInt32], _ colour: (_ x: Int, _ y: Int) -> UInt8) {
        var lines: [UInt8] = []
        lines.reserveCapacity((width + 1) * height)
        for y in 0..<height {
            // No filter.
            lines.append(0)
            for x in 0..<width { lines.append(colour(x, y)) }
        }
        let header = PNGImage.word(UInt32(width)) + PNGImage.word(UInt32(height)) + [8, 3, 0, 0, 0]
        let colours = palette.flatMap {
            [UInt8(truncatingIfNeeded: $0 >> 16), UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
        }
        bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGImage.chunk("IHDR", header)
            + PNGImage.chunk("PLTE", colours) + PNGImage.chunk("IDAT", PNGImage.stored(lines))
            + PNGImage.chunk("IEND", [])
    }

    /// A zlib stream (RFC 1950) of stored blocks.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, data.count)
            let count = UInt16(end - start)
            out.append(end == data.count ? 1 : 0)
            for half in [count, ~count] { out += [UInt8(half & 0xFF), UInt8(half >> 8)] }
            out += data[start..<end]
            start = end
        } while start < data.count
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + word(b << 16 | a)
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        return word(UInt32(data.count)) + named + word(checksum(named))
    }

    /// CRC-32 as PNG has it.
    private static func checksum(_ data: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    private static func word(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
