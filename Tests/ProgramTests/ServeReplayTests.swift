import CassetteStore
import ExchangeModel
import Foundation
import Glibc
import TapeDeck
import TestSupport
import Testing

extension SessionRecord {
    static func sample(at origin: String) -> SessionRecord {
        SessionRecord(
            startedAt: Timestamp(seconds: 0), instance: origin, user: "jane", zone: "UTC", zoneRules: "UTC0", width: 80,
            version: "0.1", policy: "", settings: "{}", seed: 7)
    }
}

/// Records scripted responses as the cassette of an instance; each request is a command.
private func recordTape(
    _ script: [(HTTPRequest, ScriptedTransport.Outcome)], onto path: String, origin: String
) async throws {
    let transport = ScriptedTransport(script.map(\.1))
    let deck = RecordingDeck(
        session: .sample(at: origin), secrets: SecretBook(), clock: ManualClock(Timestamp(seconds: 1_713_287_778)),
        open: { () throws(CassetteError) in try Cassette.recording(at: path) }, next: { transport })
    for (request, _) in script {
        _ = try await deck.begin("rest \(request.method) \(request.url.path)")
        _ = try await deck.transport.send(request)
        try deck.finish(exitStatus: 0)
    }
    try deck.close()
}

/// A tape served to tests in other languages, with only a loopback network. For pages in a browser see
/// ServedPagesTests; for headers, redirects and misses see TapeServerTests in TapeDeckTests.
struct ServeReplayClientTests {
    private func record(_ workspace: Workspace) async throws {
        let origin = "https://dev1.service-now.com"
        func ask(_ method: HTTPMethod, _ target: String, _ body: String? = nil) throws -> HTTPRequest {
            var request = HTTPRequest(
                method, try #require(HTTPURL(origin + target)), headers: ["Accept": "application/json"],
                body: body.map { Array($0.utf8) }, principal: "jane")
            if body != nil { request.headers.append("Content-Type", "application/json") }
            return request
        }
        func json(_ text: String, _ tag: String, _ status: Int = 200) -> ScriptedTransport.Outcome {
            .success(
                HTTPResponse(
                    status: status, headers: ["Content-Type": "application/json;charset=UTF-8", "ETag": tag],
                    body: Array(text.utf8)))
        }
        let record = "/api/now/table/incident/1"
        let script: [(HTTPRequest, ScriptedTransport.Outcome)] = [
            (try ask(.get, record), json(#"{"result":{"state":"1"}}"#, "\"a\"")),
            (try ask(.get, "/api/now/table/sys_user"), json(#"{"result":[]}"#, "\"u\"")),
            (try ask(.patch, record, #"{"state":"2"}"#), json(#"{"result":{"state":"2"}}"#, "\"b\"")),
            (try ask(.get, record), json(#"{"result":{"state":"2"}}"#, "\"b\"")),
            (try ask(.get, record + "/notes"), json(#"{"result":"noted"}"#, "\"n\"")),
            (
                try ask(.get, "/api/now/table/incident?sysparm_query=active%3Dtrue&sysparm_limit=5"),
                json(#"{"result":[]}"#, "\"l\"")
            ),
            (try ask(.get, record + "/busy"), json("wait", "\"w\"", 429)),
            (try ask(.get, record + "/busy"), json("wait", "\"w\"", 503)),
            (try ask(.get, record + "/busy"), json("done", "\"d\"")), (try ask(.get, "/"), json("home", "\"h\"")),
            (
                try ask(.head, record + "/file"),
                .success(HTTPResponse(status: 200, headers: ["Content-Length": "1040"]))
            ),
        ]
        try await recordTape(script, onto: workspace.path("triage.cassette"), origin: origin)
    }

    /// Runs a shell script with a server: `$at` is its first address, `$control` its last, `$2` Python and `$3` a
    /// script for it.
    private func runScript(_ workspace: Workspace, _ flags: String, _ script: String) async throws -> ProcessResult {
        try await record(workspace)
        try workspace.write(
            """
            "$1" serve replay triage.cassette \(flags) >addresses 2>notes & server=$!
            trap 'kill $server' EXIT
            tries=0
            while [ ! -s notes ] && [ $tries -lt 6000 ]; do sleep 0.05; tries=$((tries + 1)); done
            at=$(sed -n 1p addresses) control=$(sed -n '$p' addresses)
            show() { curl -sS --max-time 300 "$@" -w ' %{http_code}\\n'; }
            \(script)
            kill -INT $server; wait $server; echo "ended $?"; trap - EXIT
            """, to: "visit.sh")
        let wrapper = try await HostPrivileges.withLoopbackAlone(workspace)
        let session = Workspace.root.appending(path: "Tests/ProgramTests/ThirdParty/replay_session.py").path
        return try await workspace.runOther(
            wrapper + ["sh", "visit.sh", Workspace.program, try Workspace.python(), session],
            variables: ["PYTHONDONTWRITEBYTECODE": "1"])
    }

    @Test func requestsAndHTTPXClientsAreServed() async throws {
        let workspace = try Workspace()
        let ended = try await runScript(
            workspace, "--tls-self-signed tls --control 0",
            #"REQUESTS_CA_BUNDLE=tls/ca.pem "$2" "$3" "$at" "$control" tls/ca.pem"#)
        let seen = "['1', 304, 0, '1', '1', '1', 501, 'later-only', 200, '2', 'noted', 501, 'not-recorded']"
        expectEqual(ended.errors, "")
        expectEqual(
            ended.output,
            """
            one \(seen)
            two \(seen)
            three \(seen)
            four \(seen)
            True
            Nothing is recorded for GET https://dev1.service-now.com/api/now/table/incident?sysparm_query=active=false&sysparm_limit=5.
            nearest: %:6.1, recorded by: rest GET /api/now/table/incident
              sysparm_query
                recorded: active=true
                asked:    active=false
            help: at Snowdeck's prompt: tape show %:6.1
            help: record the request onto the tape, or send one that is on it
            2 misses of two
            {"exchange":2,"method":"GET","url":"https://dev1.service-now.com/api/now/table/sys_user"}
            {"exchange":6,"method":"GET","url":"https://dev1.service-now.com/api/now/table/incident?sysparm_query=active%3Dtrue&sysparm_limit=5"}
            {"exchange":7,"method":"GET","url":"https://dev1.service-now.com/api/now/table/incident/1/busy"}
            {"exchange":8,"method":"GET","url":"https://dev1.service-now.com/api/now/table/incident/1/busy"}
            {"exchange":9,"method":"GET","url":"https://dev1.service-now.com/api/now/table/incident/1/busy"}
            {"exchange":10,"method":"GET","url":"https://dev1.service-now.com/"}
            {"exchange":11,"method":"HEAD","url":"https://dev1.service-now.com/api/now/table/incident/1/file"}
            {'reset': 1}
            ended 0

            """)
    }

    @Test func portsAreSeparateClients() async throws {
        let workspace = try Workspace()
        let ended = try await runScript(
            workspace, "--ports 2 --control 0 --latency 20",
            """
            other=$(sed -n 2p addresses) record=/api/now/table/incident/1
            wc -l <addresses
            show "$at$record" "$at$record" -u a:b
            show -X PATCH -H 'Content-Type: application/json' -d '{ "state": "2" }' "$at$record"
            show "$at$record"
            show "$at$record/busy" "$at$record/busy" "$at$record/busy" "$at/"
            show "$other$record"
            show -H 'X-Snowdeck-Client: me' "$at$record"
            show -I "$at$record" | tr -d '\\r' | grep -v '^Date:'
            show -I "$at$record/file" | tr -d '\\r' | grep Length
            show -H 'Accept: application/json' "$at/nowhere" -o miss; grep -c '"reason": "not-recorded"' miss
            show "$control/journal?client=port-2"
            show -X DELETE "$control/journal" -o refusal
            show -H 'Host: evil.example' "$control/status" -o refusal
            """)
        expectEqual(ended.errors, "")
        expectEqual(
            ended.output,
            """
            3
            {"result":{"state":"1"}} 200
            {"result":{"state":"1"}} 200
            {"result":{"state":"2"}} 200
            {"result":{"state":"2"}} 200
            wait 429
            wait 503
            done 200
            home 200
            {"result":{"state":"1"}} 200
            {"result":{"state":"1"}} 200
            HTTP/1.1 200 OK
            Content-Type: application/json;charset=UTF-8
            ETag: "b"
            Content-Length: 24

             200
            Content-Length: 1040
             501
            1
            {"sequence":9,"client":"port-2","method":"GET","target":"/api/now/table/incident/1","status":200,"exchange":1,"miss":null}
             200
             405
             421
            ended 0

            """)
    }

    @Test func everyInstanceOfTheTapeIsServed() async throws {
        let workspace = try Workspace(), origins = ["https://dev1.service-now.com", "https://dev2.service-now.com"]
        for origin in origins {
            let request = HTTPRequest(.get, try #require(HTTPURL(origin + "/a")), headers: ["Accept": "*/*"])
            let response = HTTPResponse(
                status: 200, headers: ["Content-Type": "text/plain"], body: Array("of \(origin)".utf8))
            try await recordTape([(request, .success(response))], onto: workspace.path("both.cassette"), origin: origin)
        }
        let served = try await ServedProgram(workspace, "replay", "both.cassette")
        // The instance of the last session comes first.
        let pairs = Array(zip(served.addresses, origins.reversed()))
        for (address, origin) in pairs {
            try await expectEqual(workspace.runOther("curl", "-sS", address + "/a").output, "of \(origin)")
        }
        let ended = await served.end()
        #expect(ended.status == 0 && pairs.count == 2)
        #expect(
            ended.errors.hasPrefix("The tape answers for 2 instances. None of them is contacted. Ctrl-C ends it.\n"),
            "\(ended)")
        for (address, origin) in pairs {
            #expect(ended.errors.contains("\n\(address) is \(origin) as jane.\n"), "\(ended)")
        }
    }

    @Test func invalidTapeIsNotServed() async throws {
        let workspace = try Workspace()
        let missing = try await workspace.run("serve", "replay", "nowhere.cassette")
        #expect(missing.status == 5 && missing.output == "")
        #expect(missing.firstError.contains("There is no tape at nowhere.cassette"))
        try workspace.write("no cassette", to: "odd.cassette")
        try await expectEqual(workspace.run("serve", "replay", "odd.cassette").status, 5)
        try await expectEqual(workspace.run("serve", "replay").status, 2)
    }
}
