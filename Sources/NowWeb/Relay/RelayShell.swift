import ExchangeModel

/// Pages of Next Experience: frames drawn by the whole platform around what people want to see.
enum RelayShell {
    /// What is shown in such a page's place; nil for every other.
    static func page(for url: HTTPURL) -> HTTPResponse? {
        guard url.path == "/now" || url.path.hasPrefix("/now/") else { return nil }
        return RelayPage.shell(classic: classic(url.path))
    }

    /// The classic page that a frame's address names: `/now/nav/ui/classic/params/target/incident.do%3Fsys_id%3D…`.
    private static func classic(_ path: String) -> String? {
        let start = "/now/nav/ui/classic/params/target/"
        guard path.hasPrefix(start) else { return nil }
        let target = "/" + PercentCoding.decode(path.dropFirst(start.count))
        guard !target.hasPrefix("//"), HTTPURL("http://x" + target) != nil else { return nil }
        return target
    }
}
