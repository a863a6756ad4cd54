import ExchangeModel
import Recipes
import Tables
import Testing
import Workbench

/// How `rest` shows all sorts of responses, and their replay.
@Suite struct RestResponseTests {
    /// The output of lines, with one response for each; the tape is then replayed strictly.
    private func printed(
        _ lines: [String], _ answers: [HTTPResponse], width: Int? = nil, files: [String: String] = [:],
        location: SourceLocation = #_sourceLocation
    ) async throws -> (text: String, machine: TestMachine, requests: [HTTPRequest]) {
        let script = ScriptedTransport(answers.map { .success($0) })
        let machine = try TestMachine(instance: script, answers: ["dev1"])
        for (name, content) in files { machine.folder.write(Array(content.utf8), to: name) }
        let harness = try ShellHarness(machine, instance: "dev1", user: "admin", width: width)
        let text = await harness.transcript(of: lines)
        try await harness.closeAndReplay(location: location)
        return (text, machine, script.requests)
    }

    private func answer(
        _ body: String, _ type: String? = "application/json", status: Int = 200, reason: String = "OK",
        more: [HeaderField] = []
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, reason: reason,
            headers: HeaderFields((type.map { [HeaderField("Content-Type", $0)] } ?? []) + more), body: Array(body.utf8)
        )
    }

    @Test func headersAreShownWithoutSecrets() async throws {
        let secret = [
            HeaderField("Set-Cookie", "glide_session_store=292391354F4212008A5AB895F110C722; Path=/"),
            HeaderField("X-UserToken-Response", "0123456789abcdef"), HeaderField("X-Odd", "shown"),
            HeaderField("X-Total-Count", "1"),
        ]
        let (text, _, _) = try await printed(
            [
                "rest GET /api/x -i", "rest GET /api/x -i --format ndjson", "rest HEAD /api/x", "rest OPTIONS /api/x",
                "rest GET /api/x -i > copy.txt",
            ],
            [
                answer(#"{"result":[]}"#, more: secret), answer(#"{"result":[]}"#, more: secret),
                answer("", more: secret),
                answer("", nil, more: [HeaderField("Allow", "GET, POST")]), answer("<p>", "text/html"),
            ])
        #expect(
            text == """
                > rest GET /api/x -i
                HTTP 200 OK
                Content-Type: application/json
                Set-Cookie: ********
                X-UserToken-Response: ********
                X-Odd: shown
                X-Total-Count: 1

                {
                  "result": []
                }
                > rest GET /api/x -i --format ndjson
                {"status":200,"reason":"OK","headers":[{"name":"Content-Type","value":"application/json"},\
                {"name":"Set-Cookie","value":"********"},{"name":"X-UserToken-Response","value":"********"},\
                {"name":"X-Odd","value":"shown"},{"name":"X-Total-Count","value":"1"}],"body":{"result":[]}}
                > rest HEAD /api/x
                HTTP 200 OK
                Content-Type: application/json
                Set-Cookie: ********
                X-UserToken-Response: ********
                X-Odd: shown
                X-Total-Count: 1
                > rest OPTIONS /api/x
                HTTP 200 OK
                Allow: GET, POST
                > rest GET /api/x -i > copy.txt

                """)
    }

    @Test func errorIncludesHeaders() async throws {
        let (text, _, _) = try await printed(
            ["rest GET /api/x -i", "rest GET /api/x"],
            [
                answer(
                    #"{"error":{"message":"No","detail":"Never"},"status":"failure"}"#, status: 403, reason: "Forbidden"
                ),
                answer("<h1>No</h1>", "text/html", status: 500, reason: "Internal Server Error"),
            ])
        #expect(
            text == """
                > rest GET /api/x -i
                ! HTTP 403 Forbidden
                ! Content-Type: application/json
                ! error: No: Never (HTTP 403).
                ? exit 3
                > rest GET /api/x
                ! error: The instance failed and answered with a page (HTTP 500).
                ? exit 3

                """)
    }

    @Test func fileGetsBytesAndTerminalGetsText() async throws {
        let (text, machine, _) = try await printed(
            [
                "rest GET /api/a", "rest GET /api/b", "rest GET /api/c", "rest GET /api/a > a.html",
                "rest GET /api/c > c.bin", "rest GET /api/d", "rest GET /api/e => t = .",
            ],
            [
                answer("<p>\u{1B}]0;title\u{7}\u{1B}[31mred\u{1B}[0m</p>", "text/html"),
                answer("<a>\u{1B}[2Jb</a>", "application/xml"),
                answer("\u{0}\u{1}", "image/png"), answer("<p>\u{1B}[31mred</p>", "text/html"),
                answer("\u{0}\u{1}", "image/png"), answer("no JSON"), answer("plain", "text/plain"),
            ], width: 80)
        #expect(
            text == """
                > rest GET /api/a
                ! error: The answer is 29 bytes of unknown kind, which could upset the terminal.
                ! hint: Append > FILE to save them.
                ? exit 2
                > rest GET /api/b
                <a>b</a>
                > rest GET /api/c
                ! error: The answer is 2 bytes of unknown kind, which could upset the terminal.
                ! hint: Append > FILE to save them.
                ? exit 2
                > rest GET /api/a > a.html
                > rest GET /api/c > c.bin
                > rest GET /api/d
                ! error: The answer is not JSON: expected a value at line 1, column 1.
                ! hint: tape show
                ? exit 3
                > rest GET /api/e => t = .
                plain

                """)
        #expect(machine.folder.text(of: "a.html") == "<p>\u{1B}[31mred</p>")
        #expect(machine.folder.bytes(of: "c.bin") == [0, 1])
    }

    @Test func requestIsSentAsTyped() async throws {
        let (_, _, requests) = try await printed(
            [
                "rest GET '/api/x/a b/ü%20?q=1^2&r=a+b%2B' -p 's=a b&c=d' -p e=",
                "rest POST /api/x name=Zoë count=2 -H 'Accept: text/xml'",
                "rest POST /api/x --body @data.csv --allow-writes dev1",
                "rest POST /api/x --body 'a: 1' -H 'Content-Type: text/yaml' --allow-writes dev1",
                #"rest POST /api/now/graphql --body '{"query":"{ a }"}'"#,
            ],
            Array(repeating: answer("{}"), count: 5), files: ["data.csv": "a,b"])
        let lines = requests.map { request in
            "\(request.method) \(request.url.target) \(request.headers["Accept"] ?? "") "
                + "\(request.headers["Content-Type"] ?? "-") \(String(decoding: request.body ?? [], as: UTF8.self))"
        }
        let usual = "application/json, text/plain, */*"
        #expect(
            lines == [
                "GET /api/x/a%20b/%C3%BC%20?q=1%5E2&r=a+b%2B&s=a%20b%26c%3Dd&e= \(usual) - ",
                #"POST /api/x text/xml application/json {"name":"Zoë","count":"2"}"#,
                "POST /api/x \(usual) text/csv a,b", "POST /api/x \(usual) text/yaml a: 1",
                #"POST /api/now/graphql \#(usual) application/json {"query":"{ a }"}"#,
            ])
    }

    @Test func tableFormatShowsResultAsTable() async throws {
        let rows = #"{"result":[{"a":"1","b":{"link":"x","value":"2","display_value":"two"}},{"a":"3","c":"4"}]}"#
        let (text, _, _) = try await printed(
            ["rest GET /api/x --format csv", "rest GET /api/x --format columns", "rest GET /api/x --format tsv"],
            [answer(rows), answer(rows), answer(#"{"data":1}"#)])
        #expect(
            text == """
                > rest GET /api/x --format csv
                a,b,c
                1,2,
                3,,4
                > rest GET /api/x --format columns
                a  b    c
                1  two
                3       4
                > rest GET /api/x --format tsv
                {
                  "data": 1
                }

                """)
    }

    @Test func mismatchedContentHashIsRejected() async throws {
        let row =
            #"{"sys_id":"a1","file_name":"x.txt","size_bytes":"5","hash":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"}"#
        let list = answer("{\"result\":[\(row)]}")
        let line = "attach get incident 061c92d26f030200d7aecd9c5d3ee4f8 x.txt"
        let (text, machine, _) = try await printed(
            [line, line + " --out x", line + " --unchecked", line],
            [
                list, answer("hell", "text/plain"), list, answer("hullo", "text/plain"), list,
                answer("hullo", "text/plain"), list, answer("hello", "text/plain"),
            ])
        #expect(
            text == """
                > \(line)
                ! error: x.txt does not match what the instance reports: 4 bytes arrived; the instance announced 5.
                ! hint: --unchecked accepts it.
                ? exit 3
                > \(line) --out x
                ! error: x.txt does not match what the instance reports: The SHA-256 of the content differs from the one the instance gives.
                ! hint: --unchecked accepts it.
                ? exit 3
                > \(line) --unchecked
                hullo⏎
                > \(line)
                hello⏎

                """)
        #expect(machine.folder.bytes(of: "x") == nil)
    }
}
