import Foundation
import TestSupport
import Testing

/// `table describe` for other programs: the Swift compiler and Graphviz.
struct SchemaTests {
    @Test func swiftModelsCompile() async throws {
        let workspace = try Workspace()
        let hostile = #"\n*/ }\nfatalError() // \u202e `x` \\(self)"#
        let names = [
            "self", "init", "default", "class", "Type", "Self", "raw_value", "string_value", "description",
            "hash_value",
            "none", "2nd", "u_name", "u__name", "uName", #"a\"b\\(c)"#, "żółć",
        ]
        let columns = names.map { #""\#($0)":{"label":"\#(hostile)","type":"string"}"# }
        let choices = #"[{"value":"\#(hostile)","label":"\#(hostile)"}]"#
        let instance = RawInstance { request in
            request.contains("ui/meta/")
                ? RawInstance.answer(
                    body:
                        #"{"result":{"columns":{\#(columns.joined(separator: ",")),"u_c":{"label":"C","choices":\#(choices)}}}}"#
                )
                : RawInstance.answer(body: #"{"result":[{"name":"u_evil","label":"\#(hostile)"}]}"#)
        }
        var files: [String] = []
        for table in ["incident", "sys_user", "task", "sys_dictionary", "u_evil"] {
            let flags = table == "u_evil" ? instance.flags : []
            let written = try await workspace.run(
                flags + ["table", "describe", table, "--swift"], variables: ["SNOWDECK_PASSWORD": "x"])
            expectEqual(written.status, 0)
            expectEqual(written.errors, "")
            files.append(workspace.path("\(table).swift"))
            try workspace.write(written.outputBytes, to: "\(table).swift")
        }
        let folder = URL(filePath: Workspace.program).deletingLastPathComponent().path
        let maps = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix("C") && $0.hasSuffix(".build") }.map { "\(folder)/\($0)/module.modulemap" }
            .filter { FileManager.default.fileExists(atPath: $0) }.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
        let compiled = try await workspace.runOther(
            ["swiftc", "-typecheck", "-swift-version", "6", "-I", folder + "/Modules"] + maps + files)
        expectEqual(compiled, ProcessResult(0))
    }

    @Test func graphvizDrawsTheGraph() async throws {
        let workspace = try Workspace()
        let line = ["--tape", "graph", "table", "describe", "incident", "--graph", "--format", "svg"]
        let drawn = try await workspace.run(line)
        expectEqual(drawn.status, 0)
        #expect(drawn.output.hasPrefix("<?xml") && drawn.output.contains(">Knowledge Applied to Task</text>"))
        let missing = try await workspace.run(line, variables: ["PATH": "/nonexistent"])
        expectEqual(
            missing,
            ProcessResult(
                3,
                errors: """
                    error: dot of Graphviz cannot be started.
                    hint: Install the Debian package graphviz, or use --format dot.

                    """))
        // A replay starts no program.
        try await workspace.expectReplay(of: "graph", commands: 2)
    }

    @Test func tapeIsFollowedWhileItIsRecorded() async throws {
        let workspace = try Workspace()
        let nobody = try await workspace.run("tape", "show", "--follow")
        expectEqual(nobody.status, 5)
        expectEqual(nobody.firstError, "error: No other session records a tape.")
        let recorder = try workspace.start(["--tape", "live", "run", "-"])
        recorder.type("table count incident\n")
        #expect(await recorder.wrote { output, _ in output == "440\n" })
        let follower = try workspace.start(["tape", "show", "--follow"], input: "")
        let objects = try workspace.start(["tape", "show", "live", "--follow", "--format", "ndjson"], input: "")
        let stopped = try workspace.start(["tape", "show", "live", "--follow"], input: "")
        #expect(await follower.wrote { output, _ in output.contains("/api/now/stats/incident") })
        #expect(await objects.wrote { output, _ in output.contains("/api/now/stats/incident") })
        #expect(await stopped.wrote { output, _ in output.contains("/api/now/stats/incident") })
        stopped.send(SIGINT)
        expectEqual(await stopped.end().status, 0)
        recorder.type("table count problem\n")
        #expect(await follower.wrote { output, _ in output.contains("/api/now/stats/problem") })
        recorder.endInput()
        expectEqual(await recorder.end(), ProcessResult(0, "440\n69\n"))
        let followed = await follower.end()
        expectEqual(followed.status, 0)
        expectEqual(
            followed.output.split(separator: "\n").map { $0.split(separator: " ").first ?? "" },
            ["request", "%1:1", "%1:1.1", "%1:2", "%1:2.1"])
        #expect(followed.output.contains("  > table count problem\n"))
        expectEqual(
            followed.errors, "Following %1; q or Ctrl-C ends.\nThe recording of %1 has ended.\n")
        let listed = await objects.end()
        #expect(listed.output.hasPrefix(#"{"request":"%1:1","change":"","method":"","status":"","ms":"","bytes":"","#))
        #expect(listed.output.contains(#""line":"table count problem"}"#))
        // Nothing is left beside the tape.
        try expectEqual(
            workspace.everything().keys.filter { $0.hasPrefix("project/sessions") }, ["project/sessions/live.cassette"])
        try await workspace.expectReplay(of: "live", commands: 2)
    }
}
