import Database
import Foundation
import Testing

/// A file that is no cassette, or a broken one, is refused by everything, with its own sentence, and left as it was.
@Suite struct BadCassetteTests {
    private static let kinds: [(name: String, message: String)] = [
        ("empty", "is an empty file, not a cassette; remove it, or name another."),
        ("truncated", "is damaged; restore it from a copy, or record it again."),
        ("random", "is not a cassette; name another file."),
        ("newer", "use a newer Snowdeck."),
        ("other", "is an SQLite file, but not a cassette; name another file."),
        ("widened", "is marked as a cassette, but its tables are not those of one; it is not read, record it again."),
        ("folder", "is a folder, not a cassette; name a file in it."),
    ]

    private static func make(_ kind: String, on desk: Desk) async throws {
        try await desk.record("table list incident -n 2 -f number\n", onto: "good")
        let good = try desk.bytes(of: "sessions/good.cassette")
        let name = "sessions/\(kind).cassette"
        switch kind {
        case "empty": try desk.write([], to: name)
        case "truncated": try desk.write(Array(good.prefix(5000)), to: name)
        case "random":
            var chance = SplitMix(seed: 7)
            try desk.write((0..<5000).map { _ in UInt8(chance.next(below: 256)) }, to: name)
        case "newer", "widened":
            try desk.write(good, to: name)
            let change =
                kind == "newer"
                ? "PRAGMA user_version=99" : "CREATE TRIGGER t AFTER INSERT ON command BEGIN DELETE FROM command; END"
            try Connection(path: desk.tape(kind), mode: .readWrite).execute(change)
        case "other":
            try Connection(path: desk.tape(kind), mode: .create).execute("CREATE TABLE a(b); INSERT INTO a VALUES(1)")
        default: try FileManager.default.createDirectory(atPath: desk.tape(kind), withIntermediateDirectories: true)
        }
    }

    @Test(arguments: kinds.map(\.name))
    func whatIsNoCassetteIsRefusedByEverythingAndLeftAsItWas(_ kind: String) async throws {
        let desk = try Desk()
        try await Self.make(kind, on: desk)
        let name = "sessions/\(kind).cassette"
        let before = try desk.everything().filter { $0.key.hasPrefix("project") }
        let message = Self.kinds.first { $0.name == kind }?.message ?? ""
        var uses: [[String]] = [
            ["dump", name], ["--tape", name, "--mode", "replay", "tape", "show"], ["tape", "dump", name],
            ["tape", "audit", name],
            ["--tape", name, "--mode", "replay", "table", "count", "incident"],
            ["--tape", name, "table", "count", "incident"],
            ["tape", "open", name], ["tape", "open", name, "--mode", "replay"], ["tape", "new", name, "--replace"],
        ]
        // A folder of cassettes may be replayed.
        if kind != "folder" { uses += [["replay", name], ["replay", name, "--check"]] }
        for use in uses {
            let run = try await desk.start(use, input: "").end()
            #expect(run.status == 5, "\(use): \(run)")
            #expect(run.output == "", "\(use)")
            #expect(run.firstError.hasPrefix("error: '\(name)' "), "\(use): \(run.errors)")
            #expect(run.firstError.hasSuffix(message), "\(use): \(run.errors)")
        }
        #expect(try desk.everything().filter { $0.key.hasPrefix("project") } == before)
        let listed = try await desk.run("tape", "list", "--format", "csv")
        #expect(listed.status == 0)
        let checked = try await desk.run("replay", "sessions", "--check")
        #expect(checked.output.contains("sessions/good.cassette: 1 command, all as recorded.\n"), "\(checked)")
    }

    @Test func aCassetteThatIsNotThereIsNotMadeByLooking() async throws {
        let desk = try Desk()
        for use in [
            ["dump", "gone"], ["replay", "gone"], ["tape", "audit", "gone"], ["tape", "open", "gone"],
            ["--tape", "gone", "--mode", "replay", "whoami"],
        ] {
            let run = try await desk.start(use, input: "").end()
            #expect(run.status == 5, "\(use)")
            #expect(run.firstError == "error: There is no cassette at sessions/gone.cassette.", "\(use)")
        }
        #expect(try desk.everything().filter { $0.key.hasPrefix("project") } == [:])
    }

    @Test func whatATapeCannotGiveIsNotAsRecorded() async throws {
        let desk = try Desk()
        try await desk.record("table count incident\nset x=1\n", onto: "torn")
        // The first page of the table that holds what commands wrote; nothing else of the tape is damaged.
        let page = try #require(
            try Connection(path: desk.tape("torn"), mode: .readOnly).row(
                "SELECT rootpage FROM sqlite_schema WHERE name='output'"
            ) { Int($0.integer(0)) })
        var bytes = try desk.bytes(of: "sessions/torn.cassette")
        for place in (page - 1) * 4096..<page * 4096 { bytes[place] = 0xFF }
        try desk.write(bytes, to: "sessions/torn.cassette")
        let checked = try await desk.run("replay", "sessions/torn.cassette", "--check")
        #expect(checked.status == 5)
        #expect(checked.output == "")
        let message = "'sessions/torn.cassette' is damaged; restore it from a copy, or record it again."
        #expect(checked.firstError == "error: " + message)
    }
}
