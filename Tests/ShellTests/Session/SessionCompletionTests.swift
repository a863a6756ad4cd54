import ExchangeModel
import Foundation
import GraphQLCommands
import LineEditing
import Recipes
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

/// Completion at the prompt, on the sandbox. `|` marks the cursor.
struct SessionCompletionTests {
    private static let offered: [(line: String, candidates: [String])] = [
        ("table de|", ["delete", "describe"]),
        ("table list inc|", ["incident", "incident_task"]),
        ("table list incident --o|", ["--offset", "--order"]),
        ("table list incident -f caller_id.depart|", ["caller_id.department"]),
        ("table list incident -f number,short_d|", ["short_description"]),
        ("table list incident -q caller|", ["caller_id"]),
        ("table list incident -q caller_id.name=x^ur|", ["urgency"]),
        ("table list incident -q urgency=|", ["1", "2", "3"]),
        ("table list incident --order -sys_created_o|", ["sys_created_on"]),
        ("table create incident urgency=|", ["1", "2", "3"]),
        ("table create incident short_d|", ["short_description="]),
        ("table get problem PRB0000011|", ["PRB0000011"]),
        ("table list incident --format |js", ["columns", "line", "json", "ndjson", "csv", "tsv", "yaml", "markdown"]),
        ("set format=j|", ["json"]),
        ("help pat|", ["paths"]),
        ("ta|sk", ["table", "task", "tape"]),
        ("task |", ["show", "comments", "comment"]),
        ("task show |", ["INC0010021", "PRB0000011", "PRB0040010"]),
        ("task comment PRB0|", ["PRB0000011", "PRB0040010"]),
        ("task comments PRB0040011|", ["PRB0040011"]),
        ("task show INC0010021 -f short_d|", ["short_description"]),
        ("task --ta|", ["--table-api"]),
        ("task comment INC0010021 @no|", ["note.txt"]),
        ("table get incident {{in|", ["inc}}"]),
        ("connect san|", ["sandbox"]),
        ("table list nosuch -f |", []),
        ("table create incident caller_id=Beth|", ["beth.anglin"]),
        ("table create incident caller_id=nglin|", ["beth.anglin"]),
        ("table create incident --input display caller_id=beth.ang|", ["Beth\\ Anglin"]),
        ("table create incident assignment_group=Hardw|", ["Hardware"]),
        ("table update incident INC0010021 problem_id=PRB0000011|", ["PRB0000011"]),
        ("table list incident -q 'caller_id.manager=nglin|", ["beth.anglin"]),
        ("table list incident -q assigned_toINabel.tuter,nglin|", ["beth.anglin"]),
        (
            "table list incident -q opened_at<2026|",
            ["2026-01-01\\ 00:00:00", "2026-01-01\\ 00:00:00", "2026-01-02\\ 00:00:00"]
        ),
        (
            "table list incident -q opened_at>javascript:gs.days|",
            ["javascript:gs.daysAgo(1)", "javascript:gs.daysAgo(7)", "javascript:gs.daysAgo(30)"]
        ),
        ("table list incident --view m|", ["mobile"]),
        ("rest GET /api/now/table/incident -p sysparm_view=w|", ["workspace"]),
        ("table create incident description=@no|", ["note.txt"]),
    ]

    @Test func validCandidatesAreOffered() async throws {
        let machine = try TestMachine()
        machine.folder.write([], to: "note.txt")
        let harness = try ShellHarness(machine, variables: ["inc": "INC1"])
        for (line, candidates) in Self.offered {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
            let found = await harness.session.complete(parts.joined(), cursor: parts[0].utf8.count)
            expectEqual(found?.candidates.map(\.text), candidates, "\(line)")
        }
    }

