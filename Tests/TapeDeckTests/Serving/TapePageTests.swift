import ExchangeModel
import Foundation
import Notation
import TestSupport
import Testing

@testable import TapeDeck

struct TapePageTests {
    private func body(_ answer: String) throws -> String {
        let start = try #require(answer.range(of: "<h1>"))
        let end = try #require(answer.range(of: "\n</body>"))
        return String(answer[start.lowerBound..<end.lowerBound])
    }

    @Test func indexPageListsExchanges() async throws {
        let tape = try await ServedTape([
            (ServedTape.page("/incident.do?sys_id=1&x=%22"), ServedTape.html("<title>A &amp; <b>\u{1B}[31m</title>")),
            (ServedTape.page("/plain.do"), ServedTape.html("x")),
            (ServedTape.page("/plain.do"), ServedTape.html("y")),
            (ServedTape.page("/api"), .success(.json("{}"))),
            (ServedTape.page("/gone.do"), ServedTape.html("", status: 404)),
        ])
        let answer = tape.get("/")
        #expect(answer.hasPrefix("200\nContent-Type: text/html;charset=utf-8\nCache-Control: no-store\n"))
        #expect(!answer.utf8.contains(0x1B))
        try expectEqual(
            body(answer),
            """
            <h1>Recorded pages</h1>
            <p>Recorded with http://sandbox.localhost as john.doe. Everything here comes from the tape; the instance is not contacted.</p>
            <ol>
            <li><a href="/incident.do?sys_id=1&amp;x=%22">A &amp; &lt;b&gt;</a><br><small>/incident.do?sys_id=1&amp;x=%22</small></li>
            <li><a href="/plain.do">/plain.do</a></li>
            </ol>
            """)
    }

    @Test func missIsExplained() async throws {
        let tape = try await ServedTape([
            (ServedTape.page("/incident_list.do?sysparm_query=active=true"), ServedTape.html("x"))
        ])
        let target = "/incident_list.do?sysparm_query=active=false%3Cscript%3E"
        let answer = tape.get(target)
        #expect(answer.hasPrefix("404\n"))
        try expectEqual(
            body(answer),
            """
            <h1>Not on the tape</h1>
            <p>Nothing is recorded for GET http://sandbox.localhost/incident_list.do?sysparm_query=active=false%3Cscript%3E.</p>
            <pre>nearest: %:1.1, recorded by: page open /incident_list.do
              sysparm_query
                recorded: active=true
                asked:    active=false&lt;script&gt;</pre>
            <p><a href="/">The pages of the tape</a></p>
            """)
        expectEqual(tape.takeMessages().count, 1)
        let text = try #require(tape.get(target, ["Accept": "application/json"]).split(separator: "no-store\n").last)
        let json = try JSONDocument(Array(text.utf8)).root
        expectEqual(json["error"]?["kind"]?.string, "not-recorded")
        expectEqual(json["miss"]?["nearest"].map { Array($0.elements).count }, 1)
        // Browsers request it automatically.
        _ = tape.takeMessages()
        #expect(tape.get("/favicon.ico", ["Accept": "image/*", "Sec-Fetch-Mode": "no-cors"]).hasPrefix("404\n"))
        #expect(tape.takeMessages().isEmpty)
    }

    @Test func indexLinksAreLocal() async throws {
        let targets = ["//evil.example/", "/\\evil.example/", "//\u{FE0F}evil.example/", "/a\"onclick=\"b"]
        let tape = try await ServedTape(
            targets.map { target in (ServedTape.page(target), ServedTape.html("<title></title>")) })
        let list = try body(tape.get("/"))
        for link in ["\"/.//evil", "\"/./\\evil", "\"/.//\u{FE0F}evil", "\"/a&#34;onclick=&#34;b\""] {
            #expect(list.contains("<a href=" + link), "\(list)")
        }
    }

    @Test func otherOriginsGetNothing() async throws {
        var save = HTTPRequest.send(.post, "/a.do", "x=1", type: "application/x-www-form-urlencoded")
        save.headers["Accept"] = ServedTape.acceptPage
        let tape = try await ServedTape([
            (ServedTape.page("/a.do"), ServedTape.html("a")), (save, ServedTape.html("b")),
        ])
        let type = HeaderFields([HeaderField("Content-Type", "application/x-www-form-urlencoded")])
        func post(_ name: String, _ value: String) -> String {
            tape.ask(.post, "/a.do", HeaderFields(type.fields + [HeaderField(name, value)]), body: "x=1")
        }
        #expect(post("Origin", "https://evil.example").hasPrefix("403\n"))
        #expect(post("Origin", "null").hasPrefix("403\n"))
        #expect(post("Sec-Fetch-Site", "same-site").hasPrefix("403\n"))
        #expect(tape.get("/a.do", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"]).hasPrefix("403\n"))
        // Links from other sites are allowed.
        #expect(tape.get("/a.do", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]).hasPrefix("200\n"))
        #expect(post("Sec-Fetch-Site", "same-origin").hasPrefix("200\n"))
    }

    @Test func extendedTapeStartsWithLastUsersSessions() async throws {
        let tape = try await ServedTape([(ServedTape.page("/a.do"), ServedTape.html("a"))], sessions: 2)
        #expect(tape.get("/a.do").hasSuffix("\na"))
        expectEqual(tape.site.pages, [TapeSite.Page(target: "/a.do", exchange: 1)])
    }
}
