import ExchangeModel
import NowWeb
import TestSupport
import Testing

struct WebCacheTests {
    private func entry(_ path: String, bytes: Int) throws -> CachedResponse {
        try #require(
            CachedResponse(
                address: address(path),
                response: HTTPResponse(
                    status: 200, headers: ["Cache-Control": "max-age=60"], body: [UInt8](repeating: 7, count: bytes)),
                received: ManualClock.start))
    }

    private func keep(_ entry: CachedResponse, in cache: WebCache) { cache[entry.address] = entry }

    private func address(_ path: String) throws -> HTTPURL { try #require(HTTPURL("http://sandbox.localhost" + path)) }

    @Test func leastRecentlyUsedIsEvictedFirst() throws {
        let cache = WebCache(limit: 10_000)
        for name in ["a", "b", "c"] { keep(try entry("/" + name, bytes: 2500), in: cache) }
        keep(try entry("/a", bytes: 2500), in: cache)
        keep(try entry("/d", bytes: 2500), in: cache)
        expectEqual(cache.answers.map(\.address.path), ["/a", "/c", "/d"])
        #expect(cache.size <= cache.limit)
        cache.removeAll()
        #expect(cache.answers.isEmpty && cache.size == 0)
    }

    @Test func tooLargeResponseIsNotCached() throws {
        let cache = WebCache(limit: 1000)
        keep(try entry("/a", bytes: 10), in: cache)
        keep(try entry("/b", bytes: 10), in: cache)
        keep(try entry("/a", bytes: 2000), in: cache)
        expectEqual(cache.answers.map(\.address.path), ["/b"])
    }

    @Test func versionIsPartOfURL() throws {
        let cache = WebCache()
        keep(try entry("/a.cssx?v=1", bytes: 1), in: cache)
        expectEqual(cache[try address("/a.cssx?v=2")], nil)
        // Two strings that Swift considers equal are different URLs.
        keep(try entry("/\u{E9}", bytes: 1), in: cache)
        expectEqual(cache[try address("/e\u{301}")], nil)
        #expect(cache[try address("/\u{E9}")] != nil)
    }
}

struct CacheRulesTests {
    private let now = ManualClock.start

    /// The freshness lifetime in seconds of a response with these header lines; nil: always revalidated.
    private func fresh(_ lines: [(String, String)]) -> Int64? {
        var headers = HeaderFields(lines.map { HeaderField($0.0, $0.1) })
        headers.append("ETag", "\"a\"")
        return entry(200, headers)?.freshUntil.map { $0.seconds - now.seconds }
    }

    private func entry(_ status: Int, _ headers: HeaderFields) -> CachedResponse? {
        HTTPURL("http://sandbox.localhost/a.cssx?v=1").flatMap {
            CachedResponse(
                address: $0, response: HTTPResponse(status: status, headers: headers), received: now)
        }
    }

