import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck

struct ProgramServerTests {
    private static let record = "/api/now/table/incident/1"
    private static let body = #"{ "note": "x", "state": "2" }"#

    @Test func clientsStartBeforeFirstChange() async throws {
        let tape = try await ServedAPITape(ServedAPITape.change)
        expectEqual(tape.ask("a", .get, Self.record), "200 before")
        expectEqual(tape.ask("a", .get, "/api/now/table/incident?b=2&a=1"), "200 list")
        expectEqual(tape.ask("a", .patch, Self.record, body: Self.body), "200 changed")
        expectEqual(tape.ask("a", .get, Self.record), "200 after")
        expectEqual(tape.ask("b", .get, Self.record), "200 before")
        expectEqual(tape.ask("a", .get, Self.record), "200 after")
        // Headers that identify the client program are ignored.
        let others: HeaderFields = [
            "User-Agent": "x", "Authorization": "Basic eDp5", "Cookie": "a=b", "Accept": "text/x",
            "Accept-Encoding": "br",
        ]
        expectEqual(tape.ask("b", .get, Self.record, others), "200 before")
        expectEqual(tape.ask("b", .head, Self.record), "200 before")
    }

    @Test func readPlaysItsOwnEpochOnly() async throws {
        let tape = try await ServedAPITape(ServedAPITape.change)
        func miss(_ method: HTTPMethod, _ target: String, body: String? = nil) -> String? {
            let response = tape.reply("a", method, target, body: body).response
            return response.status == 501 ? response.headers["X-Snowdeck-Miss"] : nil
        }
        expectEqual(miss(.get, "/api/now/table/incident/2"), "later-only")
        expectEqual(tape.ask("a", .patch, Self.record, body: Self.body), "200 changed")
        expectEqual(tape.ask("a", .get, "/api/now/table/incident/2"), "200 later")
        expectEqual(miss(.get, "/api/now/table/incident?a=1&b=2"), "already-changed")
        expectEqual(miss(.patch, Self.record, body: Self.body), "exhausted")
        expectEqual(miss(.patch, Self.record, body: "{}"), "not-recorded")
        let lenient = try await ServedAPITape(ServedAPITape.change, isLenient: true)
        expectEqual(lenient.ask("a", .patch, Self.record, body: Self.body), "200 changed")
        expectEqual(lenient.ask("a", .get, "/api/now/table/incident?a=1&b=2"), "200 list")
        expectEqual(lenient.ask("b", .get, Self.record), "200 before")
        expectEqual(lenient.ask("b", .get, "/api/now/table/incident/2"), "200 later")
    }