    @Test func completionDataIsRequestedOnceOutsideCommands() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        for _ in 0..<3 {
            _ = await harness.session.complete("table list incident -f nu", cursor: 25)
            _ = await harness.session.complete("table list inc", cursor: 14)
        }
        let shown = await harness.transcript(of: ["tape show --format tsv | cut -f 1-4"])
        expectEqual(
            shown,
            """
            > tape show --format tsv | cut -f 1-4
            request\tchange\tmethod\tstatus
            %.1\t\tGET\t200
            %.2\t\tGET\t200

            """)
        try await harness.session.close()
        let replay = try await machine.check(machine.tapes[0])
        expectEqual(replay.status, 0)
        expectEqual(replay.printed, "\(machine.tapes[0]): nothing was compared, because no command is recorded.\n")
    }

    @Test func createdRecordIsOffered() async throws {
        let harness = try ShellHarness(try TestMachine())
        func offered() async -> [String] {
            await harness.session.complete("table get cmn_department Sno", cursor: 28)?.candidates.map(\.text) ?? []
        }
        await expectEqual(offered(), [])
        await expectEqual(harness.session.run("table create cmn_department name=Snowmen"), 0)
        await expectEqual(offered(), ["Snowmen"])
    }

    @Test func recordIsFoundByPrefix() async throws {
        let harness = try ShellHarness(try TestMachine())
        func complete(_ line: String) async -> Completions? {
            await harness.session.complete(line, cursor: line.utf8.count)
        }
        let one = try #require(await complete("table get incident INC0010021"))
        expectEqual(one.candidates.map(\.text), ["INC0010021"])
        #expect(one.isWhole)
        // There are more than were requested, so the common prefix of these may not be common to all.
        let some = try #require(await complete("table get incident INC00"))
        expectEqual(some.candidates.count, 50)
        #expect(!some.isWhole)
        let reference = try #require(await complete("table update incident INC0010021 caller_id=abel.t"))
        expectEqual(reference.candidates.map(\.text), ["abel.tuter"])
        #expect(reference.isWhole)
    }

    @Test func referenceIsSysIDWithoutNameLookUp() async throws {
        let harness = try ShellHarness(try TestMachine())
        for line in [
            "table list incident --raw-query -q caller_id=beth.a", "rest POST /api/now/table/incident caller_id=beth.a",
            "rest GET /api/now/table/incident -p sysparm_query=caller_id=beth.a",
        ] {
            let found = try #require(await harness.session.complete(line, cursor: line.utf8.count))
            expectEqual(found.candidates.map(\.description), ["Beth Anglin (beth.anglin)"], "\(line)")
            expectEqual(found.candidates.first?.text.utf8.count, 32)
        }
    }

    /// Every value offered is valid: the query finds records, and no condition is ignored.
    @Test(arguments: ["opened_at>", "assignment_group=", "assigned_to=", "cmdb_ci=", "caller_id.company="])
    func offeredValuesAreAccepted(_ condition: String) async throws {
        let harness = try ShellHarness(try TestMachine())
        let line = "table count incident --strict-query -q " + condition
        let found = try #require(await harness.session.complete(line, cursor: line.utf8.count))
        #expect(found.candidates.count > 3)
        for candidate in found.candidates.prefix(16) {
            await expectEqual(harness.session.run(line + candidate.text), 0, "\(candidate.text)")
        }
    }

    @Test func referenceCandidatesAreRequestedOnce() async throws {
        let harness = try ShellHarness(try TestMachine())
        for line in ["=ang", "=angl", "=anglin", "=ang"].map({ "table create incident caller_id" + $0 }) {
            let found = try #require(await harness.session.complete(line, cursor: line.utf8.count))
            #expect(found.candidates.contains { $0.text == "beth.anglin" && $0.description == "Beth Anglin" })
        }
        let shown = await harness.transcript(of: ["tape show --format json | grep -c table/sys_user"])
        expectEqual(shown, "> tape show --format json | grep -c table/sys_user\n1\n")
        let all = try #require(await harness.session.complete("table create incident caller_id=", cursor: 32))
        expectEqual(all.candidates.count, 51)
        expectEqual(all.candidates.first?.text, "@me")
        #expect(!all.isWhole)
    }

    @Test func tapesAreOfferedWithWhatTheyHold() async throws {
        let harness = try ShellHarness(TestMachine())
        _ = await harness.transcript(of: ["table count incident"])
        func offered(_ line: String) async -> [String] {
            await harness.session.complete(line, cursor: line.utf8.count)?.candidates.map {
                "\($0.text) (\($0.description))"
            } ?? []
        }
        await expectEqual(offered("tape show ta"), ["tape (2026-01-01 00:00:00, sandbox: table count incident)"])
        await expectEqual(offered("tape show %"), ["%1 (tape, 2026-01-01 00:00:00, sandbox: table count incident)"])
        await expectEqual(offered("tape show las"), ["last (the newest tape)"])
    }

    @Test func replayCompletesFromTape() async throws {
        let machine = try TestMachine()
        let line = "table create incident caller_id=ang"
        func complete(_ harness: ShellHarness, _ line: String) async -> [String] {
            await harness.session.complete(line, cursor: line.utf8.count)?.candidates.map(\.text) ?? []
        }
        let harness = try ShellHarness(machine)
        let found = await complete(harness, line)
        #expect(found.contains("beth.anglin"))
        try await harness.session.close()
        let later = try ShellHarness(try TestMachine(machine.folder, instance: ScriptedTransport([])), tape: nil)
        await expectEqual(later.session.run("tape open \(machine.tapes[0]) --mode replay"), 0)
        await expectEqual(complete(later, line), found)
        await expectEqual(complete(later, "table create incident caller_id=zeb"), [])
        await expectEqual(complete(later, "table list incident --view "), [])
    }

    @Test func pathsOfLastResponseAreOffered() async throws {
        let harness = try ShellHarness(try TestMachine())
        func offered(_ line: String) async -> [String] {
            await harness.session.complete(line, cursor: line.utf8.count)?.candidates.map(\.text) ?? []
        }
        await expectEqual(harness.session.run(typed: "rest GET /api/now/table/incident -p sysparm_limit=2"), 0)
        await expectEqual(offered("rest GET /api/now/table/incident => x = ."), [".result"])
        await expectEqual(offered("rest GET /api/now/table/incident => x = .result"), [".result"])
        await expectEqual(
            offered("rest GET /api/now/table/incident => x = .result["), [".result[0]", ".result[-1]", ".result[]"])
        await expectEqual(offered("rest GET / => x=.result[0].numb"), [".result[0].number"])
        await expectEqual(
            offered("rest GET / => x =.result[-1].caller_id."),
            [
                ".result[-1].caller_id.link", ".result[-1].caller_id.value",
            ])
        await expectEqual(offered("rest GET / => x = .nowhere."), [])
        await expectEqual(offered("table get incident INC1 => x = .short_d"), [".short_description"])
        await expectEqual(offered("table list incident -f number,state => x = .[0]."), [".[0].number", ".[0].state"])
        await expectEqual(offered("table count incident => x = ."), [])
    }

    @Test func programsOnPathAreListedOnce() async throws {
        let machine = try TestMachine()
        for name in ["bin/jq", "bin/notes"] { machine.folder.write([], to: name) }
        expectEqual(chmod(machine.folder.path + "/bin/jq", 0o755), 0)
        machine.environment = ["PATH": "\(machine.folder.path)/bin:relative:/nosuch"]
        let harness = try ShellHarness(machine)
        func offered() async -> [String] {
            await harness.session.complete("table list incident | ", cursor: 22)?.candidates.map(\.text) ?? []
        }
        await expectEqual(offered(), ["jq"])
        machine.environment = [:]
        await expectEqual(offered(), ["jq"])
    }

    @Test func rejectedCompletionIsSilent() async throws {
        let harness = try ShellHarness(try TestMachine(), instance: "dev1", user: "nobody")
        await expectEqual(harness.session.complete("table list inc", cursor: 14)?.candidates.isEmpty, true)
        expectEqual(harness.printed(), "")
    }
}
