import ExchangeModel
import Notation

/// Pages of Next Experience: frames drawn by the whole platform around what people want to see.
enum RelayShell {
    /// What is shown in such a page's place; nil for every other.
    static func page(for url: HTTPURL) -> HTTPResponse? {
        guard url.path == "/now" || url.path.hasPrefix("/now/") else { return nil }
        return RelayPage.shell(classic: classic(url.path))
    }

    /// Whether a path is that of the page that signs out, however it is written.
    static func endsSession(_ path: String) -> Bool {
        let path = PercentCoding.decode(path).utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let page = path.split(separator: UInt8(ascii: "/")).last?.prefix { $0 != UInt8(ascii: ";") } ?? []
        return page.map(ASCII.lowercased).elementsEqual("logout.do".utf8)
    }

    /// The classic page that a frame's address names: `/now/nav/ui/classic/params/target/incident.do%3Fsys_id%3D…`.
    private static func classic(_ path: String) -> String? {
        let start = "/now/nav/ui/classic/params/target/"
        guard path.hasPrefix(start) else { return nil }
        let target = "/" + PercentCoding.decode(path.dropFirst(start.count))
        guard HTTPURL.rooted(target) == target, HTTPURL("http://x" + target) != nil else { return nil }
        return target
    }
}
