import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

struct MissTests {
    private func miss(_ player: Player, _ request: HTTPRequest) throws -> TapeError {
        let failure = #expect(throws: TransportFailure.self) { try player.answer(request) }
        expectEqual(failure?.kind, .tape)
        return try #require(failure?.cause as? TapeError)
    }

    @Test func queryDifferenceNamesConditionAndCommand() async throws {
        let base = "/api/now/table/incident?sysparm_limit=3&sysparm_query="
        let tape = try await RecordedTape([
            ("table names", .get("/api/now/table/sys_db_object"), ""),
            ("table list incident -q active=true^priority=1 -n 3", .get(base + "active=true^priority=1"), ""),
            ("table list problem -n 3", .get("/api/now/table/problem?sysparm_limit=3"), ""),
        ])
        let player = try tape.player()
        let error = try miss(player, .get(base + "active=true^priority=2"))
        expectEqual(error.kind, "not-recorded")
        expectEqual(
            error.message,
            "Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?sysparm_limit=3&sysparm_query=active=true^priority=2."
        )
        expectEqual(
            error.hints, ["table list incident -q active=true^priority=1 -n 3", "tape show %:2.1", "tape list"],
            "what went to another address is not named beside it")
        let lines = try #require(error.miss?.lines)
        expectEqual(
            lines.prefix(4),
            [
                "nearest: %:2.1, recorded by: table list incident -q active=true^priority=1 -n 3",
                "  sysparm_query",
                "    recorded: ^priority=1",
                "    asked:    ^priority=2",
            ])
        let nearest = try #require(error.details?["nearest"]?[0])
        expectEqual(
            nearest["differences"]?.compact,
            #"[{"part":"query","place":"sysparm_query","recorded":"^priority=1","asked":"^priority=2"}]"#)
        expectEqual(player.lastMiss, error.miss)
    }

    @Test func everyDifferenceIsReported() async throws {
        let tape = try await RecordedTape([
            ("table update", .send(.patch, "/api/now/table/incident/1", #"{"state":"2","list":[1,2],"gone":true}"#), "")
        ])
        var request = HTTPRequest.send(.put, "/api/now/table/incident/2", #"{"state":"3","list":[1],"new":null}"#)
        request.headers["Accept"] = "text/xml"
        request.principal = "admin"
        let miss = try #require(try self.miss(try tape.player(), request).miss)
        let differences = miss.nearest[0].mismatches.flatMap(\.differences).map {
            "\($0.place): \($0.recorded ?? "-") | \($0.asked ?? "-")"
        }
        expectEqual(
            differences,
            [
                "user: john.doe | admin", "method: PATCH | PUT",
                "path: /api/now/table/incident/1 | /api/now/table/incident/2", "accept: application/json | text/xml",
                "body.state: 2 | 3", "body.list: [1,2] | [1]", "body.gone: true | -", "body.new: - | null",
            ])
    }

    @Test func emptyTapeIsReported() async throws {
        let folder = TemporaryFolder(), recording = Recording(at: folder.tape, [])
        try await recording.command("help")
        let error = try miss(Player(try recording.played(), isStrict: true), .get("/x"))
        expectEqual(
            error.message,
            "Nothing is recorded for GET http://sandbox.localhost/x: no request on the tape is similar.")
        expectEqual(error.hints, ["tape list"])
    }

    @Test func interruptedExchangeHasItsOwnError() async throws {
        let folder = TemporaryFolder()
        let cassette = try Cassette.recording(at: folder.tape)
        let number = try cassette.beginSession(.sample())
        let request = HTTPRequest.get("/x")
        let key = RequestKey(of: RequestParts(of: request))
        func reserve() throws -> Int64 {
            try cassette.reserve(
                .planted(
                    session: number, key: key.text, keyHash: key.hash, principal: "john.doe",
                    url: request.url.description, headers: request.headers))
        }
        _ = try reserve()
        let broken = Player(cassette, isStrict: true)
        try expectEqual(
            miss(broken, request).message,
            "The recording was interrupted before GET http://sandbox.localhost/x was answered (%.1).")
        // Exchanges after the interrupted one are played, and the interrupted one is skipped.
        try cassette.complete(try reserve(), with: .response(.json("answered")))
        try expectEqual(broken.answer(request).text, "answered")
        try expectEqual(broken.answer(request).text, "answered")
    }

    @Test func missAfterChangeNamesRequiredCommand() async throws {
        let create = HTTPRequest.send(.post, "/t", "{}"), after = HTTPRequest.get("/t/1")
        let player = try await RecordedTape([("create", create, ""), ("get", after, "")]).player()
        guard case .laterOnly(2, 1, let first)? = try miss(player, after).miss?.reason else {
            Issue.record("not later only")
            return
        }
        expectEqual(first.line, "create")
        expectEqual(player.epoch, 0)
    }

    @Test func untrustedTapeCannotControlTerminal() async throws {
        let line = "table list x\u{1B}]0;owned\u{07}"
        let error = try miss(try await RecordedTape([(line, .get("/x"), "")]).player(), .get("/y"))
        let texts = [error.message] + error.hints + (error.miss?.lines ?? [])
        #expect(texts.allSatisfy { !$0.utf8.contains { $0 < 32 || $0 == 127 } })
    }
}

/// The cost of misses is bounded by the length of the tape.
struct MissBudgetTests {
    @Test func missSearchBudgetIsShared() async throws {
        let folder = TemporaryFolder()
        let requests = (0..<4).map { HTTPRequest.get("/api/now/table/incident/\($0)") }
        let recording = Recording(at: folder.tape, requests.map { _ in .success(.json("{}")) })
        for request in requests { try await recording.command("x", request) }
        try recording.deck.close()
        let player = Player(
            try Cassette.playing(at: folder.tape), isStrict: true, redaction: Redaction(secrets: SecretBook()),
            comparisons: 6)
        var misses: [Miss] = []
        for number in 0..<3 {
            let failure = #expect(throws: TransportFailure.self) {
                try player.answer(.get("/api/now/table/problem/\(number)"))
            }
            misses.append(try #require((failure?.cause as? TapeError)?.miss))
        }
        expectEqual(misses.map(\.compared), [4, 2, 0])
        expectEqual(misses.map(\.isCapped), [false, true, true])
        expectEqual(misses.map(\.nearest.count), [3, 2, 0])
        expectEqual(
            misses[2].message, "Nothing is recorded for GET http://sandbox.localhost/api/now/table/problem/2.")
        expectEqual(misses[2].lines, ["(compared with 0 requests of the tape, which has more)"])
        try expectEqual(player.answer(requests[1]).status, 200)
        withExtendedLifetime(folder) {}
    }
}

/// URLs in messages are readable and can be pasted back.
struct ReadableAddressTests {
    @Test(arguments: [
        ("http://h/a%3Db", "http://h/a%3Db"), ("http://h/?", "http://h/?"), ("http://h/?a", "http://h/?a"),
        ("http://h/p%20q?q=active%3Dtrue%5EORstate%3d1", "http://h/p%20q?q=active=true^ORstate=1"),
        ("http://h/?n=%C3%85sa%20B%26C+D%2BE%23F%25G", "http://h/?n=Åsa%20B%26C+D%2BE%23F%25G"),
        ("http://h/?n=%E6%9D%B1%E4%BA%AC%F0%9F%98%80%E2%82%AC", "http://h/?n=東京%F0%9F%98%80%E2%82%AC"),
        ("http://h/?n=O%27Neill&m=%22x%22%5C%3Cy%3E%60", "http://h/?n=O'Neill&m=%22x%22%5C%3Cy%3E%60"),
        (
            "http://h/?n=%1B%5B2J%0A%7F%C2%9B%E2%80%AE%E2%80%A8%C2%A0x",
            "http://h/?n=%1B[2J%0A%7F%C2%9B%E2%80%AE%E2%80%A8%C2%A0x"
        ),
        ("http://h/?n=%EF%BB%BF%E2%80%8B%F3%A0%81%81%EE%80%80", "http://h/?n=%EF%BB%BF%E2%80%8B%F3%A0%81%81%EE%80%80"),
        ("http://h/?n=a%CC%88%3D%CC%B8", "http://h/?n=a%CC%88=%CC%B8"),
        ("http://h/?n=%FF%41&m=%C3", "http://h/?n=%FF%41&m=%C3"),
        ("http://h/?n=%&m=%zz%F&o=%%411%+4", "http://h/?n=%&m=%zz%F&o=%%411%+4"),
        ("http://h/?n=å%C3%A5ß", "http://h/?n=ååß"),
    ])
    func queryIsDecodedWhereSafe(url: String, shown: String) { expectEqual(ReadableAddress.of(url), shown) }

    @Test func pastedURLIsEquivalent() throws {
        for value in ["a&b=c#d+e f%g%41", "ÅsaLIKE東京^ORx|{y}[z]", "\"'\\<>`\u{0}\u{1B}\u{202E}", "a\u{308}=\u{338}"] {
            let url = HTTPURL(
                "http://h/t?first=1&q=" + PercentCoding.encode(value) + "&last=" + PercentCoding.encode(value))
            let written = try #require(url).description
            let read = try #require(HTTPURL(ReadableAddress.of(written)))
            expectEqual(read.queryFields.map(\.name), ["first", "q", "last"])
            expectEqual(read.queryFields.map { Array($0.value.utf8) }, ["1", value, value].map { Array($0.utf8) })
        }
    }
}
