import CassetteStore
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

/// Output and errors of `tape import` and `tape export`.
@Suite struct HARSessionTests {
    @Test func exportAndImportRoundTrip() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        #expect(await harness.session.run("table count incident") == 0)
        _ = harness.printed()
        let text = await harness.transcript(of: [
            "tape export out.har", "tape import out.har",
            "tape import out.har tape --replace", "tape import out.har other --instance https://dev1.service-now.com",
            "tape import out.har small --max-body 10", "tape import missing.har", "tape dump out > dump.txt",
            "tape dump > before.txt",
        ])
        let size = try #require(machine.folder.bytes(of: "out.har")?.count)
        #expect(
            text == """
                > tape export out.har
                ! Wrote 1 exchange of [DIR]/sessions/tape.cassette, \(size) bytes, to out.har.
                ! Commands with input and output, which only Snowdeck reads: 1 command.
                > tape import out.har
                cassette   [DIR]/sessions/out.cassette
                instance   http://sandbox.localhost
                user       john.doe
                exchanges  1
                commands   1
                > tape import out.har ‹tape› --replace
                ! error: [DIR]/sessions/tape.cassette is in the deck; an import creates a new cassette.
                ! hint: tape import out.har NAME
                ? exit 3
                > tape import ‹out.har› other --instance https://dev1.service-now.com
                ! error: out.har cannot be made into a tape. None of its entries can be imported.
                ! note: Left out: 1 entry to other hosts: entry 1 (GET http://sandbox.localhost/api/now/stats/incident).
                ! hint: Without --instance, most of them decide.
                ? exit 2
                > tape import ‹out.har› small --max-body 10
                ! error: out.har cannot be made into a tape. The answer of entry 1 has a body of 36 bytes, and 10 are taken.
                ! hint: --max-body 256m takes more.
                ? exit 2
                > tape import ‹missing.har›
                ! error: There is no file missing.har.
                ? exit 2
                > tape dump out > dump.txt
                > tape dump > before.txt

                """)
        #expect(machine.folder.text(of: "dump.txt") == machine.folder.text(of: "before.txt"))
        let replay = try await machine.check(machine.path("out"))
        #expect(replay.status == 0, "\(replay)")
    }

    @Test func equalNamesGetFolderPrefix() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        #expect(await harness.session.run("table count incident") == 0)
        #expect(await harness.session.run("tape export recording.har") == 0)
        let bytes = try #require(machine.folder.bytes(of: "recording.har"))
        for folder in ["one", "two"] {
            machine.folder.makeFolder(for: folder + "/recording.har")
            machine.folder.write(bytes, to: folder + "/recording.har")
        }
        _ = harness.printed()
        let text = await harness.transcript(of: [
            "tape import one/recording.har --format json", "tape import two/recording.har",
            "tape import two/recording.har",
            "tape import one/recording.har two/recording.har both", "tape import one/recording.har gone.har",
        ])
        #expect(
            text == """
                > tape import one/recording.har --format json
                {
                  "cassette": "[DIR]/sessions/recording.cassette",
                  "instance": "http://sandbox.localhost",
                  "user": "john.doe",
                  "exchanges": "1",
                  "commands": "1"
                }
                > tape import two/recording.har
                cassette   [DIR]/sessions/two.cassette
                instance   http://sandbox.localhost
                user       john.doe
                exchanges  1
                commands   1
                ! There is a cassette recording already; this one is named after its folder.
                > tape import ‹two/recording.har›
                ! error: The cassette [DIR]/sessions/recording.cassette already exists.
                ! hint: tape import two/recording.har recording --replace
                ? exit 3
                > tape import one/recording.har two/recording.har both
                cassette   [DIR]/sessions/both.cassette
                instance   http://sandbox.localhost
                user
                exchanges  1
                ! Left out: 1 entry that an earlier file holds too: entry 1 of two/recording.har (GET http://sandbox.localhost/api/now/stats/incident).
                ! Left out of several files: the commands that Snowdeck wrote into 2 files: one/recording.har, two/recording.har.
                > tape import one/recording.har ‹gone.har›
                ! error: There is no file gone.har.
                ? exit 2

                """)
    }

    @Test func allowedFindingsAreReportedWithoutFailure() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        let token = "wJ4lrXUtnF3MIK7MDENGbPxRf1CYEXAMPL3KEY"
        #expect(await harness.session.run("table count incident -q short_description=\(token)") == 0)
        _ = harness.printed()
        #expect(await harness.transcript(of: ["tape audit"]).contains("? exit 5"))
        machine.folder.write(
            Array(
                """
                tape: command 1, line, byte 42: the serial number of the demo printer
                tape: exchange 1, address: the same
                tape: exchange 1, key: the same
                tape: exchange 2, answer body: it is gone
                elsewhere: exchange 1, answer body: no such tape
                tape: exchange 1: too much
                """.utf8), to: "sessions/audit.allow")
        let text = await harness.transcript(of: ["tape audit"])
        #expect(
            text == """
                > tape audit
                [DIR]/sessions/tape.cassette: 2 exchanges, no secret recognized; 3 findings allowed.
                command 1, line, byte 42: allowed: the serial number of the demo printer
                exchange 1, address, byte 80: allowed: the same
                exchange 1, key, byte 154: allowed: the same
                ! warning: [DIR]/sessions/audit.allow, line 6: not of the form TAPE: PLACE: REASON; it allows nothing.
                ! warning: [DIR]/sessions/audit.allow, line 4: nothing is found at exchange 2, answer body; remove the line.
                ! warning: [DIR]/sessions/audit.allow, line 5: there is no cassette elsewhere.

                """)
    }

    @Test func replayWritesNoFileAndHARCanBePrinted() async throws {
        let machine = try TestMachine()
        let first = try ShellHarness(machine)
        #expect(await first.session.run("table count incident") == 0)
        #expect(await first.session.run("tape open tape --mode replay") == 0)
        _ = first.printed()
        let refused = await first.transcript(of: ["tape export out.har", "tape import out.har"])
        #expect(refused.split(separator: "\n").count { $0 == "! error: A replay writes no file." } == 2, "\(refused)")
        #expect(machine.folder.bytes(of: "out.har") == nil)
        #expect(await first.transcript(of: ["tape export -"]).contains(#""creator": {"name":"Snowdeck""#))
    }
}
