import Database
import TestSupport
import Testing

/// An untrusted tape can only show text: a replay starts no program, opens no files or sockets, and sends no control
/// sequences to the terminal.
struct HostileTapeTests {
    private static let lines = [
        "table list incident -n 1 -f number | touch touched",
        "table list incident -n 1 -f number > written.txt",
        "table list incident -n 1 -f number >> /tmp/snowdeck-must-not-be",
        "table create incident short_description=@/etc/passwd",
        "set format=json timeout=1 caller=me",
        "set limit=5 color=never display=both max-body=1k",
        "table list incident -n 1 -f number => x = .[0].number",
        "tape new other --replace",
        "tape open /etc/passwd",
        "tape dump /etc/passwd",
        "connect http://127.0.0.1:9 --user eve",
        "history",
        "help | touch helped",
        "table list incident -q 'a\u{1B}]0;owned\u{7}\u{1B}[2Jb' -n 1",
        "table update incident -q active=true urgency=1 --allow-writes sandbox",
        "quit",
        "table list incident -n 1 -f number",
    ]

    /// A cassette with command lines that an attacker wrote.
    private static func workspace() async throws -> Workspace {
        let workspace = try Workspace()
        try await workspace.record(lines.map { _ in "table list incident -n 1 -f number\n" }.joined(), onto: "stranger")
        for (number, line) in lines.enumerated() {
            try workspace.edit("stranger", "UPDATE command SET line=? WHERE id=?", [.text(line), .integer(number + 1)])
        }
        try workspace.edit(
            "stranger", "UPDATE session SET settings=?, user=?, version=?",
            [
                .text(
                    #"{"settings":{"format":"yaml","timeout":"-5","nosuch":"1"},"variables":{"a b":"x","c":"`touch y`\u001b[2J"}}"#
                ),
                .text("eve\u{1B}[2J"), .text("9.9\u{1B}[31m"),
            ])
        return workspace
    }

    /// Lines that name files, tapes, ports or programs.
    private static let chosen = [
        "tape new other --replace", "tape new other", "tape new ./elsewhere.cassette", "tape open evidence",
        "tape open ./fresh.cassette --mode extend", "tape keep evidence renamed", "tape remove evidence --yes",
        "tape import page.html evidence --replace", "tape export out.har evidence", "tape export --html out.html",
        "tape pseudonymize evidence", "recipe run probe --record",
        "recipe run probe --extend", "recipe run ./probe.recipe.md --record", "recipe save out --all",
        "recipe check probe --fix", "recipe accept probe --live --all", "recipe test probe", "history run 1",
        "attach get incident INC0010021 --all", "attach get incident INC0010021 --out kept.txt --force",
        "table count incident > kept.txt", "table count incident >> kept.txt", "table count incident | touch piped",
        "page shot kept.png home.do --force", "page browse home.do --for 1", "alias x='table count incident' --save",
        "set format=json --save", "profile add evil --instance https://evil.example", "page theme kept.txt",
        "watch --every 1s --for 2s tape new watched", "find INC0010001 --tape evidence", "edit 1", "clear", "quit",
        "undo", "table list incident -n 1 -f number",
    ]

