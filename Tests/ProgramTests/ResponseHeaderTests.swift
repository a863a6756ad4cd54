import Foundation
import Testing

/// Headers of answers are served as recorded, unless they may be secrets; those are reported and can be kept.
@Suite struct ResponseHeaderTests {
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

    private func served(_ workspace: Workspace) async throws -> (headers: [String], notes: String) {
        let script = """
            "$0" serve replay things >addresses 2>notes & server=$!
            trap 'kill $server' EXIT
            tries=0
            while [ ! -s notes ] && [ $tries -lt 2000 ]; do sleep 0.05; tries=$((tries + 1)); done
            curl -sS -D - -o /dev/null "$(sed -n 1p addresses)/api/x_acme/v1/things?page=1"
            kill -INT $server; wait $server; trap - EXIT
            """
        let result = try await workspace.shell(script)
        let lines = result.output.split(whereSeparator: \.isNewline).map(String.init)
        return (lines, try workspace.text(of: "notes"))
    }

    @Test func headersAreServedUnlessTheyMayBeSecrets() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.vcr, to: "input.yaml")
        let imported = try await workspace.run("tape", "import", "input.yaml", "things")
        #expect(
            imported.errors.contains(
                "Header values withheld, because they may be secrets (tape audit --help): 3 headers: X-Session-Id, X-Cursor, X-Acme-Token."
            ), "\(imported)")
        let (headers, notes) = try await served(workspace)
        for line in ["X-Next-Page: 2", "X-RateLimit-Remaining: 17", "Warning: 299 - \"deprecated\""] {
            #expect(headers.contains(line), "\(headers)")
        }
        let next = try #require(headers.first { $0.hasPrefix("X-Next-Page-Url: ") })
        #expect(next.hasPrefix("X-Next-Page-Url: http://127.0.0.1:") && next.hasSuffix("/things?page=2"))
        #expect(!headers.contains { $0.hasPrefix("X-Cursor") || $0.hasPrefix("X-Acme") || $0.hasPrefix("Set-Cookie") })
        #expect(
            notes.contains(
                "note: header values that the recording withheld are not served: X-Session-Id, X-Cursor and X-Acme-Token\n"
            ),
            "\(notes)")
        let audit = try await workspace.run("tape", "audit", "things")
        #expect(audit.status == 0, "\(audit)")
    }

    @Test func projectKeepsHarmlessHeaders() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.vcr, to: "input.yaml")
        try FileManager.default.createDirectory(atPath: workspace.path("sessions"), withIntermediateDirectories: true)
        try workspace.write(
            """
            header: X-Cursor: where the next page begins
            header: x-acme-token: the number of a machine
            header: X-Session-Id: the number of a test run
            header: Set-Cookie: cookies are never kept
            """, to: "sessions/audit.allow")
        let imported = try await workspace.run("tape", "import", "input.yaml", "things")
        #expect(!imported.errors.contains("withheld"), "\(imported)")
        let (headers, notes) = try await served(workspace)
        #expect(headers.contains("X-Cursor: Zk3v9QpX1mLr8TbWs2Yd") && headers.contains("X-Acme-Token: q1w2e3r4"))
        #expect(!headers.contains { $0.hasPrefix("Set-Cookie") } && !notes.contains("withheld"), "\(notes)")
        let audit = try await workspace.run("tape", "audit", "things")
        #expect(audit.status == 0 && audit.errors.isEmpty, "\(audit)")
    }
}
