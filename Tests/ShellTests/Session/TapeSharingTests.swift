import CassetteStore
import Foundation
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

/// `tape pseudonymize`.
struct TapeSharingTests {
    private func record(_ machine: TestMachine, _ lines: [String], tape: String) async throws {
        let harness = try ShellHarness(machine, tape: tape)
        for line in lines { await expectEqual(harness.session.run(line), 0, "\(harness.printed())") }
        try await harness.session.close()
        _ = harness.printed()
    }

    /// The standard output of a tape's command.
    private func output(_ machine: TestMachine, _ tape: String, _ command: Int64) throws -> String {
        let cassette = try Cassette.playing(at: machine.path(tape))
        return String(decoding: try cassette.output(of: command, .standardOutput), as: UTF8.self)
    }

    @Test func copyOfATapeNamesNoPerson() async throws {
        let machine = try TestMachine()
        try await record(
            machine,
            [
                #"table list sys_user -q "name=Mara Lindgren" -f name,user_name,email,phone --format csv"#,
                "table list incident -q caller_id.user_name=mara.lindgren -f number,caller_id,sys_created_by -n 2",
                "table get sys_user john.doe -f name,user_name,first_name,last_name",
            ], tape: "one")
        try await record(
            machine, ["table list sys_user -q user_name=mara.lindgren -f name --format csv"], tape: "two")
        let before = machine.folder.bytes(of: "sessions/one.cassette")
        let harness = try ShellHarness(machine, tape: nil)
        for tape in ["one", "two"] {
            await expectEqual(
                harness.session.run("tape pseudonymize \(tape) -o \(tape)-shared"), 0, "\(harness.printed())")
        }
        expectEqual(machine.folder.bytes(of: "sessions/one.cassette"), before)
        expectEqual(machine.folder.text(of: "state/pseudonyms.key")?.count, 65)
        expectEqual(machine.folder.bytes(of: "sessions/.pseudonyms.key"), nil)
        for tape in ["one-shared", "two-shared"] {
            let bytes = try #require(machine.folder.text(of: "sessions/\(tape).cassette"))
            for original in ["Lindgren", "lindgren", "Mara", "john.doe", "858 555 0200", "858%20555%200200"] {
                #expect(!bytes.contains(original), "\(original)")
            }
            let replay = try await machine.check(machine.path(tape))
            expectEqual(replay.status, 0, "\(replay)")
            try expectEqual(Cassette.playing(at: machine.path(tape)).check(), [])
        }
        #expect(machine.folder.files(ending: ".cassette").allSatisfy { $0.contains("/sessions/") })
        let row = try #require(try output(machine, "one-shared", 1).split(whereSeparator: \.isNewline).last)
        let cells = row.split(separator: ",").map(String.init)
        try #require(cells.count == 4)
        let userName = cells[0].lowercased().replacingOccurrences(of: " ", with: ".")
        expectEqual(cells[1], userName)
        expectEqual(cells[2], userName + "@example.com")
        #expect(cells[3].contains("555 01"))
        #expect(try output(machine, "two-shared", 1).contains(cells[0]))
    }

    /// A downloaded file has the size and the digest that the changed answers announce; look-ups that find nothing name
    /// nobody.
    @Test func copiesOfOrdinaryTapesReplay() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array("Abel Tuter was here, abel.tuter@example.com\n".utf8), to: "note.txt")
        machine.folder.write([0, 1, 2, 0xFF, 0xFE, 3, 0], to: "picture.bin")
        try await record(
            machine,
            [
                "attach put incident INC0010001 note.txt", "attach put incident INC0010001 picture.bin",
                "attach get incident INC0010001 note.txt", "attach show incident INC0010001 note.txt",
                "table list sys_user -q user_nameINabel.tuter,beth.anglin -f name,user_name,email",
                "table list sys_user -q nameLIKETuter -f name,user_name",
                "table list incident -q assigned_to.name=Network -f number",
                "table count sys_user_group -q name=Network",
            ], tape: "files")
        let firstLook = try Data(
            contentsOf: URL(fileURLWithPath: #filePath + "/../../../../sessions/first-look.cassette").standardized)
        machine.folder.write(Array(firstLook), to: "sessions/first-look.cassette")
        let harness = try ShellHarness(machine, tape: nil)
        for tape in ["files", "first-look"] {
            let printed = await harness.transcript(of: ["tape pseudonymize \(tape) -o \(tape)-shared"])
            #expect(!printed.contains("? exit"), "\(printed)")
            expectEqual(printed.contains("binary"), (tape == "files"))
            let bytes = try #require(machine.folder.text(of: "sessions/\(tape)-shared.cassette"))
            for original in ["Tuter", "tuter", "Anglin"] { #expect(!bytes.contains(original), "\(original)") }
            #expect(tape != "files" || bytes.contains("assigned_to.name=Network"))
            let replay = try await machine.check(machine.path("\(tape)-shared"))
            expectEqual(replay.status, 0, "\(replay)")
        }
    }
}
