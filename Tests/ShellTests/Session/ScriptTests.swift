import ExchangeModel
import GraphQLCommands
import Interop
import LineEditing
import Recipes
import Replaying
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

/// Scripts, and showing tapes.
struct ScriptTests {
    private static let script = """
        # counts
        table count problem
        table count incidnt

        history
        table count incident \\
            -q active=true
        table count 'incident
        """

    @Test(arguments: [false, true]) func scriptStopsAtFirstFailureUnlessItKeepsGoing(_ keepsGoing: Bool) async throws {
        let harness = try ShellHarness(try TestMachine())
        let status = await ScriptRunner(harness.session, name: "nightly", keepsGoing: keepsGoing).run(Self.script)
        let first = """
            ! nightly:3: error: There is no table incidnt on sandbox.
            !   table count ‹incidnt›
            ! hint: Did you mean incident?
            ! hint: table names

            """
        let others = """
            ! nightly:5: error: There is no history outside the prompt.
            !   ‹history›
            ! nightly:8: error: This ' is never closed.
            !   table count ‹'›incident

            """
        let printed = harness.printed(status: status)
        let expected = keepsGoing ? "69\n65\n" + first + others : "69\n" + first
        expectEqual(printed, expected + "? exit 3\n", "now reads:\n\(printed)")
    }

    @Test(arguments: [
        ("graphql format { a(b: }", "This } does not close the ( before it.", "graphql format { a(b: ‹}›"),
        ("rest GET { a [b: }", "This } does not close the [ before it.", "rest GET { a [b: ‹}›"),
        ("set a='b", "This ' is never closed.", "set a=‹'›b"),
    ])
    func unclosedBracketReportsSwallowedLines(line: String, message: String, shown: String) async throws {
        let harness = try ShellHarness(try TestMachine())
        let text = line + "\ntable count problem\ntable count incident\n"
        await expectEqual(ScriptRunner(harness.session, name: "nightly", keepsGoing: true).run(text), 2)
        expectEqual(
            harness.printed(),
            """
            ! nightly:1: error: \(message)
            !   \(shown)
            ! note: It seems to go on to the end: the 2 lines after it were not run.

            """)
    }

    @Test func crlfIsNotPartOfValues() async throws {
        let harness = try ShellHarness(try TestMachine())
        let text = """
            \u{FEFF}table create incident short_description="two
            lines" -f short_description --format json
            table count problem |
              cat

            table count incidnt
            """
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        let status = await ScriptRunner(harness.session, name: "windows").run(lines)
        let printed = harness.printed(status: status)
        expectEqual(
            printed,
            """
            {
              "short_description": "two\\nlines"
            }
            69
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            ! windows:6: error: There is no table incidnt on sandbox.
            !   table count ‹incidnt›
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3

            """, "now reads:\n\(printed)")
    }

    @Test func multiLineTextIsReadUntilClosed() async throws {
        let text = """
            table create incident description='one
            "two"
            ' short_description="three
            four" -f short_description,description --format json
            table count problem # it's
            table count 'incident
            never closed
            """
        let reader = TypedLines(text.split(separator: "\n").map(String.init))
        let harness = try ShellHarness(try TestMachine())
        let status = await ScriptRunner(harness.session, name: "standard input").run(reader)
        let printed = harness.printed(status: status)
        expectEqual(
            printed,
            """
            {
              "short_description": "three\\nfour",
              "description": "one\\n\\"two\\"\\n"
            }
            69
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            ! standard input:6: error: This ' is never closed.
            !   table count ‹'›incident
            ! note: It seems to go on to the end: the line after it was not run.
            ? exit 2

            """, "now reads:\n\(printed)")
    }

