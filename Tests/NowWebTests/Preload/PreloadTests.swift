import CassetteStore
import ExchangeModel
import LiveTransport
import LoopbackServer
import NowSDK
import NowWeb
import Synchronization
import TapeDeck
import TestSupport
import Testing

struct PreloadTests {
    @Test func fiftyPagesWithTwoHundredAssets() async throws {
        let site = try PreloadSite()
        let first = try await site.preloader().preload(site.addresses)
        expectEqual(site.taken(), [50, 200, 0])
        #expect(first.isComplete)
        #expect(first.requests == 250 && first.conditional == 0 && first.cached == 0)
        #expect(first.assets.count == PreloadSite.assets && first.assets.allSatisfy(\.isKept))
        expectEqual(first.bytesFetched, first.assets.reduce(0) { $0 + $1.bytes })

        // Everything is fresh: only the pages, which are not cacheable, are requested.
        let second = try await site.preloader().preload(site.addresses)
        expectEqual(site.taken(), [50, 0, 0])
        #expect(second.requests == 50 && second.cached == 200 && second.bytesFetched == 0)

        // Everything is stale but unchanged: each asset is revalidated once, and no body is sent again.
        site.clock.advance(by: 370 * 86400)
        let third = try await site.preloader().preload(site.addresses)
        expectEqual(site.taken(), [50, 200, 200])
        #expect(third.conditional == 200 && third.renewed == 200 && third.bytesFetched == 0 && third.isComplete)
    }

    @Test func newVersionIsFetchedAndNothingElse() async throws {
        let site = try PreloadSite()
        _ = try await site.preloader().preload(site.addresses)
        _ = site.taken()
        site.publish(version: 2)
        let report = try await site.preloader().preload(site.addresses)
        expectEqual(site.taken(), [50, 200, 0])
        #expect(report.isComplete && report.conditional == 0)
        expectEqual(site.cache.answers.count, 400)
        _ = try await site.preloader().preload(site.addresses)
        expectEqual(site.taken(), [50, 0, 0])
    }

    @Test func staleAndChangedAssetsAreFetched() async throws {
        let site = try PreloadSite()
        _ = try await site.preloader().preload(site.addresses)
        site.clock.advance(by: 370 * 86400)
        site.server["/shared1.cssx?v=1"] = AssetServer.Item(body: [1, 2, 3], headers: ["ETag": "\"new\""])
        let report = try await site.preloader().preload(Array(site.addresses.prefix(1)))
        #expect(report.renewed == 43 && report.bytesFetched == 3)
        expectEqual(
            site.cache[site.instance.url("/shared1.cssx", query: [("v", "1")])]?.response.body, [1, 2, 3])
    }

    /// The first page is requested alone, since it signs in.
    @Test func sixRequestsRunConcurrently() async throws {
        let held = HeldTransport(passing: 1), instance = try Instance("http://sandbox.localhost")
        let preloader = Preloader(
            client: PageClient(instance: instance, transport: held), cache: WebCache(), clock: ManualClock())
        let task = Task { try await preloader.preload((0..<20).map { instance.url("/page\($0).do") }) }
        await held.arrived(7)
        for _ in 0..<100 { await Task.yield() }
        expectEqual(held.count, 7)
        held.release()
        try await expectEqual(task.value.pages.count, 20)
    }
}

struct PreloadTapeTests {
    private func deck(_ path: String, _ instance: Instance, _ next: any Transport) -> RecordingDeck {
        RecordingDeck(
            session: SessionRecord(
                startedAt: ManualClock.start, instance: instance.origin.origin, user: "john.doe", zone: "UTC",
                zoneRules: "UTC0", width: 80, version: "0.1", policy: "", settings: "{}", seed: 7),
            secrets: SecretBook(), clock: ManualClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path) }, next: { next })
    }

    @Test func parallelPreloadReplays() async throws {
        let folder = TemporaryFolder()
        let site = try PreloadSite()
        // Three times: with an empty cache, with everything fresh, with everything stale.
        let recording = deck(folder.file("p.cassette"), site.instance, site.transport)
        let cache = WebCache()
        var reports: [PreloadReport] = []
        for wait: Int64 in [0, 10, 370 * 86400] {
            site.clock.advance(by: wait)
            reports.append(try await site.preloader(by: recording.transport, cache: cache).preload(site.addresses))
        }
        try recording.close()
        expectEqual(reports.map(\.conditional), [0, 0, 200])

        let player = Player(try Cassette.playing(at: folder.file("p.cassette")), isStrict: true)
        let replay = try PreloadSite()
        let replayed = WebCache()
        for (number, wait) in [0, 10, 370 * 86400].enumerated() {
            replay.clock.advance(by: Int64(wait))
            let preloader = Preloader(
                client: PageClient(instance: site.instance, transport: player), cache: replayed, clock: replay.clock)
            try await expectEqual(preloader.preload(site.addresses), reports[number])
        }
        expectEqual(replayed.answers.map(\.response.body), cache.answers.map(\.response.body))
        #expect(replay.server.taken().isEmpty)
    }

    @Test func compressedBytesReplayUnchanged() async throws {
        let folder = TemporaryFolder()
        let plain = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 256) }
        let coded = Gzip.compress(plain)
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.contains("If-None-Match: \"a\"\r\n") {
                    connection.write(Array("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n".utf8))
                } else {
                    let head = [
                        "HTTP/1.1 200 OK", "Content-Type: image/png", "ETag: \"a\"", "Content-Encoding: gzip",
                        "Content-Length: \(coded.count)",
                    ]
                    connection.write(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + coded)
                }
            }
        }
        let instance = try Instance(server.address)
        let recording = deck(folder.file("a.cassette"), instance, CurlTransport())
        func ask(_ transport: any Transport) async throws -> [String] {
            let client = AssetClient(transport: transport, cache: WebCache(), clock: ManualClock())
            var answers: [String] = []
            for _ in 0..<3 {
                let answer = try await client.asset(at: instance.url("/a.iix"))
                expectEqual(answer.response.body, plain)
                expectEqual(answer.response.headers["Content-Encoding"], nil)
                answers.append("\(answer.source) \(answer.response.status) \(answer.response.headers["ETag"] ?? "")")
            }
            return answers
        }
        let live = try await ask(recording.transport)
        try recording.close()
        expectEqual(live, ["instance 200 \"a\"", "renewed 200 \"a\"", "renewed 200 \"a\""])
        let player = Player(try Cassette.playing(at: folder.file("a.cassette")), isStrict: true)
        try await expectEqual(ask(player), live)
    }
}

