import CassetteStore
import ExchangeModel
import Foundation
import LineEditing
import TestSupport
import Testing

@testable import Replaying
@testable import Tables
@testable import Tapes
@testable import Workbench

/// A session at the prompt, with lines from a file instead of a terminal.
struct PromptLoopTests {
    private func runPrompt(_ lines: String, at machine: TestMachine) async throws -> (
        harness: ShellHarness, printed: String, status: Int32
    ) {
        machine.folder.write(Array(lines.utf8), to: "typed")
        let typed = try FileHandle(forReadingFrom: URL(filePath: machine.folder.path + "/typed"))
        defer { try? typed.close() }
        let history = HistoryStore(path: machine.folder.path + "/history.sqlite") { _ in }
        let harness = try ShellHarness(machine, history: history)
        let status = await PromptLoop(harness.session, reader: PlainReader(descriptor: typed.fileDescriptor)).run()
        return (harness, harness.printed(), status)
    }

    @Test func historyListsLinesWithExitStatus() async throws {
        let result = try await runPrompt(
            """
            table count incident
            table lst

               # a comment
            history
            history count -n 1
            """, at: TestMachine())
        expectEqual(
            result.printed,
            """
            440
            command  at                   instance  exit  ms  rows  line
            %:1      2026-01-01 00:00:00  sandbox   0     0         table count incident
                     2026-01-01 00:00:00  sandbox   2     0         table lst
                     2026-01-01 00:00:00  sandbox   0     0            # a comment
                     2026-01-01 00:00:00  sandbox                   history
            command  at                   instance  exit  ms  rows  line
                     2026-01-01 00:00:00  sandbox                   history count -n 1
            ! error: There is no command table lst.
            !   table ‹lst›
            ! hint: Did you mean table list?

            """, "now reads:\n\(result.printed)")
        expectEqual(result.status, 0)
    }