    @Test func missIsExplainedInBody() async throws {
        let tape = try await ServedAPITape(ServedAPITape.change)
        let target = "/api/now/table/incident?a=1&b=3"
        let reply = tape.reply("a", .get, target)
        expectEqual(reply.response.headers["Content-Type"], "text/plain;charset=utf-8")
        expectEqual(
            reply.response.text,
            """
            Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?a=1&b=3.
            nearest: %:2.1, recorded by: rest /api/now/table/incident
              b
                recorded: 2
                asked:    3
            help: at Snowdeck's prompt: tape show %:2.1
            help: record the request onto the tape, or send one that is on it

            """)
        let json = try JSONDocument(tape.reply("a", .get, target, ["Accept": "application/json"]).response.body).root
        expectEqual(json["error"]?["detail"]?.string, "not-recorded")
        expectEqual(json["miss"]?["nearest"].map { Array($0.elements).count }, 1)
        let later = tape.ask("a", .get, "/api/now/table/incident/2")
        #expect(
            later.hasSuffix("help: send PATCH http://sandbox.localhost/api/now/table/incident/1 first (%:3.1)\n"))
    }

    @Test func identicalReadsPlayInOrderPerClient() async throws {
        let query = #"{"query":"{ GlideRecord_Query { incident { _rowCount } } }"}"#
        let tape = try await ServedAPITape([
            (.get("/a"), .success(.json("1"))), (.get("/a"), .success(.json("2"))), (.get("/b"), .success(.json("3"))),
            (.send(.post, "/api/now/graphql", query), .success(.json("4"))),
        ])
        for client in ["x", "y"] {
            let replies = (0..<3).map { _ in tape.reply(client, .get, "/a") }
            expectEqual(replies.map(\.response.text), ["1", "2", "2"])
            expectEqual(tape.ask(client, .get, "/b"), "200 3")
            expectEqual(tape.ask(client, .post, "/api/now/graphql", body: query), "200 4")
        }
    }

    @Test func fieldsOfConnectionAndSecretsAreNotServed() async throws {
        let tape = try await ServedAPITape([
            (
                .get("/one"),
                .success(.json("one", headers: ["DATE": "today", "Set-Cookie": "a=b", "X-Key": "<API_TOKEN>"]))
            ),
            (.get("/odd"), .success(.json("odd", headers: ["X-Name": "Zoë"]))),
        ])
        let headers = tape.reply("a", .get, "/one").response.headers
        #expect(["Date", "Set-Cookie", "X-Key"].allSatisfy { headers[$0] == nil })
        expectEqual(tape.reply("a", .get, "/odd").response.headers["X-Name"], "Zoë")
    }

    @Test func conditionalRequestGets304() async throws {
        let tape = try await ServedAPITape(ServedAPITape.change)
        let same = tape.reply("a", .get, Self.record, ["If-None-Match": "\"a\""])
        #expect(same.response.status == 304 && same.response.body.isEmpty)
        expectEqual(tape.reply("a", .get, Self.record, ["If-None-Match": "\"b\""]).response.status, 200)
    }

    @Test func headersAreRewrittenToServer() async throws {
        let origin = "http://sandbox.localhost"
        let tape = try await ServedAPITape([
            (
                .get("/a"),
                .success(
                    .json(
                        "1",
                        headers: [
                            "Location": "\(origin)/a/1", "Cache-Control": "max-age=5", "Set-Cookie": "a=b",
                            "Link": "<\(origin)/a?p=2>; rel=\"next\",<https://other.example/>; rel=\"up\"",
                        ]))
            ),
            (.get("/b"), .success(.json("2", status: 302, headers: ["Location": "//sandbox.localhost/b/1"]))),
        ])
        expectEqual(tape.reply("a", .get, "/b").response.headers["Location"], "http://127.0.0.1:8080/b/1")
        let headers = tape.reply("a", .get, "/a").response.headers
        expectEqual(headers["Location"], "http://127.0.0.1:8080/a/1")
        expectEqual(
            headers["Link"], "<http://127.0.0.1:8080/a?p=2>; rel=\"next\",<https://other.example/>; rel=\"up\"")
        #expect(headers["Cache-Control"] == "max-age=5" && headers["Set-Cookie"] == nil)
    }

    @Test func linksInBodiesAreRewritten() async throws {
        let origin = "http://sandbox.localhost"
        let body = #"""
            {"result":{"caller_id":{"link":"\#(origin)/api/now/table/sys_user/1","value":"1"},
            "download_link" : "http:\/\/sandbox.localhost\/a?b=c","link":"https://other.example/","links":"\#(origin)/x",
            "link":"","description":"link: \#(origin)/y"}}
            """#
        func answer(_ body: String, _ type: String) -> ScriptedTransport.Outcome {
            .success(HTTPResponse(status: 200, headers: ["Content-Type": type], body: Array(body.utf8)))
        }
        let exchanges: [(HTTPRequest, ScriptedTransport.Outcome)] = [
            (.get("/a"), answer(body, "application/json")),
            (.get("/b"), answer("<link>\(origin)/x</link>", "application/xml")),
            (.get("/c"), answer("\"link\":\"\(origin)/x\"", "text/plain")),
        ]
        let tape = try await ServedAPITape(exchanges)
        expectEqual(
            tape.ask("a", .get, "/a"),
            #"""
            200 {"result":{"caller_id":{"link":"http://127.0.0.1:8080/api/now/table/sys_user/1","value":"1"},
            "download_link" : "http:\/\/127.0.0.1:8080\/a?b=c","link":"https://other.example/","links":"\#(origin)/x",
            "link":"","description":"link: \#(origin)/y"}}
            """#)
        expectEqual(tape.ask("a", .get, "/b"), "200 <link>http://127.0.0.1:8080/x</link>")
        expectEqual(tape.ask("a", .get, "/c"), "200 \"link\":\"\(origin)/x\"")
        let kept = try await ServedAPITape(exchanges, keepsLinks: true)
        expectEqual(kept.ask("a", .get, "/a"), "200 " + body)
    }

    @Test func recoveredRejectionsAreNotPlayed() async throws {
        let change = HTTPRequest.send(.post, "/b", "{}")
        let tape = try await ServedAPITape([
            (.get("/a"), .success(.json("no", status: 401))), (.get("/a"), .success(.json("yes"))),
            (change, .success(.json("no", status: 401))), (change, .success(.json("made", status: 201))),
            (.get("/c"), .success(.json("no", status: 401))),
        ])
        expectEqual(tape.ask("a", .get, "/a"), "200 yes")
        expectEqual(tape.ask("a", .post, "/b", body: "{}"), "201 made")
        expectEqual(tape.ask("a", .get, "/c"), "401 no")
    }

    @Test func leastRecentClientsAreEvicted() async throws {
        let tape = try await ServedAPITape(ServedAPITape.change, clients: 2)
        for name in ["a", "b"] { _ = tape.ask(name, .patch, Self.record, body: Self.body) }
        expectEqual(tape.ask("a", .get, Self.record), "200 after")
        _ = tape.ask("c", .get, Self.record)
        expectEqual(tape.ask("a", .get, Self.record), "200 after")
        #expect(tape.clients.known("b") == nil)
    }
}