    @Test func freshnessLifetime() {
        let date = ("Date", now.httpText)
        func later(_ seconds: Int64) -> String { now.advanced(bySeconds: seconds).httpText }
        let cases: [([(String, String)], Int64?)] = [
            ([], nil),
            ([("ETag", "\"a\""), ("Last-Modified", later(-86400 * 365))], nil),
            ([("Cache-Control", "max-age=60")], 60),
            ([("Cache-Control", "private"), ("Expires", later(369 * 86400)), date], 369 * 86400),
            ([("Cache-Control", "private, Max-Age = 60")], 60),
            ([("Cache-Control", "max-age=\"60\"")], 60),
            ([("Cache-Control", "public"), ("cache-control", "max-age=60")], 60),
            // Directives for shared caches only.
            ([("Cache-Control", "s-maxage=5, max-age=60")], 60),
            ([("Cache-Control", "s-maxage=5")], nil),
            // The first takes precedence over the second, whichever is longer.
            ([("Cache-Control", "max-age=60"), ("Expires", later(-9)), date], 60),
            ([("Cache-Control", "max-age=0"), ("Expires", later(9000)), date], nil),
            // Unreadable values mean stale.
            ([("Cache-Control", "max-age=-1"), ("Expires", later(9000))], nil),
            ([("Cache-Control", "max-age=soon")], nil),
            ([("Cache-Control", "max-age")], nil),
            ([("Cache-Control", "max-age=99999999999999999999999")], 1 << 31),
            ([("Expires", "0"), date], nil),
            ([("Expires", "-1"), date], nil),
            ([("Expires", "Thu, 01 Jan 1970 00:00:10 GMT"), date], nil),
            ([("Expires", later(60))], 60),
            // The server's clock is a day behind; the lifetime is relative to its own time.
            ([("Date", later(-86400)), ("Expires", later(86400))], 86400),
            // Its clock is ahead: the age is never negative.
            ([("Date", later(86400)), ("Cache-Control", "max-age=60")], 60),
            ([("Cache-Control", "no-cache, max-age=60")], nil),
            ([("Cache-Control", "no-cache=\"Set-Cookie\", max-age=60")], nil),
            // It came from another cache.
            ([("Cache-Control", "max-age=60"), ("Age", "50")], 10),
            ([("Cache-Control", "max-age=60"), ("Age", "60")], nil),
            ([("Cache-Control", "max-age=60"), ("Age", "old")], 60),
            ([("Cache-Control", "max-age=60"), ("Date", later(-20))], 40),
            ([("Cache-Control", ",,max-age=60,")], 60),
        ]
        for (lines, seconds) in cases { expectEqual(fresh(lines), seconds, "\(lines)") }
    }

    @Test func cacheability() {
        let cases: [(Int, HeaderFields, Bool)] = [
            (200, [:], true),
            (200, ["Cache-Control": "private"], true),
            (200, ["Cache-Control": "no-store"], false),
            (
                200, ["Cache-Control": "no-cache,no-store,must-revalidate,max-age=-1", "Pragma": "no-store,no-cache"],
                false
            ),
            (200, ["Cache-Control": "max-age=60, NO-STORE"], false),
            (200, ["Vary": "Accept-Encoding"], true),
            (200, ["Vary": "Accept, *"], false),
            (200, ["Content-Type": "text/html;charset=UTF-8", "Cache-Control": "max-age=60"], false),
            (200, ["Content-Type": "application/xhtml+xml"], false),
            (200, ["Content-Type": "text/css"], true),
            (203, [:], false), (301, [:], false), (308, [:], false), (404, [:], false), (410, [:], false),
            (302, ["Cache-Control": "max-age=60"], false), (206, [:], false), (304, [:], false), (500, [:], false),
            (401, [:], false), (200, ["Content-Range": "bytes 0-1/2"], false),
        ]
        for (status, headers, isKept) in cases {
            var headers = headers
            headers.append("Expires", now.advanced(bySeconds: 9).httpText)
            expectEqual((entry(status, headers) != nil), isKept, "\(status) \(headers.fields)")
        }
    }

    @Test func unusableResponseIsNotCached() {
        expectEqual(entry(200, [:]), nil)
        expectEqual(entry(200, ["ETag": "\"a\""])?.validator, "\"a\"")
        expectEqual(entry(200, ["Last-Modified": "yesterday"])?.validator, "yesterday")
        expectEqual(entry(200, ["Cache-Control": "max-age=60"])?.isFresh(at: now.advanced(bySeconds: 59)), true)
        expectEqual(entry(200, ["Cache-Control": "max-age=60"])?.isFresh(at: now.advanced(bySeconds: 60)), false)
        expectEqual(entry(404, ["ETag": "\"a\""]), nil)
        expectEqual(entry(404, ["Cache-Control": "max-age=60"]), nil)
    }

    @Test func cachedResponseHasNoCookies() throws {
        let address = try #require(HTTPURL("http://sandbox.localhost/a.cssx?v=1"))
        let response = HTTPResponse(
            status: 200,
            headers: ["Cache-Control": "max-age=60", "Set-Cookie": "a=b", "Connection": "close", "X": "y"],
            body: [1, 2])
        let entry = try #require(CachedResponse(address: address, response: response, received: now))
        expectEqual(
            entry.response,
            HTTPResponse(status: 200, headers: ["Cache-Control": "max-age=60", "X": "y"], body: [1, 2]))
    }
}
