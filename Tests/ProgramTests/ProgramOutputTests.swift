import Foundation
import TestSupport
import Testing

/// Where output goes: limits, pipes, files, captures, scripts.
struct ProgramOutputTests {
    @Test func closedPipeIsNotAFailure() async throws {
        let workspace = try Workspace()
        let inside = try await workspace.run(
            "run", "-", input: "table list incident --all -f number | head -1\ntable count incident\n")
        expectEqual(inside, ProcessResult(0, "number\n440\n"))
        let pipeline = "table list sys_dictionary -n 1500 --format ndjson | head -n 1 | wc -l; echo ${PIPESTATUS[*]}"
        let outside = try await workspace.runOther("bash", "-c", "\"$0\" --tape full " + pipeline, Workspace.program)
        #expect(outside.status == 0 && outside.output == "1\n0 0 0\n", "\(outside)")
        // The tape has the complete output.
        let checked = try await workspace.run("replay", "sessions/full.cassette", "--check")
        expectEqual(checked.status, 0)
    }

    @Test func failureKeepsExistingFile() async throws {
        let workspace = try Workspace()
        let run = try await workspace.run(
            "run", "-", "--keep-going",
            input: """
                table count incident > kept
                table get incident nothing > kept
                table get incident nothing > never
                table count incident -q number=nothing > kept2
                table list incident -n 0 --format ndjson > kept2

                """)
        expectEqual(run.status, 3, "\(run)")
        let files = try await workspace.runOther("bash", "-c", "cat kept; ls never; wc -c < kept2")
        expectEqual(files.output, "440\n0\n", "\(files)")
    }

    @Test func unwritableStandardOutputIsReported() async throws {
        let workspace = try Workspace()
        let run = try await workspace.shell("\"$0\" --tape full table count incident > /dev/full")
        expectEqual(run.status, 1)
        #expect(run.errors.contains("Standard output cannot be written: no space left on device."), "\(run.errors)")
        try await expectEqual(workspace.run("replay", "sessions/full.cassette").output, "> table count incident\n440\n")
        // The command succeeded; only writing its output failed.
        try await workspace.expectReplay(of: "full", commands: 1)
        let mute = "\"$0\" --tape mute table create incident short_description=x 2> /dev/full"
        try await expectEqual(workspace.shell(mute).status, 1)
        try await expectEqual(workspace.run("replay", "sessions/mute.cassette", "--check").status, 0)
        for words in ["replay sessions --check", "--version"] {
            let unheard = try await workspace.shell("\"$0\" \(words) > /dev/full")
            let message = "internal error: Standard output cannot be written: no space left on device.\n"
            expectEqual(unheard, ProcessResult(1, errors: message), "\(words)")
        }
    }

    @Test func onlyPersistentSandboxKeepsChanges() async throws {
        let workspace = try Workspace()
        let words = ["table", "create", "incident", "short_description=Kept", "-f", "number"]
        let passing = try await workspace.run(words)
        expectEqual(passing.status, 0)
        expectEqual(passing.output, "number  INC0010201\n")
        expectEqual(
            passing.errors,
            """
            The sandbox lives in memory and ends with this command; --sandbox FILE keeps its records.
            Created incident INC0010201.
            undo: table delete incident INC0010201

            """)
        try await expectEqual(workspace.run("table", "count", "incident"), ProcessResult(0, "440\n"))
        let kept = try await workspace.run(["--sandbox", "kept.sandbox"] + words)
        expectEqual(kept.status, 0)
        expectEqual(kept.errors, "Created incident INC0010201.\nundo: table delete incident INC0010201\n")
        let later = try await workspace.run(
            "--sandbox", "kept.sandbox", "table", "count", "incident", "-q", "short_description=Kept")
        expectEqual(later, ProcessResult(0, "1\n"))
    }

    @Test func variablesArePassedToPipelinesThroughEnvironment() async throws {
        let workspace = try Workspace()
        let run = try await workspace.run(
            "run", "-", input: "set name=\"x; touch owned\"\ntable count incident | cat; echo \"$name\"\n")
        expectEqual(run, ProcessResult(0, "440\nx; touch owned\n"))
        try expectEqual(workspace.everything().keys.filter { $0.hasPrefix("project") }, [])
    }

