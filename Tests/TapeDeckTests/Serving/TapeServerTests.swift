import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

struct TapeServerTests {
    private let page = ServedTape.html(
        "<title>Incident</title>",
        [
            "Cache-Control": "no-store", "Set-Cookie": "JSESSIONID=0123456789ABCDEF; Path=/",
            "Strict-Transport-Security": "max-age=63072000", "Content-Security-Policy": "upgrade-insecure-requests",
            "X-Frame-Options": "SAMEORIGIN", "Date": "Tue, 16 Apr 2024 17:16:18 GMT", "X-Odd": "who knows",
            "Link": "<https://evil.example/>; rel=preconnect", "Service-Worker-Allowed": "/",
            "Access-Control-Allow-Origin": "*", "Referrer-Policy": "unsafe-url",
        ])
    private let sheet = ScriptedTransport.Outcome.success(
        HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": "text/css", "ETag": "\"a\"", "Cache-Control": "private, max-age=60",
                "Last-Modified": "Tue, 16 Apr 2024 10:00:00 GMT",
            ], body: Array("a{}".utf8)))

    @Test func responseOmitsSessionAndHostHeaders() async throws {
        let tape = try await ServedTape([(ServedTape.page("/incident.do?sys_id=1"), page)])
        let expected = """
            200
            Content-Type: text/html;charset=UTF-8
            X-Frame-Options: SAMEORIGIN
            X-Odd: who knows
            Referrer-Policy: same-origin
            Cache-Control: no-store
            <title>Incident</title>
            """
        expectEqual(tape.get("/incident.do?sys_id=1"), expected)
        // Credentials and `Accept` headers are ignored.
        expectEqual(
            tape.get(
                "/incident.do?sys_id=1",
                ["Authorization": "Bearer x", "Cookie": "a=b", "Accept": "application/json", "Range": "bytes=0-1"]),
            expected)
        expectEqual(tape.get("/incident.do?sys_id=1", ["Accept": "image/png", "If-None-Match": "\"x\""]), expected)
        #expect(tape.takeMessages().isEmpty)
    }

    @Test func nearestExchangeIsPlayed() async throws {
        let target = "/api/now/table/incident"
        let tape = try await ServedTape([
            (ServedTape.page(target, accept: "application/json"), .success(.json("json"))),
            (ServedTape.page(target, accept: "application/xml"), .success(.json("xml"))),
            (ServedTape.page(target), .success(.json("page"))),
            (ServedTape.page(target, accept: "*/*"), .success(.json("asset"))),
        ])
        func body(_ headers: HeaderFields) -> String {
            String(tape.get(target, headers).split(separator: "\n").last ?? "")
        }
        expectEqual(body(["Accept": "application/xml"]), "xml")
        expectEqual(body(["Accept": "text/html, */*"]), "page")
        expectEqual(body(["Accept": "image/png"]), "asset")
        expectEqual(body(["Accept": "image/png", "Sec-Fetch-Mode": "navigate"]), "page")
        expectEqual(body(["Accept": "text/html", "Sec-Fetch-Mode": "cors"]), "asset")
        // An equivalent query.
        let other = try await ServedTape([(ServedTape.page("/a_list.do?sysparm_query=b=1&x=2"), page)])
        #expect(other.get("/a_list.do?x=2&sysparm_query=b%3D1").hasPrefix("200\n"))
    }

    @Test func conditionalRequestGets304() async throws {
        let tape = try await ServedTape([(ServedTape.page("/a.cssx?v=1", accept: "*/*"), sheet)])
        let whole = """
            200
            Content-Type: text/css
            ETag: "a"
            Last-Modified: Tue, 16 Apr 2024 10:00:00 GMT
            Referrer-Policy: same-origin
            Cache-Control: no-cache
            a{}
            """
        let still = """
            304
            ETag: "a"
            Last-Modified: Tue, 16 Apr 2024 10:00:00 GMT
            Referrer-Policy: same-origin
            Cache-Control: no-cache

            """
        let cases: [(HeaderFields, String)] = [
            ([:], whole), (["If-None-Match": "\"b\""], whole), (["If-None-Match": "\"b\", W/\"a\""], still),
            (["If-None-Match": "*"], still), (["If-Modified-Since": "Tue, 16 Apr 2024 10:00:00 GMT"], still),
            (["If-Modified-Since": "Tue, 16 Apr 2024 11:00:00 GMT"], whole),
            // An entity tag takes precedence over a date.
            (["If-None-Match": "\"b\"", "If-Modified-Since": "Tue, 16 Apr 2024 10:00:00 GMT"], whole),
        ]
        for (headers, answer) in cases { expectEqual(tape.get("/a.cssx?v=1", headers), answer, "\(headers.fields)") }
        expectEqual(tape.ask(.head, "/a.cssx?v=1", ["If-None-Match": "\"a\""]), still)
    }

    @Test func recorded304IsServedComplete() async throws {
        var again = ServedTape.page("/a.cssx", accept: "*/*")
        again.headers.append("If-None-Match", "\"a\"")
        let tape = try await ServedTape([
            (ServedTape.page("/a.cssx", accept: "*/*"), sheet),
            (again, .success(HTTPResponse(status: 304, headers: ["ETag": "\"a\""]))),
        ])
        for _ in 0..<3 { #expect(tape.get("/a.cssx").hasSuffix("\na{}")) }
    }

    @Test func redirectsStayOnServer() async throws {
        let cases = [
            ("http://sandbox.localhost/b.do?x=1#top", "/b.do?x=1#top"), ("http://sandbox.localhost:8/b.do", "/b.do"),
            ("http://sandbox.localhost//evil.example/", "/.//evil.example/"), ("/b.do", "/b.do"), ("b.do", "b.do"),
            ("https://other.example/b.do", "https://other.example/b.do"), ("//other.example/", "//other.example/"),
            ("//sandbox.localhost/b.do", "/b.do"), ("/\\evil.example/", "/./\\evil.example/"),
            ("\\\\evil.example/", "/./\\\\evil.example/"),
            ("http://sandbox.localhost//\u{FE0F}evil.example/", "/.//\u{FE0F}evil.example/"),
        ]
        for (recorded, served) in cases {
            let tape = try await ServedTape([
                (ServedTape.page("/a.do"), ServedTape.html("", status: 302, ["Location": recorded]))
            ])
            #expect(tape.get("/a.do", ["Accept": "*/*"]).contains("\nLocation: \(served)\n"), "\(recorded)")
            // A browser is not sent to the network.
            let leavesServer = served.hasSuffix("other.example/") || served.hasPrefix("https:")
            expectEqual(tape.get("/a.do").contains("Redirect to another host"), leavesServer, "\(recorded)")
        }
    }

    @Test func concurrentAssetsDoNotAffectOrder() async throws {
        let tape = try await ServedTape([
            (ServedTape.page("/home.do"), ServedTape.html("home")),
            (.send(.patch, "/api/now/table/incident/1", "{}"), .success(.json("changed"))),
            (ServedTape.page("/later.do"), ServedTape.html("later")),
        ])
        // Recorded only after the change.
        let seen = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { (0..<50).count { _ in tape.get("/later.do").hasSuffix("\nlater") } } }
            return await group.reduce(0, +)
        }
        expectEqual(seen, 400)
        #expect(tape.get("/home.do").hasSuffix("\nhome"))
    }

    @Test func recordedChangeAdvancesEpoch() async throws {
        var save = HTTPRequest.send(
            .post, "/incident.do", "sys_id=1&state=2", type: "application/x-www-form-urlencoded")
        save.headers["Accept"] = ServedTape.acceptPage
        let form = ServedTape.page("/incident.do?sys_id=1")
        let tape = try await ServedTape([
            (form, ServedTape.html("before")), (ServedTape.page("/home.do"), ServedTape.html("home")),
            (save, ServedTape.html("", status: 302, ["Location": "/incident.do?sys_id=1"])),
            (form, ServedTape.html("after")), (ServedTape.page("/later.do"), ServedTape.html("later")),
        ])
        #expect(tape.get("/incident.do?sys_id=1").hasSuffix("\nbefore"))
        // Recorded only after the change: it is shown, and the epoch stays.
        #expect(tape.get("/later.do").hasSuffix("\nlater"))
        expectEqual(
            tape.takeMessages(), ["GET /later.do was answered as recorded after a change that was not sent here."])
        #expect(tape.get("/incident.do?sys_id=1").hasSuffix("\nbefore") && tape.takeMessages().isEmpty)
        let type: HeaderFields = [
            "Content-Type": "application/x-www-form-urlencoded", "Origin": "http://127.0.0.1:8080",
            "Sec-Fetch-Site": "same-origin",
        ]
        #expect(tape.ask(.post, "/incident.do", type, body: "sys_id=1&state=2").hasPrefix("302\n"))
        #expect(tape.get("/incident.do?sys_id=1").hasSuffix("\nafter"))
        #expect(tape.get("/later.do").hasSuffix("\nlater"))
        #expect(tape.takeMessages().isEmpty)
        // Recorded before the change only.
        #expect(tape.get("/home.do").hasSuffix("\nhome"))
        expectEqual(tape.takeMessages().map { $0.contains("is from before a change") }, [true])
        #expect(tape.ask(.post, "/incident.do", type, body: "sys_id=1&state=2").hasPrefix("404\n"))
        #expect(tape.ask(.post, "/incident.do", type, body: "sys_id=1&state=3").hasPrefix("404\n"))
    }

    @Test func pagesAfterAPIChangeAreShown() async throws {
        var change = HTTPRequest.send(.patch, "/api/now/table/incident/1", "{}", type: "application/json")
        change.headers["Accept"] = "application/json"
        let type = "application/x-www-form-urlencoded"
        var save = HTTPRequest.send(.post, "/incident.do", "sys_id=1&state=2", type: type)
        save.headers["Accept"] = ServedTape.acceptPage
        let form = ServedTape.page("/incident.do?sys_id=1")
        let tape = try await ServedTape([
            (ServedTape.page("/home.do"), ServedTape.html("home")), (change, .success(.json("{}"))),
            (form, ServedTape.html("before")),
            (save, ServedTape.html("", status: 302, ["Location": "/incident.do?sys_id=1"])),
            (form, ServedTape.html("after")),
        ])
        #expect(tape.get("/home.do").hasSuffix("\nhome") && tape.takeMessages().isEmpty)
        #expect(tape.get("/incident.do?sys_id=1").hasSuffix("\nbefore") && tape.takeMessages().count == 1)
        #expect(
            tape.ask(.post, "/incident.do", ["Content-Type": type], body: "sys_id=1&state=2").hasPrefix("302\n"))
        #expect(tape.get("/incident.do?sys_id=1").hasSuffix("\nafter"))
    }

    @Test func otherUsersAndInstancesDoNotAdvanceEpoch() async throws {
        var far = ServedTape.page("/x")
        far.url.host = "other.example"
        let tape = try await ServedTape([
            (ServedTape.page("/a.do", principal: nil), ServedTape.html("a")),
            (ServedTape.page("/b.do"), ServedTape.html("b")), (far, ServedTape.html("far")),
            (ServedTape.page("/c.do"), ServedTape.html("c")),
        ])
        for _ in 0..<3 {
            for name in ["c", "a", "b", "a", "c"] { #expect(tape.get("/\(name).do").hasSuffix("\n" + name)) }
        }
        #expect(tape.takeMessages().isEmpty)
        expectEqual(tape.site.pages.map(\.target), ["/a.do", "/b.do", "/c.do"])
    }

    @Test func recoveredRejectionsAreNotShown() async throws {
        let tape = try await ServedTape([
            (ServedTape.page("/a.do"), .success(.json("no", status: 401))),
            (ServedTape.page("/a.do"), ServedTape.html("", status: 302, ["Location": "/login.do"])),
            (ServedTape.page("/a.do"), ServedTape.html("a")),
            (ServedTape.page("/b.do"), .success(.json("no", status: 401))),
        ])
        for _ in 0..<2 { #expect(tape.get("/a.do").hasSuffix("\na")) }
        #expect(tape.get("/b.do").hasPrefix("401\n"))
    }

    @Test func failureIsShownAsOne() async throws {
        let tape = try await ServedTape([
            (ServedTape.page("/a.do"), .failure(TransportFailure(.timeout, "It took <too> long.")))
        ])
        #expect(tape.get("/a.do").contains("when it was recorded. It took &lt;too&gt; long."))
        #expect(tape.get("/a.do", ["Accept": "*/*"]).hasPrefix("502\nContent-Type: application/json"))
    }
}
