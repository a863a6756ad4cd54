import ExchangeModel
import Notation
import Testing

@testable import NowWeb

/// What the relay changes in a page, compared as a whole.
@Suite struct RelayMarkupTests {
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
        #expect(try await shown(page, dest: "iframe") == wanted ?? page)
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
        #expect(try await shown(page, sheet: "S") == wanted)
        #expect(try await shown(page, sheet: "S", dest: "empty") == page)
        #expect(try await shown(page, sheet: "a</style>b").contains("<style>a<\\/style>b</style>"))
    }

    @Test func utf16AndOtherContentAreUnchanged() async throws {
        let page = "<a href=\"https://dev.service-now.com/a\">"
        for type in ["text/html; charset=utf-16le", "text/css", "application/json"] {
            let answer = HTTPResponse(status: 200, headers: ["Content-Type": type], body: Array(page.utf8))
            let fixture = try RelayFixture([answer], sheet: "S")
            #expect(try await fixture.relay.send(try RelayFixture.request("/x")).text == page)
        }
    }

    @Test func brokenPagesAreUnchanged() async throws {
        for piece in ["<", "<!--", "<a href=\"", "<script>", "</", "<a b=c ", "<title", "<!", "-->", "<x y='"] {
            let page = String(repeating: piece, count: 40_000)
            #expect(try await shown(page).utf8.count >= page.utf8.count)
        }
    }
}

/// A form that was not sent is shown again with what was typed.
@Suite struct FormRefillTests {
    private let page = """
        <title>x</title><form><input name=q></form><form method=post action=/save.do>
        <input type=hidden name=sysparm_ck value=new><input type=hidden name="caller" value=''><input name="short" value="old">
        <textarea name=notes>
        one</textarea><select name=urgency><option value=1>1 - High<option value=2 selected>2</select>
        <select name=watch multiple><optgroup label=x><option>a<option selected>b</optgroup><option>c</select>
        <input type=checkbox name=active checked value=true><input type=checkbox name=known value=true>
        <input type=radio name=impact value=1><input type=radio name=impact value=3 checked="">
        <input type=password name=pin value=""><input type=file name=file><input name=gone value=kept disabled>
        <button name=action value=save>Save</button></form>
        """
    private let typed = [
        ("sysparm_ck", "old"), ("caller", "46d44a"), ("short", "a \"b\" <i> ü"), ("notes", "\n1\r\n</textarea>2"),
        ("urgency", "1"), ("watch", "a"), ("watch", "c"), ("known", "true"), ("impact", "1"), ("pin", "1234"),
        ("action", "save"),
    ]

    private func again(_ body: String, _ typed: [(String, String)]) throws -> WebPage? {
        let page = WebPage(
            address: try #require(HTTPURL("https://dev.service-now.com/a.do")),
            response: HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array(body.utf8)))
        return page.refilled(
            with: typed.map { FormEntry($0.0, .text($0.1)) }, notice: "Not sent.")
    }

    @Test func typedValuesAreShown() throws {
        let again = try #require(try again(page, typed))
        let form = again.document.forms[1]
        var sent = try FormFiller(form).submission().entries.map { entry in
            if case .text(let text) = entry.value { "\(entry.name)=\(text)" } else { "\(entry.name)=file" }
        }
        #expect(sent.removeFirst() == "sysparm_ck=new")
        #expect(
            sent == [
                "caller=46d44a", "short=a \"b\" <i> ü", "notes=\n1\r\n</textarea>2", "urgency=1", "watch=a", "watch=c",
                "known=true", "impact=1", "pin=", "file=file", "action=save",
            ])
        #expect(form.fields.first { $0.name == "gone" }?.value == "kept")
        #expect(again.received?.forms[1].fields.first { $0.name == "short" }?.value == "old")
        #expect(again.document.forms[0] == again.received?.forms[0])
        #expect(NowWebPage(again).text.contains("Not sent."))
        #expect(again.typed.contains("short: a \"b\" <i> ü") && !again.typed.contains { $0.contains("46d44a") })
    }

    @Test(arguments: ["<form><input name=other></form>", "<p>Gone</p>", ""])
    func otherPagesAreNotChanged(body: String) throws {
        #expect(try again(body, [("short", "x"), ("y", "z")]) == nil)
    }
}
