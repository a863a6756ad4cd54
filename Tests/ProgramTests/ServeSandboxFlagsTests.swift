import Foundation
import Glibc
import TestSupport
import Testing

/// The options of `serve sandbox`.
struct SandboxFlagsTests {
    @Test(arguments: [
        (
            ["--rows", "incidnt=5"],
            """
            error: --rows names no table: incidnt.
              serve sandbox --rows incidnt=5
                                   ^^^^^^^^^
            hint: Did you mean incident?

            """
        ),
        (
            ["--user-zone", "../../etc/passwd"],
            """
            error: --user-zone names no time zone of this machine: ../../etc/passwd.
              serve sandbox --user-zone ../../etc/passwd
                                        ^^^^^^^^^^^^^^^^
            hint: Names are those of the time-zone database, such as Europe/Berlin or America/Sao_Paulo.

            """
        ),
        (
            ["--data", "a", "--sandbox", "b"],
            """
            error: --data and --sandbox name the same thing; give one of them.
              serve sandbox --data a
                                   ^

            """
        ),
        (
            ["--fault", "rate-limt=3"],
            """
            error: Unknown fault: rate-limt.
              serve sandbox --fault rate-limt=3
                                    ^^^^^^^^^^^
            hint: Did you mean rate-limit?

            """
        ),
    ])
    func invalidFlagIsMarked(arguments: [String], expected: String) async throws {
        let run = try await Workspace().run(["serve", "sandbox"] + arguments)
        expectEqual(run, ProcessResult(2, "", errors: expected))
    }

    /// Build, faults and sessions.
    @Test func servedSandboxFollowsItsFlags() async throws {
        let workspace = try Workspace()
        let server = try await ServedProgram(
            workspace, "sandbox", "--build", "02-03-2026_1200", "--fault", "rate-limit=1", "--session-lifetime", "7200",
            "--page-sign-in", "sso")
        let home = try await workspace.runOther("curl", "-sS", server.address + "/home.do")
        #expect(home.output.contains("http://login.localhost:\(server.port)/saml2?"), "\(home)")
        let page = try await workspace.runOther("curl", "-sS", server.address + "/login.do")
        #expect(page.output.contains("var g_builddate = '02-03-2026_1200';"), "\(page)")
        #expect(page.output.contains("js_includes_doctype.jsx?v=02-03-2026_1200&amp;"))
        let list = [
            "curl", "-sS", "-i", "-u", "john.doe:password", server.address + "/api/now/table/incident?sysparm_limit=5",
        ]
        let plain = try await workspace.runOther(list).output.components(separatedBy: "\r\n\r\n")
        #expect(plain.last?.hasPrefix(#"{"result":["#) == true)
        #expect(plain[0].contains("Max-Age=7200"))
        #expect(try await workspace.runOther(list).output.hasPrefix("HTTP/1.1 429 "))
        await expectEqual(server.end().status, 0)
    }

    /// Serves twice with the same file; each server ends with SIGTERM.
    @Test func servedSandboxIsPersistent() async throws {
        let workspace = try Workspace()
        for _ in 0..<2 {
            let server = try await ServedProgram(
                workspace, "sandbox", "--rows", "incident=600", "--clock", "2025-06-01T09:00:00Z", "--user-zone",
                "America/Sao_Paulo", "--data", "kept.sandbox")
            await expectEqual(server.end(SIGTERM).status, 0)
        }
        try await expectEqual(
            workspace.run("--sandbox", "kept.sandbox", "table", "count", "incident"),
            ProcessResult(0, "600\n"))
        let made = try await workspace.run(
            "--sandbox", "kept.sandbox", "table", "create", "incident", "short_description=x", "-f", "sys_created_on",
            "--format", "tsv")
        #expect(made.output.hasSuffix("2025-06-01 09:00:01\n"), "\(made)")
    }

    @Test func timeDefaultsToNow() async throws {
        let workspace = try Workspace()
        func created(_ arguments: String...) async throws -> String {
            let server = try await ServedProgram(workspace, ["sandbox"] + arguments)
            let answer = try await workspace.runOther(
                "curl", "-sS", "-u", "john.doe:password", "-X", "POST",
                server.address + "/api/now/table/incident?sysparm_fields=sys_created_on")
            _ = await server.end()
            return answer.output
        }
        let before = Date.now.ISO8601Format().replacing("T", with: " ").dropLast()
        let text = try await created()
        let after = Date.now.ISO8601Format().replacing("T", with: " ").dropLast()
        let moment = text.dropFirst(#"{"result":{"sys_created_on":""#.count).dropLast(3)
        #expect(before <= moment && moment <= after, "\(text)")
        #expect(try await created("--clock", "2031-06-01T09:00:00+02:00").contains("2031-06-01 07:0"))
        #expect(try await created("--frozen", "--clock", "2031-06-01T09:00:00Z").contains("2031-06-01 09:00:01"))
    }
}

/// `--allow-origin`, and the default without it.
struct AllowOriginTests {
    private func post(_ workspace: Workspace, to address: String, _ path: String, from origin: String) async throws
        -> String
    {
        try await workspace.runOther(
            "curl", "-sS", "--max-time", "600", "-o", "/dev/null", "-w", "%{http_code}", "-u", "admin:admin",
            "-H", "Origin: \(origin)", "-H", "Sec-Fetch-Site: cross-site", "-d", #"{"short_description":"x"}"#,
            "-H", "Content-Type: application/json", "-H", "Accept: application/json, text/plain, */*", address + path
        ).output
    }

    @Test func sandboxAcceptsChangesFromAllowedOriginsOnly() async throws {
        let workspace = try Workspace()
        let table = "/api/now/table/incident"
        let open = try await ServedProgram(
            workspace, "sandbox", "--allow-origin", "https://App.example/", "--allow-origin", "http://localhost:3000")
        for (origin, status) in [
            ("https://app.example", "201"), ("http://localhost:3000", "201"), ("https://evil.example", "403"),
        ] {
            try await expectEqual(post(workspace, to: open.address, table, from: origin), status)
        }
        await expectEqual(open.end().status, 0)
    }

    @Test func servedTapeAcceptsChangesFromAllowedOriginsOnly() async throws {
        let workspace = try Workspace()
        try await workspace.record("rest POST /api/now/table/incident short_description=x\n", onto: "tape")
        for (flags, status) in [([], "403"), (["--allow-origin", "https://app.example"], "201")] {
            let served = try await ServedProgram(workspace, ["replay", "tape"] + flags)
            let posted = try await post(
                workspace, to: served.address, "/api/now/table/incident", from: "https://app.example")
            expectEqual(posted, status)
            await expectEqual(served.end().status, 0)
        }
    }

    @Test func invalidOriginIsRejected() async throws {
        let ended = try await Workspace().run("serve", "sandbox", "--allow-origin", "*")
        #expect(ended.status == 2 && ended.firstError == "error: * is not an origin.")
    }
}
