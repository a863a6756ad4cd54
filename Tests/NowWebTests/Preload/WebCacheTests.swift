import ExchangeModel
import NowWeb
import TestSupport
import Testing

@Suite struct WebCacheTests {
    private func entry(_ path: String, bytes: Int) throws -> CachedAnswer {
        try #require(
            CachedAnswer(
                address: address(path),
                response: HTTPResponse(
                    status: 200, headers: ["Cache-Control": "max-age=60"], body: [UInt8](repeating: 7, count: bytes)),
                asked: SetClock.start, received: SetClock.start))
    }

    private func address(_ path: String) throws -> HTTPURL { try #require(HTTPURL("http://sandbox.localhost" + path)) }

    @Test func whatWasUsedLongestAgoGoesFirst() throws {
        let cache = WebCache(limit: 10_000)
        for name in ["a", "b", "c"] { cache.keep(try entry("/" + name, bytes: 2500)) }
        cache.use(try address("/a"))
        cache.keep(try entry("/d", bytes: 2500))
        #expect(cache.answers.map(\.address.path) == ["/a", "/c", "/d"])
        #expect(cache.answers.map(\.hits) == [1, 0, 0])
        #expect(cache.size <= cache.limit)
        cache.removeAll()
        #expect(cache.answers.isEmpty && cache.size == 0)
    }

    @Test func whatIsLargerThanTheCacheIsNotKeptNorWhatItReplaces() throws {
        let cache = WebCache(limit: 1000)
        cache.keep(try entry("/a", bytes: 10))
        cache.keep(try entry("/b", bytes: 10))
        cache.keep(try entry("/a", bytes: 2000))
        #expect(cache.answers.map(\.address.path) == ["/b"])
    }

    @Test func theVersionIsPartOfTheAddress() throws {
        let cache = WebCache()
        cache.keep(try entry("/a.cssx?v=1", bytes: 1))
        #expect(cache.answer(at: try address("/a.cssx?v=2")) == nil)
        // Two texts that Swift calls equal are two addresses.
        cache.keep(try entry("/\u{E9}", bytes: 1))
        #expect(cache.answer(at: try address("/e\u{301}")) == nil)
        #expect(cache.answer(at: try address("/\u{E9}")) != nil)
    }

    @Test func aThousandChancesAgreeWithAListKeptInOrder() throws {
        var random = SeededGenerator(seed: 7)
        let cache = WebCache(limit: 40 * 1000)
        let size = try { () throws in
            let probe = WebCache()
            probe.keep(try entry("/00", bytes: 700))
            return probe.size
        }()
        // Oldest first.
        var list: [String] = []
        for _ in 0..<5000 {
            let path = "/" + String(100 + Int.random(in: 0..<80, using: &random)).suffix(2)
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<4:
                cache.keep(try entry(path, bytes: 700))
                list.removeAll { $0 == path }
                list.append(path)
                while list.count * size > cache.limit { list.removeFirst() }
            case 4..<7:
                cache.use(try address(path))
                if let place = list.firstIndex(of: path) { list.append(list.remove(at: place)) }
            default:
                cache.remove(try address(path))
                list.removeAll { $0 == path }
            }
        }
        #expect(cache.answers.map(\.address.path) == list.sorted())
        #expect(cache.size == list.count * size)
    }
}
