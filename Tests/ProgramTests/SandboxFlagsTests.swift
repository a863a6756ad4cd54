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

    @Test func itsTimeIsThePresentUnlessItIsToldOtherwise() async throws {
        let desk = try Desk()
        func created(_ arguments: String...) async throws -> String {
            let server = try await ServedSandbox(desk, arguments)
            let answer = try await desk.runOther(
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
        #expect(try await created("--frozen").contains("2025-03-03 16:00:01"))
        #expect(try await created("--frozen", "--clock", "2031-06-01T09:00:00Z").contains("2031-06-01 09:00:01"))
    }

    @Test func longAnswersAreCompressedForClientsThatTakeIt() async throws {
        let desk = try Desk()
        let server = try await ServedSandbox(desk)
        let list = [
            "curl", "-sS", "-i", "-u", "john.doe:password",
            server.address + "/api/now/table/incident?sysparm_limit=5",
        ]
        let plain = try await desk.runOther(list).output.components(separatedBy: "\r\n\r\n")
        let compressed = try await desk.runOther(list + ["--compressed"]).output.components(separatedBy: "\r\n\r\n")
        #expect(plain.last == compressed.last && plain.last?.hasPrefix(#"{"result":["#) == true)
        #expect(!plain[0].contains("Content-Encoding") && compressed[0].contains("\r\nContent-Encoding: gzip\r\n"))
        _ = await server.end()
    }
}
