import ExchangeModel
import Sandbox
import Testing

struct PageAssetTests {
    /// The addresses of the assets of a page, in order.
    private func assets(_ page: String) -> [String] {
        page.split(separator: "\"").map(String.init).filter { part in
            [".cssx", ".cssdbx", ".jsx", ".jsdbx", ".iix", ".svg", ".ico"].contains {
                part.prefix { $0 != "?" }.hasSuffix($0)
            }
        }.map { $0.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&") }
    }

    @Test func aPageNamesItsAssetsByTheirBuild() throws {
        var options = SandboxOptions(clock: MovableClock())
        options.build = "01-02-2026_1234"
        let browser = try Browser(SandboxInstance(options))
        _ = browser.logIn("john.doe", "password")
        let page = browser.get("/home.do").text
        #expect(
            assets(page) == [
                "/favicon.ico",
                "/styles/css_includes_doctype.cssx?v=01-02-2026_1234&c=20a1d7d3c0a8016500f5ba3f8e2a7c14&theme=system",
                "/5f1c7f3fdb1010107c5f2f3b139619aa.cssdbx?v=01-02-2026_1234",
                "/scripts/doctype/js_includes_doctype.jsx?v=01-02-2026_1234&lp=2026-01-02&c=32_814",
                "/ConditionalFocus.jsdbx?v=01-02-2026_1234&c=32_814", "/images/sandbox_logo.svg",
            ])
        #expect(page.contains("var g_builddate = '01-02-2026_1234';"))
        for asset in assets(page) { #expect(browser.get(asset).status == 200, "\(asset)") }
        let sheet = browser.get(assets(page)[1])
        #expect(sheet.headers["Last-Modified"] == "Fri, 02 Jan 2026 12:34:00 GMT")
    }

    @Test func aVersionedAssetMayBeKeptForAYear() throws {
        let browser = try Browser()
        for (address, type) in [
            ("/styles/css_includes_doctype.cssx?v=1&theme=system", "text/css;charset=UTF-8"),
            ("/ConditionalFocus.jsdbx?v=1", "application/javascript;charset=UTF-8"),
            ("/3a9c3f41c0a8016400c7a1e2f5b0d611.iix", "image/png"),
        ] {
            let answer = browser.get(address)
            #expect(
                answer.headers.map(\.name) == [
                    "Cache-Control", "Expires", "ETag", "Last-Modified", "Content-Type", "X-Content-Type-Options",
                    "Date", "Server",
                ])
            #expect(answer.headers["Cache-Control"] == "private" && answer.headers["Content-Type"] == type)
            // 369 days after the wire's clock.
            let expires = browser.clock.now.advanced(bySeconds: 369 * 86_400).httpText
            #expect(answer.headers["Expires"] == expires)
        }
        #expect(browser.cookies.isEmpty)
    }

    @Test func anAssetWithoutAVersionIsAskedForAgain() throws {
        let browser = try Browser()
        let answer = browser.get("/images/sandbox_logo.svg")
        #expect(answer.headers["Cache-Control"] == "max-age=0, must-revalidate" && answer.headers["Expires"] == nil)
        let tag = try #require(answer.headers["ETag"])
        let day = try #require(answer.headers["Last-Modified"])
        for headers: HeaderFields in [
            ["If-None-Match": tag], ["If-None-Match": "\"x\", W/\(tag)"], ["If-None-Match": "*"],
            ["If-Modified-Since": day],
        ] {
            let known = browser.get("/images/sandbox_logo.svg", headers: headers)
            #expect(known.status == 304 && known.body.isEmpty && known.headers["ETag"] == tag)
            #expect(known.headers["Content-Type"] == nil)
        }
        for headers: HeaderFields in [
            ["If-None-Match": "\"x\""], ["If-Modified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"],
            // A tag counts more than a date.
            HeaderFields([HeaderField("If-None-Match", "\"x\""), HeaderField("If-Modified-Since", day)]),
        ] {
            #expect(browser.get("/images/sandbox_logo.svg", headers: headers).status == 200)
        }
    }

    @Test func aHeadOfAnAssetBringsItsLength() throws {
        let browser = try Browser()
        let whole = browser.get("/favicon.ico")
        let head = browser.ask(.head, "/favicon.ico")
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers["Content-Length"] == String(whole.body.count))
        #expect(browser.ask(.post, "/favicon.ico").status == 405)
    }

    @Test func aPropertyTurnsKeepingOff() throws {
        let browser = try Browser()
        var visit = Visit(sandbox: browser.sandbox)
        visit.user = "admin:admin"
        _ = try visit.create("sys_properties", #"{"name":"glide.http.cache","value":"false"}"#)
        let answer = browser.get("/ConditionalFocus.jsdbx?v=1")
        #expect(answer.headers["Cache-Control"] == "max-age=0, must-revalidate" && answer.headers["Expires"] == nil)
    }

    @Test func pagesAreNotKept() throws {
        let answer = try FormPageTests.browser().get(FormPageTests.address)
        #expect(answer.headers["Cache-Control"] == "no-cache,no-store,must-revalidate,max-age=-1")
        #expect(answer.headers["X-Frame-Options"] == "SAMEORIGIN")
    }
}
