import CassetteStore
import ExchangeModel
import Glibc
import TapeDeck
import Testing

/// A tape in a browser's reach, with every network but loopback taken away.
@Suite struct ServeReplayTests {
    private struct Still: ExchangeModel.Clock {
        var now: Timestamp { Timestamp(seconds: 1_713_287_778) }
        func sleep(microseconds: Int64) async throws {}
    }

    private func record(_ desk: Desk) async throws {
        let origin = "https://dev1.service-now.com"
        func ask(_ target: String, _ accept: String = "text/html", _ body: String? = nil) throws -> HTTPRequest {
            var request = HTTPRequest(
                body == nil ? .get : .post, try #require(HTTPURL(origin + target)), headers: ["Accept": accept],
                body: body.map { Array($0.utf8) }, principal: "jane")
            if body != nil { request.headers.append("Content-Type", "application/x-www-form-urlencoded") }
            return request
        }
        func html(_ text: String, _ headers: [HeaderField] = [], status: Int = 200) -> ScriptedTransport.Outcome {
            let lines = [
                HeaderField("Content-Type", "text/html;charset=UTF-8"), HeaderField("Cache-Control", "no-store"),
                HeaderField("Strict-Transport-Security", "max-age=63072000"),
                HeaderField("Set-Cookie", "JSESSIONID=0123456789ABCDEF; Secure"),
                HeaderField("Transfer-Encoding", "chunked"),
            ]
            return .success(
                HTTPResponse(status: status, headers: HeaderFields(lines + headers), body: Array(text.utf8)))
        }
        let bytes = (0...255).map { UInt8($0) }
        let script: [(HTTPRequest, ScriptedTransport.Outcome)] = [
            (try ask("/incident.do?sys_id=1"), html("<title>One</title><a href=\"\(origin)/home.do\">before</a>\n")),
            (
                try ask("/a.iix?v=1", "*/*"),
                .success(
                    HTTPResponse(status: 200, headers: ["Content-Type": "image/png", "ETag": "\"a\""], body: bytes))
            ),
            (try ask("/home.do"), html("", [HeaderField("Location", origin + "/incident.do?sys_id=1")], status: 302)),
            (
                try ask("/incident.do", "text/html", "sys_id=1&state=2"),
                html("", [HeaderField("Location", "incident.do?sys_id=1")], status: 302)
            ),
            (try ask("/incident.do?sys_id=1"), html("<title>One</title>after\n")),
        ]
        let transport = ScriptedTransport(script.map(\.1))
        let path = desk.path("pages.cassette")
        let deck = RecordingDeck(
            session: SessionRecord(
                startedAt: Timestamp(seconds: 0), instance: origin, user: "jane", zone: "UTC", zoneRules: "UTC0",
                width: 80, version: "0.1", policy: "", settings: "{}", seed: 7),
            secrets: SecretBook(), clock: Still(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path) }, next: { transport })
        for (request, _) in script {
            _ = try await deck.begin("page open \(request.url.target)")
            _ = try await deck.transport.send(request)
            try deck.finish(exitStatus: 0)
        }
        try deck.close()
    }

    @Test func recordedPagesAreServedWithoutANetwork() async throws {
        let desk = try Desk()
        try await record(desk)
        let before = try desk.bytes(of: "pages.cassette")
        try desk.write(
            """
            ip link set lo up
            "$1" serve replay pages.cassette >address 2>notes & server=$!
            trap 'kill $server' EXIT
            tries=0
            while [ ! -s address ] && [ $tries -lt 600 ]; do sleep 0.05; tries=$((tries + 1)); done
            at=$(cat address)
            show() { curl -sS --max-time 600 -H 'Accept: text/html,*/*' "$@"; echo "-- $?"; }
            show -o /dev/null -w '%{http_code} %{content_type}\\n' "$at/"
            show "$at/incident.do?sys_id=1" -H 'Cookie: a=b' -H 'Authorization: Bearer x' --compressed
            show -I "$at/incident.do?sys_id=1" | tr -d '\\r' | grep -v '^Date:' \
                | sed 's/^\\(Content-Security-Policy: default-src .self.\\).*/\\1/'
            show -o picture -w '%{http_code} %{size_download}\\n' "$at/a.iix?v=1"
            show -o /dev/null -w '%{http_code} %{size_download}\\n' -H 'If-None-Match: "a"' "$at/a.iix?v=1"
            show -o /dev/null -w '%{http_code} %{redirect_url}\\n' "$at/home.do" | sed "s|$at|HERE|"
            show -L -d 'sys_id=1&state=2' "$at/incident.do"
            show -o /dev/null -w '%{http_code}\\n' -d 'sys_id=1&state=3' "$at/incident.do"
            show -o /dev/null -w '%{http_code}\\n' -H 'Host: evil.example' "$at/"
            show -o /dev/null -w '%{http_code}\\n' "$at/nowhere.do"
            kill -INT $server; wait $server; echo "ended $?"; trap - EXIT
            """, to: "visit.sh")
        let wrapper = geteuid() == 0 ? ["unshare", "-n"] : ["unshare", "-rn"]
        _ = try await HostRights.withoutNetwork(desk)
        let ended = try await Child(
            wrapper + ["sh", "visit.sh", Desk.program], environment: desk.environment([:]),
            folder: desk.project, input: ""
        ).end()
        #expect(ended.errors == "")
        #expect(
            ended.output == """
                200 text/html;charset=utf-8
                -- 0
                <title>One</title><a href="/home.do">before</a>
                -- 0
                HTTP/1.1 200 OK
                Content-Type: text/html;charset=UTF-8
                Content-Security-Policy: default-src 'self'
                Referrer-Policy: same-origin
                Cache-Control: no-store
                Content-Length: 48

                -- 0
                200 256
                -- 0
                304 0
                -- 0
                302 HERE/incident.do?sys_id=1
                -- 0
                <title>One</title>after
                -- 0
                404
                -- 0
                421
                -- 0
                404
                -- 0
                ended 0

                """)
        #expect(try desk.bytes(of: "picture") == (0...255).map { UInt8($0) })
        #expect(try desk.bytes(of: "pages.cassette") == before)
        let notes = try desk.text(of: "notes").split(separator: "\n").map(String.init)
        #expect(
            notes.prefix(3) == [
                "The tape answers there, for https://dev1.service-now.com as jane. Nothing is asked of an instance. "
                    + "Ctrl-C ends it.",
                "It holds one page:", "  /incident.do?sys_id=1",
            ])
        #expect(notes.dropFirst(3).count == 2)
    }

    @Test func aTapeThatIsNoneIsNotServed() async throws {
        let desk = try Desk()
        let missing = try await desk.run("serve", "replay", "nowhere.cassette")
        #expect(missing.status == 5 && missing.output == "")
        #expect(missing.firstError.contains("There is no cassette at nowhere.cassette"))
        try desk.write("no cassette", to: "odd.cassette")
        #expect(try await desk.run("serve", "replay", "odd.cassette").status == 5)
        #expect(try await desk.run("serve", "replay").status == 2)
    }
}
