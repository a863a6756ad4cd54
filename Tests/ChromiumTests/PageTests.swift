import Chromium
import Notation
import TestSupport
import Testing

@Suite(.serialized) struct PageTests {
    private static let styled = """
        <!doctype html><title>One</title><style>:root { color: rgb(1, 2, 3) }
        @media (prefers-color-scheme: dark) { :root { color: rgb(4, 5, 6) } }</style>
        <a href="/two">next</a><form action="/sent"><input name="word" value="a b"><button>go</button></form>
        """
    private static let color = "getComputedStyle(document.documentElement).color"

    @Test func pageIsOpenedReadAndSubmitted() async throws {
        let site = TestSite([
            "/one": Self.styled, "/two": "<title>Two</title>", "/sent": "<p id=p>TARGET</p>",
            "/asks": "<script>document.title = alert('a') + '|' + confirm('b') + '|' + prompt('c')</script>",
        ])
        let closed = RawServer.bound()
        let seen = try await Browser.with { browser in
            var seen: [JSON] = []
            try await browser.setViewport(width: 800, isDark: false)
            try await browser.navigate(to: site.address + "/one")
            seen.append(try await browser.evaluate(Self.color))
            try await browser.setViewport(width: 800, isDark: true)
            seen.append(try await browser.evaluate(Self.color))
            seen.append(try await browser.evaluate("[innerWidth, null, {a: 1.5}]"))
            try await browser.follow("document.querySelector('a').click()")
            seen.append(try await browser.evaluate("Promise.resolve(document.title)"))
            try await browser.navigate(to: site.address + "/one")
            try await browser.follow("document.querySelector('button').click()")
            seen.append(try await browser.evaluate("document.getElementById('p').textContent"))
            // JavaScript dialogs do not block.
            try await browser.navigate(to: site.address + "/asks")
            seen.append(try await browser.evaluate("document.title"))
            let refused = "http://pages.localhost:\(closed.port)/"
            #expect(await Browser.failure { try await browser.navigate(to: refused) } == .pageFailed)
            await #expect(throws: ChromiumFailure.self) { try await browser.evaluate("throw new Error('no')") }
            seen.append(try await browser.evaluate("1 + 1"))
            return seen
        }
        #expect(
            seen == [
                "rgb(1, 2, 3)", "rgb(4, 5, 6)", [800, nil, ["a": .number("1.5")]], "Two", "/sent?word=a+b",
                "undefined|false|null", 2,
            ])
    }

    @Test func pictureShowsTheCompletePage() async throws {
        let site = TestSite([
            "/short": "<!doctype html><body style='margin:0'><div style='height:40px'>short</div>",
            "/long": "<!doctype html><body style='margin:0'><div style='height:3000px'></div>",
            "/endless": "<!doctype html><body style='margin:0'><div style='height:90000px'></div>",
        ])
        let sizes = try await Browser.with { browser in
            var sizes: [[Int]] = []
            for (path, width) in [("/short", 640), ("/long", 320), ("/endless", 64)] {
                let order = ScreenshotRequest(address: site.address + path, width: width)
                sizes.append(Browser.size(try await browser.takeScreenshot(order)))
            }
            return sizes
        }
        #expect(sizes == [[640, 900], [320, 3000], [64, ChromiumSession.maxScreenshotHeight]])
    }

    @Test func otherHostsAreNotResolved() async throws {
        let site = TestSite(["/": "<p>here</p>"])
        try await Browser.with(hosts: ["pages.localhost"]) { browser in
            for address in [site.numeric, site.address.replacing("pages", with: "other"), "http://192.0.2.1/"] {
                #expect(await Browser.failure { try await browser.navigate(to: address) } == .pageFailed)
            }
            #expect(site.visits == 0)
            try await browser.navigate(to: site.address + "/")
            let foreign = try await browser.evaluate(
                "fetch('\(site.numeric)/', {mode: 'no-cors'}).then(r => 'came', e => 'failed')")
            #expect(foreign == "failed")
        }
    }
}
