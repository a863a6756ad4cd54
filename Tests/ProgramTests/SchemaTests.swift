import Chromium
import Foundation
import Notation
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
        // An application with these models reads a record of the sandbox.
        try workspace.write(
            """
            import Foundation
            import NowData
            import NowLive

            let login = NowSDKConfiguration(
                authorizationProvider: .basic(user: "john.doe", password: "password"), network: NowLive.network())
            try NowSDK.configure(with: login)
            let service = try await makeTableService(instanceUrl: URL(string: CommandLine.arguments[1])!)
            let one = FetchConfiguration(filter: Filter(query: "number=INC0010110"), limit: 1)
            let incidents: [Incident] = try await service.model(from: "incident", configuration: one)
            for incident in incidents {
                print(incident.number ?? "", incident.priority ?? 0, incident.active ?? false, incident.closedAt == nil)
                let caller: SysUser = try await service.model(with: incident.callerId?.description ?? "", from: "sys_user")
                print(incident.openedAt.map { $0 < Date.distantFuture } ?? false, caller.name ?? "", caller.vip ?? true)
            }
            """, to: "main.swift")
        let folder = URL(filePath: Workspace.program).deletingLastPathComponent().path
        func built(_ module: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(module).build")
                .map { "\(folder)/\(module).build/\($0)" }
        }
        let shims = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix("C") && $0.hasSuffix(".build") }.flatMap { try built(String($0.dropLast(6))) }
        let maps = shims.filter { $0.hasSuffix("/module.modulemap") }.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
        let objects = try [
            "NowLive", "NowData", "NowSDK", "Keyring", "LiveTransport", "Programs", "Notation", "ExchangeModel",
            "CCurl",
            "CGnuTLS", "CNettle", "CTexts", "CYAML", "CZlib",
        ].flatMap(built).filter { $0.hasSuffix(".o") }
        let compiled = try await workspace.runOther(
            ["swiftc", "-swift-version", "6", "-I", folder + "/Modules", "-o", "application", "-lnettle", "-lz"]
                + maps + [workspace.path("main.swift")] + files + objects)
        expectEqual(compiled, ProcessResult(0))
        let sandbox = try await ServedProgram(workspace, "sandbox")
        let decoded = try await workspace.runOther(workspace.path("application"), sandbox.address)
        expectEqual(decoded, ProcessResult(0, "INC0010110 1 true true\ntrue Ivan Horvat false\n"))
        await expectEqual(sandbox.end().status, 0)
    }

    /// Labels of an instance are text in a picture that Graphviz makes of them.
    @Test func labelsOfAPictureStayText() async throws {
        let workspace = try Workspace()
        let label =
            #"</text></svg><script>document.title='owned'</script><img src=x onerror=1> javascript:x &amp; <B>b</B>"#
        let instance = RawInstance { request in
            if request.contains("ui/meta/") {
                return RawInstance.answer(
                    body:
                        #"{"result":{"columns":{"u_a":{"label":"A","type":"reference","reference":"sys_user"}}}}"#)
            }
            return request.contains("sys_dictionary")
                ? RawInstance.answer(
                    body:
                        #"{"result":[{"sys_id":"061c92d26f030200d7aecd9c5d3ee4f8","name":"u_evil","element":"javascript:<img onerror=1>","column_label":"A","internal_type":"reference","reference":"sys_user"}]}"#
                )
                : RawInstance.answer(body: #"{"result":[{"name":"u_evil","label":"\#(label)"}]}"#)
        }
        let drawn = try await workspace.run(
            instance.flags + ["table", "describe", "u_evil", "--graph", "--format", "svg"],
            variables: ["SNOWDECK_PASSWORD": "x"])
        expectEqual(drawn.status, 0, "\(drawn)")
        try workspace.write(drawn.outputBytes, to: "graph.svg")
        let seen = try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { browser in
            try await browser.navigate(to: "file://" + workspace.path("graph.svg"))
            return try await browser.evaluate(
                """
                [document.querySelector('script, img, image, a, foreignObject, style, parsererror') === null,
                 performance.getEntriesByType('resource').length,
                 [...document.querySelectorAll('*')].some(element => [...element.attributes].some(
                   attribute => /^on|href$/.test(attribute.name))),
                 [...document.querySelectorAll('text')].map(element => element.textContent)]
                """)
        }
        expectEqual(Array(seen.elements.prefix(3)), [true, 0, false])
        #expect(seen[3]?.elements.contains(.string(label)) == true, "\(seen)")
        #expect(seen[3]?.elements.contains("javascript:<img onerror=1>") == true, "\(seen)")
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
