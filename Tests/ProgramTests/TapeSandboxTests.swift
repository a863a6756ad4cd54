import Foundation
import Testing

/// Sandboxes made from the project's tapes.
@Suite struct TapeSandboxTests {
    private static func tape(_ name: String) -> String {
        Workspace.root.appending(path: "sessions/\(name).cassette").path
    }

    /// Reads, queries, pages, counts and changes beyond the recorded requests; what was not seen is reported. The whole
    /// output is compared.
    @Test func pysncWorksWithTapes() async throws {
        let workspace = try Workspace()
        let folder = Workspace.root.appending(path: "Tests/ProgramTests/ThirdParty")
        let session = folder.appending(path: "pysnc_tapes.py").path
        let expected = try String(contentsOf: folder.appending(path: "pysnc_tapes.txt"), encoding: .utf8)
        let sandbox = try await ServedSandbox(
            workspace, "--tls-self-signed", "tls", "--from", Self.tape("bulk-reassign"), "--from", Self.tape("triage"))
        let ended = try await workspace.runOther(
            try Workspace.python(), session, sandbox.address, workspace.path("tls/ca.pem"))
        #expect(ended == ProcessResult(0, expected))
        let report = await sandbox.end()
        #expect(
            report.errors.contains("  incident        10 records, others may exist, sys_ids made up for 7\n"),
            "\(report)")
        #expect(report.errors.contains("Users: john.doe, each with the password password."), "\(report)")
    }

    /// Another interface answers what was recorded. The same tapes give the same sandbox.
    @Test func otherInterfacesAnswerWhatWasRecorded() async throws {
        let workspace = try Workspace()
        var answers: [String] = []
        for _ in 0..<2 {
            let sandbox = try await ServedSandbox(workspace, "--frozen", "--from", Self.tape("my-work"))
            let tasks = try await workspace.runOther(
                "curl", "-sS", "-u", "john.doe:password", sandbox.address + "/api/x_snc_my_work/v1/tracker/task")
            #expect(tasks.output.hasPrefix("{"), "\(tasks)")
            let incident = try await workspace.runOther(
                "curl", "-sS", "-u", "john.doe:password", sandbox.address + "/api/now/ui/meta/incident")
            #expect(incident.output.contains("\"label\":\"Short description\""), "\(incident)")
            answers.append((tasks.output + incident.output).replacing(sandbox.address, with: "SANDBOX"))
            _ = await sandbox.end()
        }
        #expect(answers[0] == answers[1])
    }

    @Test func promptConnectsToTapes() async throws {
        let workspace = try Workspace()
        let script = """
            connect sandbox --from \(Self.tape("bulk-reassign"))
            table list incident -q priority=3^ORDERBYnumber -f number,short_description
            table list problem
            connect sandbox
            table count problem

            """
        let run = try await workspace.start(["--tape", "offline", "run", "--keep-going", "-"], input: script).end()
        #expect(run.output.contains("Laptop does not wake up from sleep"), "\(run)")
        #expect(run.output.contains("INC0010197"), "\(run)")
        #expect(run.errors.contains("The sandbox knows"), "\(run)")
        #expect(run.errors.contains("  incident        3 records, others may exist\n"), "\(run)")
        #expect(
            run.errors.contains("Known from tapes: 3 records of incident; others may exist on the instance.\n"),
            "\(run)")
        #expect(run.errors.contains("Table problem is not on the tapes this sandbox was made from"), "\(run)")
        // A replay reads no other tape.
        try await workspace.expectReplay(of: "offline", commands: 5)
    }

    @Test func fromExcludesGeneratedRecords() async throws {
        let run = try await Workspace().run("serve", "sandbox", "--from", "a", "--rows", "incident=5")
        #expect(
            run
                == ProcessResult(
                    2, "",
                    errors: """
                        error: --from and --rows exclude each other: the records are those of the tapes.
                          serve sandbox --from a --rows incident=5
                                                        ^^^^^^^^^^

                        """))
    }
}
