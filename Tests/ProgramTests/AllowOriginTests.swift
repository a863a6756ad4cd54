import Testing

/// `--allow-origin`, and what servers do without it.
@Suite struct AllowOriginTests {
    private func post(_ desk: Desk, to address: String, _ path: String, from origin: String) async throws -> String {
        try await desk.runOther(
            "curl", "-sS", "--max-time", "600", "-o", "/dev/null", "-w", "%{http_code}", "-u", "admin:admin",
            "-H", "Origin: \(origin)", "-H", "Sec-Fetch-Site: cross-site", "-d", #"{"short_description":"x"}"#,
            "-H", "Content-Type: application/json", "-H", "Accept: application/json, text/plain, */*", address + path
        ).output
    }

    @Test func aSandboxTakesChangesOfAllowedPagesOnly() async throws {
        let desk = try Desk()
        let table = "/api/now/table/incident"
        let closed = try await ServedSandbox(desk)
        #expect(try await post(desk, to: closed.address, table, from: "https://app.example") == "403")
        #expect(await closed.end().status == 0)
        let open = try await ServedSandbox(
            desk, "--allow-origin", "https://App.example/", "--allow-origin", "http://localhost:3000")
        for (origin, status) in [
            ("https://app.example", "201"), ("http://localhost:3000", "201"), ("https://evil.example", "403"),
        ] {
            #expect(try await post(desk, to: open.address, table, from: origin) == status)
        }
        #expect(await open.end().status == 0)
    }

    @Test func aServedTapeTakesChangesOfAllowedPagesOnly() async throws {
        let desk = try Desk()
        try await desk.record("rest POST /api/now/table/incident short_description=x\n", onto: "tape")
        for (flags, status) in [([], "403"), (["--allow-origin", "https://app.example"], "201")] {
            let child = try desk.start(["serve", "replay", "tape"] + flags)
            #expect(await child.wrote { output, errors in output.hasSuffix("\n") && errors.hasSuffix("\n") })
            let address = String(child.soFar.output.dropLast())
            #expect(
                try await post(desk, to: address, "/api/now/table/incident", from: "https://app.example") == status)
            child.send(2)
            #expect(await child.end().status == 0)
        }
    }

    @Test(arguments: ["app.example", "https://app.example/page", "https://app.example?a", "*"])
    func whatIsNoOriginIsRefused(_ text: String) async throws {
        let ended = try await Desk().run("serve", "sandbox", "--allow-origin", text)
        #expect(ended.status == 2)
        #expect(ended.firstError == "error: \(text) is not an origin.")
    }
}
