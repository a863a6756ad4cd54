import CassetteStore
import ExchangeModel
import LiveTransport
import NowSDK
import NowWeb
import TapeDeck
import TestSupport
import Testing

@Suite struct PreloadTapeTests {
    private func deck(_ path: String, _ instance: Instance, _ next: any Transport) -> RecordingDeck {
        RecordingDeck(
            session: SessionRecord(
                startedAt: SetClock.start, instance: instance.origin.origin, user: "john.doe", zone: "UTC",
                zoneRules: "UTC0", width: 80, version: "0.1", policy: "", settings: "{}", seed: 7),
            secrets: SecretBook(), clock: SetClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path) }, next: { next })
    }

    @Test func aPreloadInParallelReplaysTheSame() async throws {
        let folder = TemporaryFolder()
        let site = try PreloadSite()
        // Three times: cold, with everything fresh, with everything expired.
        let recording = deck(folder.file("p.cassette"), site.instance, site.transport)
        let cache = WebCache()
        var reports: [PreloadReport] = []
        for wait: Int64 in [0, 10, 370 * 86400] {
            site.clock.advance(by: wait)
            reports.append(try await site.preloader(by: recording.transport, cache: cache).preload(site.addresses))
        }
        try recording.close()
        #expect(reports.map(\.conditional) == [0, 0, 200])

        let player = Player(try Cassette.playing(at: folder.file("p.cassette")), isStrict: true)
        let replay = try PreloadSite()
        let replayed = WebCache()
        for (number, wait) in [0, 10, 370 * 86400].enumerated() {
            replay.clock.advance(by: Int64(wait))
            let preloader = Preloader(
                client: PageClient(instance: site.instance, transport: player), cache: replayed, clock: replay.clock)
            #expect(try await preloader.preload(site.addresses) == reports[number])
        }
        #expect(replayed.answers.map(\.response.body) == cache.answers.map(\.response.body))
        #expect(replay.server.taken().isEmpty)
    }

    @Test func bytesOfEveryValueThatCameCompressedReplayAsTheyAre() async throws {
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
            let client = AssetClient(transport: transport, cache: WebCache(), clock: SetClock())
            var answers: [String] = []
            for _ in 0..<3 {
                let answer = try await client.asset(at: instance.url("/a.iix"))
                #expect(answer.response.body == plain)
                #expect(answer.response.headers["Content-Encoding"] == nil)
                answers.append("\(answer.source) \(answer.response.status) \(answer.response.headers["ETag"] ?? "")")
            }
            return answers
        }
        let live = try await ask(recording.transport)
        try recording.close()
        #expect(live == ["instance 200 \"a\"", "renewed 200 \"a\"", "renewed 200 \"a\""])
        let player = Player(try Cassette.playing(at: folder.file("a.cassette")), isStrict: true)
        #expect(try await ask(player) == live)
    }
}
