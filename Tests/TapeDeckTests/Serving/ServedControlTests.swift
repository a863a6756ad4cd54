import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

struct ServedControlTests {
    private static let record = "/api/now/table/incident/1"

    private func visited() async throws -> ServedAPITape {
        let tape = try await ServedAPITape(ServedAPITape.change, journal: 3)
        _ = tape.ask("a", .get, Self.record)
        _ = tape.ask("a", .patch, Self.record, body: #"{"state":"2","note":"x"}"#)
        _ = tape.ask("b", .get, "/none")
        _ = tape.ask("b", .get, Self.record)
        return tape
    }

    @Test func journalKeepsNewestRequests() async throws {
        let tape = try await visited()
        let patch =
            #"{"sequence":2,"client":"a","method":"PATCH","target":"\#(Self.record)","status":200,"exchange":3,"miss":null}"#
        let none =
            #"{"sequence":3,"client":"b","method":"GET","target":"/none","status":501,"exchange":null,"miss":"not-recorded"}"#
        let last =
            #"{"sequence":4,"client":"b","method":"GET","target":"\#(Self.record)","status":200,"exchange":1,"miss":null}"#
        expectEqual(tape.control(.get, "/journal"), "200 \(patch)\n\(none)\n\(last)\n")
        expectEqual(tape.control(.get, "/journal?client=a"), "200 \(patch)\n")
        expectEqual(tape.control(.get, "/journal?after=2&limit=1"), "200 \(none)\n")
        expectEqual(tape.control(.get, "/journal?after=9"), "200 ")
        let misses = tape.control(.get, "/misses")
        #expect(misses.hasPrefix("200 " + none.dropLast() + #","message":"Nothing is recorded for"#))
        #expect(misses.contains(#""report":{"method":"GET""#))
    }

    @Test func unplayedExchangesAreReported() async throws {
        let tape = try await visited()
        func exchanges(_ target: String) -> [Substring] {
            tape.control(.get, target).split(separator: "\n").compactMap {
                $0.split(separator: #"exchange":"#).last?.prefix(1)
            }
        }
        expectEqual(exchanges("/unplayed"), ["2", "4", "5"])
        expectEqual(exchanges("/unplayed?client=b"), ["2", "3", "4", "5"])
        expectEqual(exchanges("/unplayed?after=2&limit=1"), ["4"])
        expectEqual(
            tape.control(.get, "/unplayed?after=4"),
            "200 {\"exchange\":5,\"method\":\"GET\",\"url\":\"http://sandbox.localhost/api/now/table/incident/2\"}\n"
        )
    }

    @Test func clientsCanBeReset() async throws {
        let tape = try await visited()
        expectEqual(tape.control(.post, "/reset?client=a"), "200 {\n  \"reset\": 1\n}\n")
        expectEqual(tape.ask("a", .get, Self.record), "200 before")
        expectEqual(tape.control(.post, "/reset?client=nobody"), "200 {\n  \"reset\": 0\n}\n")
        expectEqual(tape.control(.post, "/reset"), "200 {\n  \"reset\": 2\n}\n")
        expectEqual(tape.control(.get, "/journal"), "200 ")
        #expect(tape.control(.get, "/status").contains("\"requests\": 5"))
    }

    @Test(arguments: [
        (HTTPMethod.post, "/journal", "405"), (.get, "/reset", "405"), (.get, "/stop", "404"),
        (.get, "/journal?limit=0", "400"), (.get, "/journal?after=x", "400"), (.get, "/status?client=a", "400"),
        (.head, "/status", "200"),
    ])
    func invalidRequestIsRejected(method: HTTPMethod, target: String, status: String) async throws {
        let tape = try await ServedAPITape([(.get("/a"), .success(.json("1")))])
        #expect(tape.control(method, target).hasPrefix(status + " "))
        #expect(tape.control(.post, "/reset", ["Origin": "https://evil.example"]).hasPrefix("403 "))
    }
}
