import ExchangeModel
import NowSDK
import NowWeb
import TestSupport
import Testing

struct PageAddressTests {
    private func read(_ text: String, from base: String? = "/nav/incident.do?sys_id=1") throws -> String {
        let instance = try Instance("https://dev1.example.com")
        let page = base.flatMap { HTTPURL("https://dev1.example.com" + $0) }
        return Self.describe(PageAddress(text, from: page, at: instance))
    }

    private static func describe(_ address: PageAddress) -> String {
        switch address {
        case .page(let url): url.target
        case .fragment(let name): "#" + name
        case .elsewhere(let url): url.description
        case .unsupported(let scheme): scheme + ":"
        case .unreadable: "?"
        }
    }

    @Test(arguments: [
        ("incident.do", "/nav/incident.do"), ("/incident.do?sys_id=2", "/incident.do?sys_id=2"),
        ("?sys_id=3", "/nav/incident.do?sys_id=3"), ("?", "/nav/incident.do?"), ("", "/nav/incident.do?sys_id=1"),
        (" \n\t", "/nav/incident.do?sys_id=1"), ("./a", "/nav/a"), ("../a", "/a"), ("../../../a", "/a"),
        ("/a/./b/../c", "/a/c"), ("/a/%2e%2E/b", "/b"), ("/a/.%2e", "/"), ("/a/b/..", "/a/"), ("/a/.", "/a/"),
        ("a//b", "/nav/a//b"), ("/a/..b", "/a/..b"), ("//dev1.example.com/x", "/x"), ("/", "/"),
        ("https://dev1.example.com", "/"), ("HTTPS://DEV1.Example.COM:443/x#y", "/x"),
        ("https:x.do", "/nav/x.do"), ("https:/dev1.example.com/x", "/x"), ("https:///dev1.example.com/x", "/x"),
        ("https://dev1.example.com:/x", "/x"), ("http://dev1.example.com/x?y#z", "/x?y"),
        ("https://dev1%2eexample.com/x", "/x"),
        // A fragment is not a page.
        ("#notes", "#notes"), ("#", "#"), ("#a%20b%C3%BC", "#a bü"), ("?sys_id=1#notes", "#notes"),
        ("incident.do?sys_id=1#x", "#x"), ("incident.do?sys_id=2#x", "/nav/incident.do?sys_id=2"),
        // Another host is recognized in any spelling.
        ("//evil.example.com/x", "https://evil.example.com/x"),
        ("\\\\evil.example.com\\x", "https://evil.example.com/x"),
        ("/\\evil.example.com", "https://evil.example.com/"), ("\\/evil.example.com/", "https://evil.example.com/"),
        ("https:\\\\evil.example.com\\a\\b?c\\d", "https://evil.example.com/a/b?c\\d"),
        ("https://dev1.example.com:8443/", "https://dev1.example.com:8443/"),
        ("http://dev1.example.com:8080/x", "http://dev1.example.com:8080/x"),
        ("http://other.example.com", "http://other.example.com/"),
        ("https://dev1.example.com@evil.example.com/x", "https://evil.example.com/x"),
        ("https://dev1.example.com\\@evil.example.com", "/@evil.example.com"),
        ("https://dev1.example.com.evil.com/", "https://dev1.example.com.evil.com/"),
        ("ht\ntps://evil.exa\tmple.com/", "https://evil.example.com/"),
        // Not a page.
        ("javascript:alert(1)", "javascript:"), ("  JavaScript:void(0)", "javascript:"),
        ("java\nscript:alert(1)", "javascript:"), ("\u{1}javascript:x", "javascript:"), ("data:text/html,x", "data:"),
        ("mailto:a@b.c", "mailto:"), ("tel:1", "tel:"), ("ftp://dev1.example.com/", "ftp:"), ("x-y.z+1:", "x-y.z+1:"),
        ("https://", "?"), ("https://user:pw@dev1.example.com/", "?"), ("https://[::1", "?"), ("//", "?"),
        ("https://a b/", "?"), ("https://dev1.example.com:99999/", "?"), ("https://dev1.example.com%2Fx/", "?"),
        ("1:2", "/nav/1:2"), (":x", "/nav/:x"), ("a/b:c", "/nav/a/b:c"),
        // Unsafe characters are escaped.
        ("a b?c d", "/nav/a%20b?c%20d"), ("ü?ü=é", "/nav/%C3%BC?%C3%BC=%C3%A9"), ("a\u{1B}[2J", "/nav/a%1B[2J"),
        ("a\u{7F}\u{9B}", "/nav/a%7F%C2%9B"), ("x?q=a^b\"<>'", "/nav/x?q=a^b%22%3C%3E%27"),
        ("x^`{}", "/nav/x%5E%60%7B%7D"), ("%zz%4", "/nav/%zz%4"), ("a%20b", "/nav/a%20b"), ("a?b?c", "/nav/a?b?c"),
        ("e\u{301}/x", "/nav/e%CC%81/x"), ("/\u{301}", "/%CC%81"), ("a\r\nb", "/nav/ab"),
    ])
    func addressIsResolvedLikeABrowser(text: String, expected: String) throws {
        try expectEqual(read(text), expected)
    }

    @Test func relativeURLDefaultsToRoot() throws {
        try expectEqual(read("incident.do", from: nil), "/incident.do")
        try expectEqual(read("", from: nil), "?")
        try expectEqual(read("../x", from: nil), "/x")
        try expectEqual(read("x", from: "/ü/../é/incident.do"), "/%C3%A9/x")
    }

    @Test func longURLIsParsedInLinearTime() throws {
        let deep = String(repeating: "a/../", count: 100_000)
        try expectEqual(read("/" + deep + "x"), "/x")
        try expectEqual(read(String(repeating: "/", count: 100_000)), "?")
    }

    @Test(arguments: [
        ("/nav_to.do?uri=%2Fincident.do%3Fsys_id%3D1%26sysparm_view%3Dess", "/incident.do?sys_id=1&sysparm_view=ess"),
        ("/nav_to.do?uri=incident.do?sys_id=1", "/incident.do?sys_id=1"),
        ("/now/nav/ui/classic/params/target/incident.do%3Fsys_id%3D1", "/incident.do?sys_id=1"),
        ("/now/nav/ui/classic/params/target/incident.do%253Fsys_id%253D1", "/incident.do?sys_id=1"),
        ("/now/nav/ui/classic/params/target/%24pa_dashboard.do", "/$pa_dashboard.do"),
        ("/nav_to.do?uri=%2Fnav_to.do%3Furi%3Dhome.do", "/home.do"),
        ("/nav_to.do?uri=https%3A%2F%2Fevil.example.com%2F", "https://evil.example.com/"),
        ("/nav_to.do?uri=javascript:alert(1)", "javascript:"), ("/nav_to.do", "/nav_to.do"),
        ("/nav_to.do?uri=", "/nav_to.do?uri="), ("/incident.do?uri=x", "/incident.do?uri=x"),
        ("/now/nav/ui/classic/params/target/", "/now/nav/ui/classic/params/target/"),
    ])
    func frameURLResolvesToItsPage(text: String, expected: String) throws {
        let instance = try Instance("https://dev1.example.com")
        let address = PageAddress(text, from: nil, at: instance)
        expectEqual(Self.describe(address.unframed(at: instance)), expected)
    }
}
