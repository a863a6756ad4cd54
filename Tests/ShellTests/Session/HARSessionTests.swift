import CassetteStore
import Testing

@testable import Shell

/// What `tape import` and `tape export` say, and what they refuse.
@Suite struct HARSessionTests {
    @Test func aTapeGoesOutAndComesBack() async throws {
        let place = try Place()
        let sitting = try Sitting(place)
        #expect(await sitting.session.run("table count incident") == 0)
        _ = sitting.said()
        let text = await sitting.transcript(of: [
            "tape export out.har", "tape export out.har", "tape import out.har", "tape import out.har",
            "tape import out.har tape --replace", "tape import out.har other --instance https://dev1.service-now.com",
            "tape import out.har small --max-body 10", "tape import missing.har", "tape dump out > dump.txt",
            "tape dump > before.txt",
        ])
        let size = try #require(place.folder.bytes(of: "out.har")?.count)
        #expect(
            text == """
                > tape export out.har
                ! Wrote 1 exchange of [DIR]/sessions/tape.cassette, \(size) bytes, to out.har.
                ! Commands, what they read and what they wrote, which only Snowdeck reads: 1 command.
                > tape export out.har
                ! error: out.har stands there already, and is not replaced.
                !   tape export out.har
                !               ^^^^^^^
                ! hint: --replace replaces it.
                ? exit 2
                > tape import out.har
                cassette   [DIR]/sessions/out.cassette
                instance   http://sandbox.localhost
                user       john.doe
                exchanges  1
                commands   1
                > tape import out.har
                ! error: There is a cassette at [DIR]/sessions/out.cassette already.
                !   tape import out.har
                !               ^^^^^^^
                ! hint: tape import out.har out --replace
                ? exit 3
                > tape import out.har tape --replace
                ! error: [DIR]/sessions/tape.cassette is in the deck; a HAR becomes a cassette of its own.
                !   tape import out.har tape --replace
                !                       ^^^^
                ! hint: tape import out.har NAME
                ? exit 3
                > tape import out.har other --instance https://dev1.service-now.com
                ! error: out.har makes no tape. None of its entries can be taken onto a tape.
                !   tape import out.har other --instance https://dev1.service-now.com
                !               ^^^^^^^
                ! note: Left out: 1 entry to other hosts: entry 1 (GET http://sandbox.localhost/api/now/stats/incident).
                ! hint: Without --instance, most of them decide.
                ? exit 2
                > tape import out.har small --max-body 10
                ! error: out.har makes no tape. The answer of entry 1 has a body of 36 bytes, and 10 are taken.
                !   tape import out.har small --max-body 10
                !               ^^^^^^^
                ! hint: --max-body 256m takes more.
                ? exit 2
                > tape import missing.har
                ! error: There is no file missing.har.
                !   tape import missing.har
                !               ^^^^^^^^^^^
                ? exit 2
                > tape dump out > dump.txt
                > tape dump > before.txt

                """)
        #expect(place.folder.text(of: "dump.txt") == place.folder.text(of: "before.txt"))
        let replay = try await place.check(place.cassettePath("out"))
        #expect(replay.status == 0, "\(replay)")
    }

    @Test func aReplayWritesNoFileAndAHARMayBePrinted() async throws {
        let place = try Place()
        let first = try Sitting(place)
        #expect(await first.session.run("table count incident") == 0)
        #expect(await first.session.run("tape open tape --mode replay") == 0)
        _ = first.said()
        let refused = await first.transcript(of: ["tape export out.har", "tape import out.har"])
        #expect(refused.split(separator: "\n").count { $0 == "! error: A replay writes no file." } == 2, "\(refused)")
        #expect(place.folder.bytes(of: "out.har") == nil)
        #expect(await first.transcript(of: ["tape export -"]).contains(#""creator": {"name":"Snowdeck""#))
    }
}