/// A site of pages with assets on a real socket, and a client of it.
final class PreloadSite: Sendable {
    let clock = ManualClock()
    let server: AssetServer
    let listener: LoopbackListener
    let instance: Instance
    let transport: CurlTransport
    let cache: WebCache

    /// Each page needs eight assets: four shared by all pages, one shared by every tenth, and three of its own. The
    /// first style sheet refers to a picture.
    static let pages = 50
    static let assets = 200

    init(cache: WebCache = WebCache()) throws {
        self.cache = cache
        server = AssetServer(clock: clock)
        listener = try LoopbackListener(server)
        instance = try Instance("http://127.0.0.1:\(listener.port)")
        transport = CurlTransport()
        publish(version: 1)
    }

    deinit { listener.stop() }

    var addresses: [HTTPURL] { (0..<Self.pages).map { instance.url("/page\($0).do") } }

    /// Publishes pages and assets of a version, which is part of the asset URLs.
    func publish(version: Int) {
        for page in 0..<Self.pages {
            let own = (0..<3).map { Self.ownAsset(page, $0, version) }
            let names = (0..<4).map { Self.sharedAsset($0, version) } + [Self.sometimes(page % 10, version)] + own
            let links = names.map { name in
                name.contains(".js") ? "<script src='\(name)'></script>" : "<link rel=stylesheet href='\(name)'>"
            }
            server["/page\(page).do"] = AssetServer.Item(
                body: Array("<!doctype html><title>Page \(page)</title>\(links.joined())<p>Hello".utf8),
                type: "text/html;charset=UTF-8", headers: ["Cache-Control": "no-store"])
            for (number, name) in own.enumerated() { put(name, size: 1000 + number) }
        }
        for number in 0..<4 { put(Self.sharedAsset(number, version), size: 20_000) }
        for number in 0..<10 { put(Self.sometimes(number, version), size: 5000) }
        // 4 + 10 + 150, and the picture of the first sheet.
        let pictures = (0..<Self.assets - 164).map { "picture\($0).iix?v=\(version)" }
        for name in pictures { put("/" + name, size: 100, type: "image/png") }
        let sheet = pictures.map { "a{background:url(\($0))}" }.joined()
        server[Self.sharedAsset(0, version)] = AssetServer.Item(body: Array(sheet.utf8), headers: Self.kept("sheet"))
    }

    private func put(_ name: String, size: Int, type: String? = nil) {
        server[name] = AssetServer.Item(
            body: [UInt8](repeating: 0x20, count: size),
            type: type ?? (name.contains(".js") ? "text/javascript" : "text/css"), headers: Self.kept(name))
    }

    /// As instances send it: private, for a year, and here with a validator.
    private static func kept(_ name: String) -> HeaderFields {
        [
            "Cache-Control": "private", "Expires": ManualClock.start.advanced(bySeconds: 369 * 86400).httpText,
            "ETag": "\"\(name.utf8.count)\"",
        ]
    }

    private static func sharedAsset(_ number: Int, _ version: Int) -> String { "/shared\(number).cssx?v=\(version)" }
    private static func sometimes(_ number: Int, _ version: Int) -> String { "/some\(number).jsx?v=\(version)" }
    private static func ownAsset(_ page: Int, _ number: Int, _ version: Int) -> String {
        "/own\(page)_\(number).jsdbx?v=\(version)"
    }

    /// A preload over this site's transport, or another.
    func preloader(by other: (any Transport)? = nil, cache other2: WebCache? = nil) -> Preloader {
        Preloader(
            client: PageClient(instance: instance, transport: other ?? transport), cache: other2 ?? cache, clock: clock)
    }

    /// The requests since the last call: for pages, for assets, and how many of the latter were conditional.
    func taken() -> [Int] {
        let asked = server.taken()
        return [
            asked.count { $0.contains("/page") }, asked.count { !$0.contains("/page") },
            asked.count { $0.hasSuffix("?") && $0.hasSuffix(" ?") },
        ]
    }
}
