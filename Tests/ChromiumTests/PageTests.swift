import ExchangeModel
import Chromium
import Foundation
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
            await expectEqual(Browser.failure { try await browser.navigate(to: refused) }, .pageFailed)
            await #expect(throws: ChromiumFailure.self) { try await browser.evaluate("throw new Error('no')") }
            seen.append(try await browser.evaluate("1 + 1"))
            return seen
        }
        expectEqual(
            seen,
            [
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
                let picture = try await browser.takeScreenshot(site.address + path, width: width)
                sizes.append(Browser.size(picture))
            }
            return sizes
        }
        expectEqual(sizes, [[640, 900], [320, 3000], [64, ChromiumSession.maxScreenshotHeight]])
    }

    @Test func otherHostsAreNotResolved() async throws {
        let site = TestSite(["/": "<p>here</p>"])
        try await Browser.with(hosts: ["pages.localhost"]) { browser in
            for address in [site.numeric, site.address.replacing("pages", with: "other"), "http://192.0.2.1/"] {
                await expectEqual(Browser.failure { try await browser.navigate(to: address) }, .pageFailed)
            }
            expectEqual(site.visits, 0)
            try await browser.navigate(to: site.address + "/")
            let foreign = try await browser.evaluate(
                "fetch('\(site.numeric)/', {mode: 'no-cors'}).then(r => 'came', e => 'failed')")
            expectEqual(foreign, "failed")
        }
    }
}

/// A server of a few pages on 127.0.0.1.
final class TestSite: Sendable {
    private let server: RawServer

    /// - Parameter pages: content by path; other paths get no response.
    init(_ pages: [String: String]) {
        server = RawServer { connection in
            while let request = connection.readRequest() {
                let target = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                let path = target.split(separator: "?").first.map(String.init) ?? ""
                if path == "/favicon.ico" {
                    connection.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                } else if let page = pages[path] {
                    let shown = page.replacing("TARGET", with: target)
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
                            + "Content-Length: \(shown.utf8.count)\r\n\r\n\(shown)")
                }
            }
        }
    }

    var address: String { "http://pages.localhost:\(server.port)" }
    var numeric: String { server.address }
    var visits: Int { server.connectionCount }
}

/// Debian's Chromium with only PATH from this process's environment.
enum Browser {
    static var program: ChromiumProgram { get throws { try ChromiumProgram.find(path: nil) } }
    static let environment = ["PATH": "/usr/bin:/bin"]

    static func with<Value: Sendable>(
        folder: String = "/tmp", hosts: [String] = ["*.localhost"], timeout: Duration = .seconds(600),
        _ work: @Sendable (ChromiumSession) async throws -> Value
    ) async throws -> Value {
        try await ChromiumSession.with(
            try program, environment: environment, folder: folder, hosts: hosts, timeout: timeout, work)
    }

    /// The kind of failure that `work` throws; nil when it succeeds.
    static func failure(_ work: () async throws -> Void) async -> ChromiumFailure.Kind? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? ChromiumFailure)?.kind
        }
    }

    /// Width and height of a PNG.
    static func size(_ picture: [UInt8]) -> [Int] {
        guard picture.count > 24 else { return [] }
        return [16, 20].map { start in picture[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    }
}

/// A folder with a path short enough for Unix domain sockets inside it.
final class ShortFolder: Sendable {
    let path: String

    init() {
        path = "/tmp/sd-" + String(UInt32.random(in: 0...UInt32.max), radix: 36)
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