    @Test func tooLargeVariableStopsOnlyItsPipeline() async throws {
        let workspace = try Workspace()
        let run = try await workspace.run(
            "run", "-", "--keep-going",
            input: """
                table list sys_dictionary -n 500 --format ndjson => rows > rows.txt
                set small=little
                table count incident | cat; echo "$small ${rows-none}"
                table count incident | cat; echo "$small"

                """)
        expectEqual(run.status, 2)
        expectEqual(run.output, "440\nlittle\n")
        #expect(run.errors.contains("{{rows}} is "), "\(run.errors)")
    }

    @Test func noVariableThatMayHoldACredentialReachesAPipeline() async throws {
        let workspace = try Workspace()
        let secrets = [
            "SNOWDECK_PASSWORD": "a-1", "AWS_SECRET_ACCESS_KEY": "b-1", "github_token": "c-1", "PGPASSWORD": "d-1",
            "MY_API_KEY_2": "e-1", "https_proxy": "http://user:f-1@proxy.example:3128",
        ]
        let run = try await workspace.run(
            "run", "-", input: "table count incident | cat; env\n",
            variables: secrets.merging(["EDITOR": "vi", "no_proxy": "@home,://"]) { own, _ in own })
        expectEqual(run.status, 0)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "440" && lines.contains("EDITOR=vi") && lines.contains("no_proxy=@home,://"))
        expectEqual(lines.filter { line in secrets.keys.contains { line.hasPrefix($0 + "=") } }, [])
    }

    @Test func versionAndHelpNeedNothing() async throws {
        let workspace = try Workspace()
        let version = try await workspace.run("--version")
        expectEqual(version.status, 0)
        #expect(version.output.hasPrefix("snowdeck "))
        expectEqual(version.errors, "")
        let help = try await workspace.run("--help", variables: ["HOME": "/nonexistent"])
        expectEqual(help.status, 0)
        #expect(help.output.contains("table list"))
        try expectEqual(workspace.everything(), [:])
    }
}

/// `attach` and `rest` over the wire, with real files.
struct AttachmentTests {
    @Test func attachmentsRoundTripAndReplayWritesNothing() async throws {
        let workspace = try Workspace()
        // All byte values, larger than a buffer, without short repetitions.
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 251 &+ $0) }
        try workspace.write(bytes, to: "data.bin")
        let script = """
            attach put incident INC0010021 data.bin
            attach get incident INC0010021 data.bin > copy.bin
            attach get incident INC0010021 --out kept.bin
            attach get incident INC0010021 --save
            attach get incident INC0010021 --out kept.bin --force

            """
        let run = try await workspace.run("--tape", "t", "run", "-", "--keep-going", input: script)
        expectEqual(run.status, 2)
        #expect(run.errors.contains("Attached data.bin (300000 bytes) to incident INC0010021.\n"), "\(run.errors)")
        #expect(run.errors.contains("data.bin already exists and is not replaced."), "\(run.errors)")
        try expectEqual(workspace.bytes(of: "copy.bin"), bytes)
        try expectEqual(workspace.bytes(of: "kept.bin"), bytes)
        for name in ["data.bin", "copy.bin", "kept.bin"] {
            try FileManager.default.removeItem(atPath: workspace.path(name))
        }
        let checked = try await workspace.run("replay", "sessions/t.cassette", "--check")
        expectEqual(checked.status, 0, "\(checked.output)\(checked.errors)")
        #expect(try workspace.everything().keys.allSatisfy { !$0.hasSuffix(".bin") })
    }

    @Test func linkToOtherHostIsNotFollowed() async throws {
        let workspace = try Workspace()
        try workspace.write("own", to: "note.txt")
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("taken.txt"), withDestinationPath: workspace.folder + "/elsewhere.txt")
        let run = try await workspace.run(
            "run", "-",
            input: "attach put incident INC0010021 note.txt\nattach get incident INC0010021 --out taken.txt\n")
        expectEqual(run.status, 2)
        #expect(!FileManager.default.fileExists(atPath: workspace.folder + "/elsewhere.txt"))
    }
}