    /// `--rerecord` runs a tape's commands against the instance, and writes the new tape only.
    @Test func rerecordingOpensNoOtherFile() async throws {
        let workspace = try Workspace()
        let line = "table list incident -n 1 -f number\n"
        try await workspace.record(line, onto: "evidence")
        try await workspace.record(Self.chosen.map { _ in line }.joined(), onto: "stranger")
        for (number, line) in Self.chosen.enumerated() {
            try workspace.edit("stranger", "UPDATE command SET line=? WHERE id=?", [.text(line), .integer(number + 1)])
        }
        for path in ["kept.txt", "kept.png"] { try workspace.write("mine", to: path) }
        for path in ["recipes/probe.recipe.md", "probe.recipe.md"] {
            try workspace.write("# Probe\n\n```snowdeck\n> table count incident\n```\n", to: path)
        }
        let before = try workspace.everything()
        let ended = try await workspace.run("replay", "stranger", "--rerecord", "-o", "new")
        #expect([0, 5].contains(ended.status), "\(ended)")
        var after = try workspace.everything()
        let new = after.removeValue(forKey: after.keys.first { $0.hasSuffix("sessions/new.cassette") } ?? "")
        #expect(new != nil)
        expectEqual(Set(after.keys).symmetricDifference(before.keys), [])
        for (path, bytes) in before { expectEqual(after[path], bytes, "\(path) has changed") }
        for line in ["tape new other --replace", "tape open evidence", "alias x='table count incident' --save"] {
            #expect(
                ended.errors.contains("note: not run, because it is about this machine and never recorded: \(line)\n"))
        }
        let shot = "page shot kept.png home.do --force"
        #expect(ended.errors.contains("because it decides where credentials go or what is started: \(shot)\n"))
        try await workspace.expectReplay(
            of: "new", commands: 13, rest: "; of 1 pipeline only the input was compared")
    }

    @Test func replayTouchesNothing() async throws {
        let workspace = try await Self.workspace()
        let before = try workspace.everything()
        for words in [["replay", "sessions/stranger.cassette"], ["replay", "sessions/stranger.cassette", "--check"]] {
            let (ended, trace) = try await Trace.run(workspace, words)
            #expect(ended.status != 0 && ended.status != 1 && ended.status < 128, "\(ended)")
            expectEqual(trace.programs.count, 1, "\(trace.programs)")
            expectEqual(trace.changes, [])
            expectEqual(trace.network, [])
            expectEqual(Set(trace.opened), [workspace.tape("stranger")])
            #expect((ended.outputBytes + ended.errorBytes).allSatisfy { $0 >= 32 || $0 == 10 || $0 == 9 })
        }
        try expectEqual(workspace.everything(), before)
        for words in [
            ["dump", "stranger"], ["--tape", "stranger", "--mode", "replay", "tape", "show", "1"],
            ["tape", "audit", "stranger"], ["tape", "list"],
        ] {
            let run = try await workspace.run(words)
            #expect((run.outputBytes + run.errorBytes).allSatisfy { $0 >= 32 || $0 == 10 || $0 == 9 }, "\(words)")
        }
    }

    @Test func linesTypedDuringReplayReadFilesAndWriteNothing() async throws {
        let workspace = try await Self.workspace()
        try workspace.write("secret text", to: "mine.txt")
        let before = try workspace.everything()
        let script = """
            table list incident -n 1 -f number | touch touched
            table list incident -n 1 -f number > written.txt
            table create incident short_description=@mine.txt
            table count problem
            connect http://127.0.0.1:1 --user x

            """
        let (ended, trace) = try await Trace.run(
            workspace, ["--tape", "stranger", "--mode", "replay", "--trust", "run", "--keep-going", "-"],
            input: "quit\n")
        expectEqual(ended.status, 0, "\(ended)")
        expectEqual(trace.programs.count, 1)
        let (played, calls) = try await Trace.run(
            workspace, ["--tape", "stranger", "--mode", "replay", "run", "--keep-going", "-"], input: script)
        expectEqual(played.status, 5, "\(played)")
        #expect(!played.output.contains("secret text"))
        expectEqual(calls.programs.count, 1)
        expectEqual(calls.changes, [])
        expectEqual(calls.network, [])
        expectEqual(Set(calls.opened), [workspace.tape("stranger"), "mine.txt"])
        try expectEqual(workspace.everything(), before)
    }

    @Test func trustedTapeRunsPipesAndFiles() async throws {
        let workspace = try Workspace()
        try await workspace.record(
            "table list incident -n 1 -f number | tr I i\ntable list incident -n 1 -f number > kept.txt\n", onto: "mine"
        )
        try expectEqual(workspace.text(of: "kept.txt"), "number\nINC0010001\n")
        try workspace.write("", to: "kept.txt")
        let shown = try await workspace.run("replay", "sessions/mine.cassette")
        expectEqual(
            shown.output,
            "> table list incident -n 1 -f number | tr I i\nnumber\nINC0010001\n> table list incident -n 1 -f number > kept.txt\nnumber\nINC0010001\n"
        )
        try expectEqual(workspace.text(of: "kept.txt"), "")
        let trusted = try await workspace.run("--trust", "replay", "sessions/mine.cassette")
        expectEqual(
            trusted.output,
            "> table list incident -n 1 -f number | tr I i\nnumber\niNC0010001\n> table list incident -n 1 -f number > kept.txt\n"
        )
        try expectEqual(workspace.text(of: "kept.txt"), "number\nINC0010001\n")
        try await expectEqual(workspace.run("replay", "sessions/mine.cassette", "--check").status, 0)
    }
}
