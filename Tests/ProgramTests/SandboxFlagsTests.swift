import Foundation
import TestSupport
import Testing

/// What `serve sandbox` is told, and says about it.
@Suite struct SandboxFlagsTests {
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
            ["--rows", "syslog=5", "--rows", "incident"],
            """
            error: --rows takes a table and a number from 1 to 2000000.
              serve sandbox --rows syslog=5 --rows incident
                                                   ^^^^^^^^
            hint: --rows incident=100000

            """
        ),
        (
            ["--clock", "soon"],
            """
            error: --clock is no time: soon.
              serve sandbox --clock soon
                                    ^^^^
            hint: --clock 2025-06-01T09:00:00Z

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
            ["--build", "next week"],
            """
            error: --build takes up to 64 letters, digits and signs.
              serve sandbox --build 'next week'
                                    ^^^^^^^^^^^
            hint: --build 02-03-2026_1200

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
    ])
    func aFlagThatCannotBeFollowedIsPointedAt(arguments: [String], expected: String) async throws {
        let desk = try Desk()
        let run = try await desk.start(["serve", "sandbox"] + arguments, input: "").end()
        #expect(run == Ended(2, "", errors: expected))
    }

    @Test func aTableThatCannotGrowIsSaid() async throws {
        let desk = try Desk()
        let run = try await desk.run("serve", "sandbox", "--rows", "sys_dictionary=100000")
        #expect(run.status == 2)
        #expect(
            run.firstError == "error: --rows: sys_dictionary says what tables there are and cannot have more records.")
    }

    @Test func itsPagesAreOfTheVersionThatItWasTold() async throws {
        let desk = try Desk()
        let server = try await ServedSandbox(desk, "--build", "02-03-2026_1200")
        let page = try await desk.runOther("curl", "-sS", server.address + "/login.do")
        #expect(page.output.contains("var g_builddate = '02-03-2026_1200';"), "\(page)")
        #expect(page.output.contains("js_includes_doctype.jsx?v=02-03-2026_1200&amp;lp=2026-02-03&amp;"))
        _ = await server.end()
    }

    @Test func aServedSandboxIsAsItWasToldToBeAndIsKept() async throws {
        let desk = try Desk()
        for _ in 0..<2 {
            let server = try desk.start([
                "serve", "sandbox", "--rows", "incident=1000", "--clock", "2025-06-01T09:00:00Z", "--user-zone",
                "America/Sao_Paulo", "--data", "kept.sandbox",
            ])
            #expect(await server.wrote { output, _ in output.hasSuffix("\n") })
            server.send(SIGTERM)
            #expect(await server.end().status == 0)
        }
        let counted = try await desk.run("--sandbox", "kept.sandbox", "table", "count", "incident")
        #expect(counted == Ended(0, "1000\n"))
        let made = try await desk.run(
            "--sandbox", "kept.sandbox", "table", "create", "incident", "short_description=x", "-f", "sys_created_on",
            "--format", "tsv")
        #expect(made.output.hasSuffix("2025-06-01 09:00:01\n"), "\(made)")
    }
}