    @Test func escapeCharacterInFileIsRecorded() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array("a\u{1B}[31mred m\u{1B} end".utf8), to: "nasty.txt")
        let harness = try ShellHarness(machine, width: 60, showsColor: true)
        _ = await harness.transcript(of: [
            "table create incident short_description=@nasty.txt -f number => inc = .number",
            "table get incident {{inc}} -f short_description --format csv > nasty.csv",
        ])
        expectEqual(machine.folder.text(of: "nasty.csv"), "short_description\na\u{1B}[31mred m\u{1B} end\n")
        try await harness.closeAndReplay()
    }

    @Test func replayNamesScriptLines() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        let script = """
            table count problem
            table count incidnt --format json
            table get incident \\
                INC1
            """
        let status = await ScriptRunner(harness.session, name: "nightly", keepsGoing: true).run(script)
        let live = harness.printed(status: status)
        try await harness.session.close()
        #expect(live.contains("! nightly:4: error: No record of incident is called INC1"), "now reads:\n\(live)")
        #expect(live.contains("\"name\": \"nightly\",\n!       \"line\": 2"), "now reads:\n\(live)")
        let shown = try await show(machine, trusts: false)
        expectEqual(
            shown.split(separator: "\n").filter { !$0.hasPrefix("> ") && !$0.hasPrefix("    INC1") }.joined(
                separator: "\n")
                + "\n", live, "now reads:\n\(shown)")
        let replay = try await machine.check(machine.tapes[0])
        expectEqual(replay.status, 0, "\(replay.printed)")
    }

    @Test func resizedTerminalIsFollowedAndReplayed() async throws {
        let machine = try TestMachine()
        machine.width = 60
        let harness = try ShellHarness(machine, width: 60)
        let line = "table list problem -n 1 -f number,short_description,assigned_to"
        var printed = await harness.transcript(of: [line])
        machine.width = 40
        printed += await harness.transcript(of: [line])
        machine.width = 60
        printed += await harness.transcript(of: [line])
        let widths = printed.split(separator: "\n").filter { $0.hasPrefix("PRB") }.map(\.count)
        #expect(
            widths.count == 3 && widths[0] == widths[2] && widths[1] < widths[0] && widths[1] <= 40,
            "now reads:\n\(printed)")
        try await harness.closeAndReplay()
    }

    @Test func emptyFirstBatchKeepsColumns() async throws {
        let fields = HeaderFields([HeaderField("X-Total-Count", "1500")])
        let answers = ["[]", #"[{"number":"INC7","state":"1"},{"number":"INC8","state":"2"}]"#].map {
            ScriptedTransport.Outcome.success(
                HTTPResponse(status: 200, headers: fields, body: Array("{\"result\":\($0)}".utf8)))
        }
        let harness = try ShellHarness(try TestMachine(instance: ScriptedTransport(answers)), instance: "dev1")
        let shown = await harness.transcript(of: ["table list incident --all --format csv"])
        expectEqual(
            shown,
            """
            > table list incident --all --format csv
            number,state
            INC7,1
            INC8,2
            ! 2 of 1500 shown, 1498 withheld by access rules.

            """, "now reads:\n\(shown)")
    }

    @Test func showingTapeTouchesNothing() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        _ = await harness.transcript(of: [
            "table count problem | cat", "table count problem > written", "table count incidnt",
        ])
        try await harness.session.close()
        machine.folder.remove("written")
        let shown = try await show(machine, trusts: false)
        expectEqual(
            shown,
            """
            > table count problem | cat
            69
            > table count problem > written
            69
            > table count ‹incidnt›
            ! note: Without --trust a replay runs no pipeline and writes no file; what this line sent there is shown here.
            ! error: There is no table incidnt on sandbox.
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3

            """, "now reads:\n\(shown)")
        expectEqual(machine.folder.text(of: "written"), nil)
        _ = try await show(machine, trusts: true)
        expectEqual(machine.folder.text(of: "written"), "69\n")
    }

    private func show(_ machine: TestMachine, trusts: Bool) async throws -> String {
        let elsewhere = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        let runner = try elsewhere.replayRunner(.show, trusts: trusts)
        let status = await runner.run(machine.tapes[0])
        return try ShellHarness(elsewhere).printed(status: status)
    }

    @Test func checkShowsDifferingLines() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        _ = await harness.transcript(of: ["table list problem -q number=PRB0000011 -f number"])
        try await harness.session.close()
        // The recorded output is forged in the file itself, because only there is a line break before the number.
        var bytes = try #require(machine.folder.bytes(of: machine.tapes[0]))
        let output = try #require(bytes.firstRange(of: Array("number\nPRB0000011\n".utf8)))
        bytes.replaceSubrange(output, with: Array("number\nPRB0000099\n".utf8))
        machine.folder.write(bytes, to: machine.tapes[0])
        let replay = try await machine.check(machine.tapes[0])
        let printed = replay.printed.split(separator: machine.folder.path, omittingEmptySubsequences: false).joined(
            separator: "[DIR]")
        expectEqual(
            printed,
            """
            [DIR]/sessions/tape.cassette: 1 command, 1 not as recorded.
            [DIR]/sessions/tape.cassette: not as recorded: table list problem -q number=PRB0000011 -f number
              line 2  PRB0000099 → PRB0000011

            """, "now reads:\n\(printed)")
        expectEqual(replay.status, 5)
    }

    @Test func missingTapeIsReported() async throws {
        let machine = try TestMachine()
        let replay = try await machine.check(machine.folder.path + "/none.cassette")
        expectEqual(replay.status, 5)
        #expect(replay.printed.hasPrefix("error: There is no tape at \(machine.folder.path)/none.cassette.\n"))
    }
}
