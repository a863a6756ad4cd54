import ExchangeModel
import LoopbackServer
import Testing

/// Whether a page in a browser may have changes made here.
@Suite struct OriginTests {
    private func status(_ method: String, _ lines: [String], port: Int, host: String? = nil) async -> String {
        let head = ["\(method) /api/now/table/incident HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + lines
        let text = (head + ["Content-Length: 2", "Connection: close", "", "{}"]).joined(separator: "\r\n")
        return String((await RawClient.exchange(text, port: port) ?? "nothing").prefix(12).suffix(3))
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "PROPPATCH"])
    func aPageFromElsewhereChangesNothing(_ method: String) async throws {
        let transport = ImmediateAnswers()
        let listener = try LoopbackListener(transport)
        let port = listener.port
        for lines in [
            ["Origin: https://evil.example"], ["Origin: http://127.0.0.1:1"], ["Origin: http://localhost:3000"],
            ["Origin: https://127.0.0.1:\(port)"], ["Origin: null"], ["origin: http://127.0.0.1"], ["Origin:"],
            ["Sec-Fetch-Site: cross-site"], ["sec-fetch-site: Cross-Site"],
            ["Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: cross-site"],
            ["Origin: http://127.0.0.1:\(port)", "Origin: https://evil.example"],
            ["Origin: null", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"],
        ] {
            #expect(await status(method, lines, port: port) == "403", "\(lines)")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func aPageOfThisServerAndProgramsMayChangeWhatTheyWant() async throws {
        let transport = ImmediateAnswers()
        let listener = try LoopbackListener(transport)
        let port = listener.port
        let cases = [
            [], ["Origin: http://127.0.0.1:\(port)"], ["Origin: HTTP://127.0.0.1:\(port)"],
            ["Origin: null", "Sec-Fetch-Site: same-origin"], ["Sec-Fetch-Site: none"],
        ]
        for lines in cases { #expect(await status("POST", lines, port: port) == "200", "\(lines)") }
        let name = "sandbox.localhost:\(port)"
        #expect(await status("POST", ["Origin: http://\(name)"], port: port, host: name) == "200")
        #expect(transport.requests.count == cases.count + 1)
    }

    @Test func readingIsNotConcerned() async throws {
        let listener = try LoopbackListener(ImmediateAnswers())
        for method in ["GET", "HEAD", "OPTIONS"] {
            let lines = ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"]
            #expect(await status(method, lines, port: listener.port) == "200")
        }
    }

    @Test func anOriginThatIsAllowedMayMakeChanges() async throws {
        let listener = try LoopbackListener(
            ImmediateAnswers(), options: ListenerOptions(allowedOrigins: ["https://app.example", "null"]))
        let port = listener.port
        for origin in ["https://app.example", "HTTPS://APP.example", "null"] {
            #expect(await status("POST", ["Origin: \(origin)", "Sec-Fetch-Site: cross-site"], port: port) == "200")
        }
        for origin in ["https://app.example:8443", "http://app.example", "https://app.example.evil"] {
            #expect(await status("POST", ["Origin: \(origin)"], port: port) == "403")
        }
        // Without a name nobody is allowed.
        #expect(await status("POST", ["Sec-Fetch-Site: cross-site"], port: port) == "403")
    }

    @Test func theRefusalNamesThePage() async throws {
        let listener = try LoopbackListener(ImmediateAnswers())
        let answer = await RawClient.exchange(
            "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nContent-Length: 3\r\n"
                + "Connection: close\r\n\r\na=b", port: listener.port)
        #expect(
            answer?.hasSuffix(
                #"{"error":{"message":"This server takes no POST request from a page of https://evil.example; "#
                    + #"--allow-origin https://evil.example allows it.","detail":""},"status":"failure"}"#) == true,
            "\(answer ?? "nothing")")
    }
}
