import Database
import ExchangeModel
import TestSupport
import Testing

@testable import CassetteStore

/// Tapes with rows that no recorder writes. Each is reported as damage, by `check` too.
struct HostileTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("a.cassette") }

    init() throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        let command = try tape.beginCommand(CommandRecord(session: session, line: "x", now: Timestamp(seconds: 5)))
        try tape.appendOutput([65], to: .standardOutput, of: command)
        let id = try tape.reserve(.example(session: session, command: command, body: [1, 2, 3]))
        try tape.complete(id, with: .response(.example("{}")))
        try tape.close()
    }

    private func alter(_ sql: String) throws { try Connection(path: path, mode: .readWrite).execute(sql) }

    @Test(arguments: [
        "UPDATE exchange SET headers=x'FFFFFFFF7F41'", "UPDATE exchange SET headers=x'01'",
        "UPDATE exchange SET body=99", "UPDATE exchange SET epoch=-1", "UPDATE exchange SET epoch=9223372036854775807",
        "UPDATE exchange SET started_at=9223372036854775807", "UPDATE exchange SET started_at=-9223372036854775808",
        "UPDATE exchange SET id=9223372036854775807", "UPDATE exchange SET session=-5",
        "UPDATE outcome SET headers=x'80'", "UPDATE outcome SET headers=NULL, body=77",
        "UPDATE outcome SET status=9223372036854775807", "UPDATE outcome SET status=NULL",
        "UPDATE outcome SET total=-1",
        "UPDATE outcome SET failure='whatever'", "UPDATE command SET now=9223372036854775807",
        "UPDATE command SET exit_status=9223372036854775807", "UPDATE session SET width=1000000000000",
        "UPDATE session SET started_at=-9223372036854775808",
    ])
    func invalidRowIsDamage(sql: String) throws {
        try alter(sql)
        let tape = try Cassette.playing(at: path)
        let error = #expect(throws: CassetteError.self) { try tape.dump { _ in } }
        expectEqual(error?.kind, .corrupt)
        #expect(try tape.check() != [])
    }

    @Test(arguments: [
        "UPDATE body SET bytes=x'00' WHERE id=1", "UPDATE output SET stream=3", "UPDATE output SET command=9",
        "INSERT INTO exchange SELECT -1, session, command, epoch, purpose, started_at, key_hash, key, principal, "
            + "method, url, headers, body FROM exchange",
        "INSERT INTO outcome(exchange, failure, reason) VALUES(55, 'reset', '')",
    ])
    func checkFindsDamageThatReadingMisses(sql: String) throws {
        try expectEqual(Cassette.playing(at: path).check(), [])
        try alter(sql)
        try expectEqual(Cassette.playing(at: path).check().count, 1)
    }

    @Test func flippedBitsNeverCrash() throws {
        let whole = try folder.bytes("a.cassette")
        var generator = SeededGenerator(seed: 11)
        var refused = 0, damaged = 0
        for _ in 0..<150 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let copy = TemporaryFolder()
            try copy.write(bytes, "b.cassette")
            do throws(CassetteError) {
                let tape = try Cassette.playing(at: copy.file("b.cassette"))
                if try !tape.check().isEmpty { damaged += 1 }
                do throws(CassetteError) { try tape.dump { _ in } } catch {
                    #expect([.corrupt, .tooLarge, .foreign].contains(error.kind), "\(error)")
                }
            } catch {
                #expect([.corrupt, .foreign, .newer, .tooLarge, .io].contains(error.kind), "\(error)")
                refused += 1
            }
        }
        #expect(refused > 5)
        #expect(damaged > 0)
    }

    @Test func randomPageNeverCrashes() throws {
        let whole = try folder.bytes("a.cassette")
        for fill in [0x00, 0x0D, 0xFF] as [UInt8] {
            for page in 0..<(whole.count / 4096) {
                var bytes = whole
                for offset in (page * 4096)..<((page + 1) * 4096) where page > 0 || offset >= 100 {
                    bytes[offset] = fill
                }
                let copy = TemporaryFolder()
                try copy.write(bytes, "b.cassette")
                guard let tape = try? Cassette.playing(at: copy.file("b.cassette")) else { continue }
                #expect(try tape.check() != [], "page \(page) filled with \(fill)")
            }
        }
    }
}
