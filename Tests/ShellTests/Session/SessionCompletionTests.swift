import LineEditing
import Shell
import Testing

/// Completion as the prompt asks for it, with the sandbox answering. `|` marks the cursor.
@Suite struct SessionCompletionTests {
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
        ("table create incident description=@no|", ["note.txt"]),
    ]

    @Test(arguments: offered.indices)
    func whatMayStandAtTheCursorIsOffered(_ index: Int) async throws {
        let place = try Place()
        place.folder.write([], to: "note.txt")
        let sitting = try Sitting(place, variables: ["inc": "INC1"])
        let parts = Self.offered[index].line.split(separator: "|", omittingEmptySubsequences: false)
        let found = await sitting.session.complete(parts.joined(), cursor: parts[0].utf8.count)
        #expect(found?.candidates.map(\.text) == Self.offered[index].candidates, "\(Self.offered[index].line)")
    }

    @Test func whatWasLearntIsAskedForOnceAndBelongsToNoCommand() async throws {
        let place = try Place()
        let sitting = try Sitting(place)
        for _ in 0..<3 {
            _ = await sitting.session.complete("table list incident -f nu", cursor: 25)
            _ = await sitting.session.complete("table list inc", cursor: 14)
        }
        let shown = await sitting.transcript(of: ["tape show --format tsv | cut -f 1-4"])
        #expect(
            shown == """
                > tape show --format tsv | cut -f 1-4
                exchange\tepoch\tmethod\tstatus
                1\t\tGET\t200
                2\t\tGET\t200

                """)
        try await sitting.session.close()
        let replay = try await place.check(place.tapes[0])
        #expect(replay.status == 5)
        #expect(replay.said == "\(place.tapes[0]): nothing was compared, because no command is recorded.\n")
    }

    @Test func aRecordMadeInThisSittingIsOfferedAtTheNextTab() async throws {
        let sitting = try Sitting(try Place())
        func offered() async -> [String] {
            await sitting.session.complete("table get cmn_department Sno", cursor: 28)?.candidates.map(\.text) ?? []
        }
        #expect(await offered() == [])
        #expect(await sitting.session.run("table create cmn_department name=Snowmen") == 0)
        #expect(await offered() == ["Snowmen"])
    }

    @Test func aRecordIsFoundByItsBeginningHoweverLongItWasLeftAlone() async throws {
        let sitting = try Sitting(try Place())
        func complete(_ line: String) async -> Completions? {
            await sitting.session.complete(line, cursor: line.utf8.count)
        }
        let one = try #require(await complete("table get incident INC0010021"))
        #expect(one.candidates.map(\.text) == ["INC0010021"])
        #expect(one.isWhole)
        // More of them than are asked for: what these have in common, others need not have.
        let some = try #require(await complete("table get incident INC00"))
        #expect(some.candidates.count == 50)
        #expect(!some.isWhole)
        let reference = try #require(await complete("table update incident INC0010021 caller_id=abel.t"))
        #expect(reference.candidates.map(\.text) == ["abel.tuter"])
        #expect(reference.isWhole)
    }

    @Test func anInstanceThatRefusesOffersNothingAndSaysNothing() async throws {
        let sitting = try Sitting(try Place(), instance: "dev1", user: "nobody")
        #expect(await sitting.session.complete("table list inc", cursor: 14)?.candidates.isEmpty == true)
        #expect(sitting.said() == "")
    }
}
