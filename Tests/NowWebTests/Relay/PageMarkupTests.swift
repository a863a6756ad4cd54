import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import NowWeb

/// What the relay changes in a page, compared as a whole.
struct RelayMarkupTests {
    private func shown(_ page: String, sheet: String = "", dest: String = "document") async throws -> String {
        let fixture = try RelayFixture([RelayFixture.page(page)], sheet: sheet)
        return try await fixture.relay.send(try RelayFixture.request("/x.do", dest: dest)).text
    }

    @Test(arguments: [
        ("<a href=\"https://dev.service-now.com/a.do?b#c\">", "<a href=\"/a.do?b#c\">"),
        ("<a href='HTTPS://Dev.Service-Now.com'>", "<a href='/'>"),
        ("<a href='//dev.service-now.com/\\e.example/'>", "<a href='/./\\e.example/'>"),
        ("<a href='//dev.service-now.com/&#47;e.example/'>", "<a href='/./&#47;e.example/'>"),
        ("<a href='//dev.service-now.com/\t/e.example/'>", "<a href='/./\t/e.example/'>"),
        ("<!--!><a href=//dev.service-now.com/a>-->", "<!--!><a href=//dev.service-now.com/a>-->"),
        ("<!--a--!><a href=//dev.service-now.com/a>", "<!--a--!><a href=/a>"),
        ("<a href=https://dev.service-now.com/a>", "<a href=/a>"),
        ("<a href=\" https://dev.service-now.com?x\">", "<a href=\" /?x\">"),
        ("<img src='//dev.service-now.com/a.png'>", "<img src='/a.png'>"),
        ("<a href='https://dev.service-now.com//evil.example/'>", "<a href='/.//evil.example/'>"),
        ("<form ACTION = \"https://dev.service-now.com/a.do\">", "<form ACTION = \"/a.do\">"),
        ("<base href='https://dev.service-now.com/'>", "<base href='/'>"),
        ("<a href=\"https://dev.service-now.com.evil.example/\">", nil),
        ("<a href=\"https://dev.service-now.com@evil.example/\">", nil),
        ("<a href=\"https://dev.service-now.com:8443/\">", nil),
        ("<a href=\"http://dev.service-now.com/\">", "<a href=\"/\">"),
        ("<a href=\"http://dev.service-now.com:80/\">", nil),
        ("<meta content='3; URL=https://dev.service-now.com/a.do'>", "<meta content='3; URL=/a.do'>"),
        ("<meta content=\"0;url='/a.do'\">", nil), ("<meta content=\"0;url=a.do?b\">", nil),
        ("<meta content='0;url=https://evil.example/'>", "<meta content=''>"),
        ("<meta content='0;url=//evil.example/'>", "<meta content=''>"),
        ("<meta content='0;url=/\\evil.example/'>", "<meta content=''>"),
        ("<meta content='0;url=&#47;/evil.example/'>", "<meta content=''>"),
        ("<meta content='0;url=ht\ttps://evil.example/'>", "<meta content=''>"),
        ("<meta content='what an instance is'>", nil),
        ("<input value=\"https://dev.service-now.com/a\">", nil),
        ("<p>https://dev.service-now.com/a</p>", nil),
        ("<!-- <a href=\"https://dev.service-now.com/a\"> -->", nil),
        ("<script>x = '<a href=\"https://dev.service-now.com/a\">'</script>", nil),
        ("<textarea><a href=\"https://dev.service-now.com/a\"></textarea>", nil),
        ("<a title='>' href=\"https://dev.service-now.com/a\">", "<a title='>' href=\"/a\">"),
        ("<a href=\"https://dev.service-now.com/a", "<a href=\"/a"),
        ("< a href=\"https://dev.service-now.com/a\">", nil),
        ("<", nil), ("</", nil), ("<!", nil), ("<!--", nil), ("<a", nil), ("<a href", nil), ("<a href=", nil),
        ("<a href=\"", nil), ("<script>", nil), ("", nil),
    ])
    func instanceURLsAreRewritten(page: String, wanted: String?) async throws {
        try await expectEqual(shown(page, dest: "iframe"), wanted ?? page)
    }

    @Test(arguments: [
        (
            "<html><head><title>a</title></head><body>b</body></html>",
            "<html><head><title>a</title><style>S</style></head><body>b</body></html>"
        ),
        ("<head><script>'</head>'</script></HEAD >", "<head><script>'</head>'</script><style>S</style></HEAD >"),
        ("<title></head></title><body class=x>b", "<title></head></title><style>S</style><body class=x>b"),
        ("<!doctype html><html lang=en><p>b", "<!doctype html><html lang=en><style>S</style><p>b"),
        ("<!doctype html><p>b", "<!doctype html><style>S</style><p>b"), ("b", "<style>S</style>b"),
    ])
    func themeIsInsertedLast(page: String, wanted: String) async throws {
        try await expectEqual(shown(page, sheet: "S"), wanted)
        try await expectEqual(shown(page, sheet: "S", dest: "empty"), page)
        #expect(try await shown(page, sheet: "a</style>b").contains("<style>a<\\/style>b</style>"))
    }

    @Test func utf16AndOtherContentAreUnchanged() async throws {
        let page = "<a href=\"https://dev.service-now.com/a\">"
        for type in ["text/html; charset=utf-16le", "text/css", "application/json"] {
            let answer = HTTPResponse(status: 200, headers: ["Content-Type": type], body: Array(page.utf8))
            let fixture = try RelayFixture([answer], sheet: "S")
            try await expectEqual(fixture.relay.send(try RelayFixture.request("/x")).text, page)
        }
    }

    @Test func brokenPagesAreUnchanged() async throws {
        for piece in ["<", "<!--", "<a href=\"", "<script>", "</", "<a b=c ", "<title", "<!", "-->", "<x y='"] {
            let page = String(repeating: piece, count: 40_000)
            #expect(try await shown(page).utf8.count >= page.utf8.count)
        }
    }
}
