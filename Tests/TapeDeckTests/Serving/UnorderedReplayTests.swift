import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// Changes in another order than recorded, and parts of requests that do not count.
struct UnorderedReplayTests {
    /// Two changes with what was read after each, then one of them again.
    private static let exchanges: [(HTTPRequest, ScriptedTransport.Outcome)] = [
        (.get("/list"), .success(.json("none"))),
        (.send(.post, "/items", #"{"name":"a"}"#), .success(.json("made a"))),
        (.get("/items/a"), .success(.json("a"))), (.get("/list"), .success(.json("a"))),
        (.send(.post, "/items", #"{"name":"b"}"#), .success(.json("made b"))),
        (.get("/items/b"), .success(.json("b"))), (.get("/list"), .success(.json("a b"))),
        (.send(.post, "/items", #"{"name":"a"}"#), .success(.json("a exists", status: 409))),
        (.get("/list"), .success(.json("a b again"))),
    ]

    private static func item(_ name: String) -> String { #"{"name":"\#(name)"}"# }

    @Test func changesComeInAnyOrder() async throws {
        let tape = try await ServedAPITape(Self.exchanges, isUnordered: true)
        expectEqual(tape.ask("x", .get, "/list"), "200 none")
        expectEqual(tape.ask("x", .post, "/items", body: Self.item("b")), "200 made b")
        expectEqual(tape.ask("x", .get, "/items/b"), "200 b")
        #expect(tape.ask("x", .get, "/items/a").contains("send POST http://sandbox.localhost/items first (%:2.1)"))
        expectEqual(tape.ask("x", .post, "/items", body: Self.item("a")), "200 made a")
        #expect(tape.ask("x", .get, "/items/a") == "200 a" && tape.ask("x", .get, "/items/b") == "200 b")
        // Both first changes of the tape were played: their order does not matter.
        expectEqual(tape.ask("x", .get, "/list"), "200 a b")
        expectEqual(tape.ask("x", .post, "/items", body: Self.item("a")), "409 a exists")
        expectEqual(tape.ask("x", .get, "/list"), "200 a b again")
        expectEqual(
            tape.reply("x", .post, "/items", body: Self.item("a")).response.headers["X-Snowdeck-Miss"], "exhausted")
        expectEqual(tape.ask("y", .get, "/list"), "200 none")
    }

    @Test func anotherOrderIsExplained() async throws {
        var second = HTTPRequest.send(.post, "/others", "{}")
        second.headers["Accept"] = "text/x"
        let tape = try await ServedAPITape(Self.exchanges + [(second, .success(.json("other")))])
        expectEqual(
            tape.ask("x", .post, "/items", body: Self.item("b")),
            """
            501 POST http://sandbox.localhost/items was recorded later (%:5.1), after a change that has not been \
            played; run `rest /items` first.
            help: send POST http://sandbox.localhost/items first (%:2.1)
            help: accept changes in any order: snowdeck serve replay TAPE --unordered

            """)
        // Found in spite of another spelling, whose `Accept` is not known.
        let other = tape.reply("x", .post, "/others?sysparm_offset=0", body: "{}").response
        expectEqual(other.headers["X-Snowdeck-Miss"], "later-only", "\(other.text)")
    }

    @Test func partsAreIgnored() async throws {
        let sent = #"{"name":"a","meta":{"nonce":"1","kind":"x"}}"#
        let exchanges: [(HTTPRequest, ScriptedTransport.Outcome)] = [
            (.get("/list?since=1&b=2"), .success(.json("list"))),
            (.send(.post, "/items", sent), .success(.json("made"))),
            (.get("/list?since=2&b=2"), .success(.json("later"))),
            (.send(.post, "/other", #"{"nonce":"2"}"#), .success(.json("other"))),
        ]
        let rules = ["query:since", "body:nonce", "header:If-Match"]
        let tape = try await ServedAPITape(exchanges, ignoring: rules)
        expectEqual(tape.ask("x", .get, "/list?b=2&since=99"), "200 list")
        expectEqual(tape.ask("x", .get, "/list?b=2", ["Accept": "*/*", "If-Match": "1"]), "200 list")
        expectEqual(tape.ask("x", .post, "/items", body: #"{"meta":{"kind":"x"},"name":"a"}"#), "200 made")
        expectEqual(tape.ask("x", .get, "/list?b=2&since=1"), "200 later")
        let miss = tape.ask("y", .post, "/items", body: #"{"name":"z","meta":{"nonce":"7","kind":"x"}}"#)
        #expect(miss.contains("body.name") && !miss.contains("nonce"), "\(miss)")
        for rule in ["since", "query:", "path:/a", ":x"] {
            var ignored = IgnoredParts()
            let isRule = ignored.add(rule)
            #expect(!isRule && ignored.isEmpty, "\(rule)")
        }
        let early = tape.reply("z", .post, "/other", body: #"{"nonce":"9"}"#).response
        expectEqual(early.headers["X-Snowdeck-Miss"], "later-only", "\(early.text)")
        let strict = try await ServedAPITape(exchanges)
        #expect(strict.ask("x", .get, "/list?b=2&since=99").hasPrefix("501 "))
    }
}