    @Test func recordsAndTablesAreShownByName() async throws {
        let result = try await runPrompt(
            """
            INC0000015
            problem -n 1 -f number
            Incident INC0000015 -f number > mine.csv
            tabel
            """, at: TestMachine())
        #expect(
            result.printed.contains("! → table get incident INC0000015\n")
                && result.printed.contains("! → table list problem -n 1 -f number\n")
                && result.printed.contains("! → table get incident INC0000015 -f number > mine.csv\n")
                && result.printed.contains("! error: There is no command tabel."), "\(result.printed)")
    }

    @Test func renamedCommandIsAnsweredWithTheNewLine() async throws {
        let result = try await runPrompt("tape prune --older 7d\nrecipe lint 'two words'\n", at: TestMachine())
        expectEqual(
            result.printed,
            """
            ! error: tape prune is now tape remove.
            !   ‹tape prune› --older 7d
            ! hint: tape remove --older 7d
            ! error: recipe lint is now recipe check.
            !   ‹recipe lint› 'two words'
            ! hint: recipe check 'two words'

            """)
        let shown = try ShellHarness(TestMachine(), showsColor: true)
        await expectEqual(shown.session.run(typed: "tape prune"), 2)
        await expectEqual(shown.session.editedPrompt.offer, "tape remove --older 30d")
    }

    @Test func numberRunsHintOnlyAfterIt() async throws {
        let result = try await runPrompt("table list incidnet\n2\n2\nwhoamy\n", at: TestMachine())
        #expect(result.printed.contains("There is no table incidnet"), "\(result.printed)")
        await expectEqual(result.harness.session.editedPrompt.offer, "")
        let shown = try ShellHarness(TestMachine(), showsColor: true)
        _ = await shown.session.run(typed: "whoamy")
        await expectEqual(shown.session.editedPrompt.offer, "whoami")
        _ = await shown.session.run(typed: "table list incidnet")
        await expectEqual(shown.session.editedPrompt.offer, "table list incident")
        _ = await shown.session.run(typed: "get incident")
        await expectEqual(shown.session.editedPrompt.offer, "table list incident")
        // Enter alone never changes a record.
        _ = await shown.session.run(typed: "delete incident INC0000015")
        await expectEqual(shown.session.editedPrompt.offer, "")
        _ = await shown.session.run(typed: "tape")
        await expectEqual(shown.session.run(typed: "1"), 0)
        await expectEqual(shown.session.editedPrompt.offer, "")
    }

    @Test func pastedCommandsAreListedAndRunOneByOne() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(
            machine, history: HistoryStore(path: machine.folder.path + "/history.sqlite") { _ in })
        let reader = TypedLines(["table count problem\n# a comment\ntable count incident\nwhoami", "", "s", "", "quit"])
        await expectEqual(PromptLoop(harness.session, reader: reader).run(), 0)
        let printed = harness.printed()
        #expect(
            printed.contains("! 3 commands:\n!   1  table count problem\n!   2  table count incident\n"), "\(printed)")
        #expect(printed.contains("69\n") && !printed.contains("440") && printed.contains("john.doe"), "\(printed)")
    }

    @Test func typedSecretIsNotStored() async throws {
        let machine = try TestMachine()
        let secret = "Tr0ub4dor-and-three"
        let result = try await runPrompt(
            "table create sys_user user_name=eve user_password=\(secret) -f user_name\nhistory -n 2\n", at: machine)
        try await result.harness.session.close()
        #expect(
            result.printed.contains("table create sys_user user_name=eve user_password=REDACTED"), "\(result.printed)")
        for name in ["history.sqlite", "history.sqlite-wal", "sessions/tape.cassette"] {
            let bytes = machine.folder.bytes(of: name) ?? []
            expectEqual(bytes.firstRange(of: Array(secret.utf8)), nil, "\(name) holds the secret")
        }
        #expect(machine.folder.bytes(of: "history.sqlite") != nil)
        #expect(machine.folder.bytes(of: "sessions/tape.cassette") != nil)
    }

    @Test func quitEndsSessionBeforeNextLine() async throws {
        let result = try await runPrompt("table count problem\nquit\ntable count incident\n", at: TestMachine())
        expectEqual(result.printed, "69\n")
        expectEqual(result.status, 0)
    }

    @Test func historyFailureIsReported() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array(String(repeating: "no database ", count: 100).utf8), to: "history.sqlite")
        let result = try await runPrompt("table count problem\nhistory\n", at: machine)
        #expect(
            result.printed.hasPrefix("69\ncommand  at  instance  exit  ms  rows  line\n")
                && result.printed.contains("! Cannot save the history: "),
            "\(result.printed)")
    }

    @Test func startUpFileSendsNoRequests() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine, settings: ["format": "csv"])
        await harness.session.startUp(
            """
            # how I like it
            set limit=2 format=json who=abel.tuter
            table count incident
            set limit=many
            set 'open
            """, named: "snowdeckrc")
        let printed = harness.printed()
        expectEqual(
            printed,
            """
            ! snowdeckrc:3: error: A start-up file contains only profile add, profile use, alias and set.
            !   ‹table count incident›
            ! snowdeckrc:4: error: This must be a whole number, 0 to 1000000000.
            !   set limit=‹many›
            ! snowdeckrc:5: error: This ' is never closed.
            !   set ‹'›open

            """, "now reads:\n\(printed)")
        #expect(machine.tapes.isEmpty)
        // The start-up flag takes precedence over the file.
        let after = await harness.transcript(of: [
            "table list sys_user --order user_name -f user_name", "table get sys_user {{who}} -f name",
        ])
        expectEqual(
            after,
            """
            > table list sys_user --order user_name -f user_name
            user_name
            abel.tuter
            admin
            ! 2 of 97 shown; -n NUMBER or --all shows more.
            > table get sys_user {{who}} -f name
            name
            Abel Tuter

            """, "now reads:\n\(after)")
    }

    @Test func colorIsNotRecorded() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine, width: 60, showsColor: true)
        let line = "table list incident -q number=INC0010021 -f number,state"
        let plain = "number      state\nINC0010021  In Progress\n"
        await expectEqual(harness.session.run(line), 0)
        expectEqual(machine.output.take(), "\u{1B}[1mnumber      state\u{1B}[0m\nINC0010021  In Progress\n")
        await expectEqual(harness.session.run("set color=never"), 0)
        await expectEqual(harness.session.run(line), 0)
        expectEqual(machine.output.take(), plain)
        try await harness.closeAndReplay()
    }
}

/// The prompt's color and text warn about instances where mistakes are costly.
struct PromptPaintTests {
    @Test(arguments: [
        ("", "a> ", Prompt.Style.painted(.yellow, isBold: true)),
        ("--guard open", "a> ", .painted(.yellow, isBold: false)),
        ("--guard read-only", "a (read-only)> ", .painted(.yellow, isBold: true)),
        ("--guard production", "a> ", .warning),
        ("--guard production --color blue", "a> ", .painted(.blue, isBold: true)),
        ("--color green", "a> ", .painted(.green, isBold: true)),
        ("--guard open --color green", "a> ", .painted(.green, isBold: false)),
        ("--guard read-only --color cyan", "a (read-only)> ", .painted(.cyan, isBold: true)),
        ("--color none", "a> ", .bold),
        ("--guard open --color none", "a> ", .plain),
    ])
    func promptShowsProfile(_ flags: String, _ text: String, _ style: Prompt.Style) async throws {
        let machine = try TestMachine()
        machine.folder.write(Array("profile add a a --user admin \(flags)\n".utf8), to: "snowdeckrc")
        let harness = try ShellHarness(machine, showsColor: true)
        await expectEqual(harness.session.run("connect a"), 0)
        await expectEqual(harness.session.prompt, Prompt(text, style: style))
        await expectEqual(harness.session.run("set color=never"), 0)
        await expectEqual(harness.session.prompt, Prompt(text))
    }
}
