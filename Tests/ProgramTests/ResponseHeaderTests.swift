import TestSupport
import Testing

/// Headers of answers are served as recorded, unless they may be secrets; those are reported and can be kept.
struct ResponseHeaderTests {
    private static let vcr = """
        interactions:
        - request:
            body: null
            headers: {Accept: [application/json]}
            method: GET
            uri: https://dev1.service-now.com/api/x_acme/v1/things?page=1
          response:
            body: {string: '{"result":[1,2]}'}
            headers:
              Content-Type: [application/json]
              X-Next-Page: ['2']
              X-Next-Page-Url: ['https://dev1.service-now.com/api/x_acme/v1/things?page=2']
              X-Session-Id: [Yd2mLr8TbWsZk3v9QpX1]
              X-RateLimit-Remaining: ['17']
              Warning: ['299 - "deprecated"']
              X-Cursor: [Zk3v9QpX1mLr8TbWs2Yd]
              X-Acme-Token: [q1w2e3r4]
              Set-Cookie: [JSESSIONID=0A1B2C; Path=/]
              X-UserToken-Response: [t0ken]
            status: {code: 200, message: OK}
        version: 1
        """

    /// The header fields that the imported tape is served with, and what the server says.
    private func served(_ workspace: Workspace) async throws -> (headers: [String], said: String) {
        let server = try await ServedProgram(workspace, "replay", "things")
        let head = try await workspace.runOther(
            "curl", "-sS", "-D", "-", "-o", "/dev/null", server.address + "/api/x_acme/v1/things?page=1")
        return (head.output.split(whereSeparator: \.isNewline).map(String.init), await server.end().errors)
    }

    @Test func headersAreServedUnlessTheyMayBeSecrets() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.vcr, to: "input.yaml")
        let imported = try await workspace.run("tape", "import", "input.yaml", "things")
        let names = "X-Session-Id, X-Cursor, X-Acme-Token"
        let withheld = "Header values withheld, because they may be secrets (tape audit --help): 3 headers: \(names)."
        #expect(imported.errors.contains(withheld), "\(imported)")
        let (headers, said) = try await served(workspace)
        for line in ["X-Next-Page: 2", "X-RateLimit-Remaining: 17", "Warning: 299 - \"deprecated\""] {
            #expect(headers.contains(line), "\(headers)")
        }
        let next = try #require(headers.first { $0.hasPrefix("X-Next-Page-Url: ") })
        #expect(next.hasPrefix("X-Next-Page-Url: http://127.0.0.1:") && next.hasSuffix("/things?page=2"))
        #expect(!headers.contains { $0.hasPrefix("X-Cursor") || $0.hasPrefix("X-Acme") || $0.hasPrefix("Set-Cookie") })
        let note = "note: header values that the recording withheld are not served: X-Session-Id, X-Cursor and X-Acme"
        #expect(said.contains(note + "-Token\n"), "\(said)")
        try await expectEqual(workspace.run("tape", "audit", "things").status, 0)

        // A project may keep those that are harmless.
        try workspace.write(
            """
            header: X-Cursor: where the next page begins
            header: x-acme-token: the number of a machine
            header: X-Session-Id: the number of a test run
            header: Set-Cookie: cookies are never kept
            """, to: "sessions/audit.allow")
        let again = try await workspace.run("tape", "import", "input.yaml", "things", "--replace")
        #expect(!again.errors.contains("withheld"), "\(again)")
        let (kept, silent) = try await served(workspace)
        #expect(kept.contains("X-Cursor: Zk3v9QpX1mLr8TbWs2Yd") && kept.contains("X-Acme-Token: q1w2e3r4"))
        #expect(!kept.contains { $0.hasPrefix("Set-Cookie") } && !silent.contains("withheld"), "\(silent)")
        let audit = try await workspace.run("tape", "audit", "things")
        #expect(audit.status == 0 && audit.errors.isEmpty, "\(audit)")
    }
}
