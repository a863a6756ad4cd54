import CassetteStore
import ExchangeModel
import Foundation
import TestSupport

/// Damaged cassettes. An input is a list of changes to a cassette, one a line: `OFFSET BYTE`, in decimal, or `OFFSET`
/// alone, which cuts the file off there.
enum CassetteProperties {
    static func check(_ input: [UInt8]) throws {
        var bytes = whole
        for line in input.split(separator: 0x0A).prefix(64) {
            let words = line.split(separator: 0x20).map { Int(String(decoding: $0, as: UTF8.self)) }
            guard let offset = words.first ?? nil, offset >= 0, offset < bytes.count else { continue }
            if words.count > 1 {
                bytes[offset] = UInt8(truncatingIfNeeded: words[1] ?? 0)
            } else {
                bytes.removeSubrange(offset...)
            }
        }
        let path = folder.file("damaged.cassette")
        do { try folder.write(bytes, "damaged.cassette") } catch { throw Violation("cannot write: \(error)") }
        var isDamaged = false
        do {
            let tape = try Cassette.playing(at: path)
            isDamaged = try !tape.check().isEmpty
            do throws(CassetteError) { try tape.dump { _ in } } catch {
                try check(error)
                try require(isDamaged, "damage that the check does not find: \(error)")
            }
            try tape.close()
        } catch let error as CassetteError {
            try check(error)
        }
    }

    private static func check(_ error: CassetteError) throws {
        try require(
            [.corrupt, .foreign, .newer, .tooLarge, .io].contains(error.kind), "another kind of error: \(error.kind)")
    }

    private static let folder = TemporaryFolder()

    /// A cassette with one exchange and a command.
    private static let whole: [UInt8] = {
        let example = TemporaryFolder()
        do {
            let tape = try Cassette.recording(at: example.file("a.cassette"))
            let start = Timestamp(seconds: 1_713_122_949)
            let session = try tape.beginSession(
                SessionRecord(
                    startedAt: start, instance: "http://sandbox.localhost", user: "john.doe", zone: "UTC",
                    zoneRules: "UTC0", width: 80, version: "0.1.0", policy: "{}", settings: "{}", seed: 1))
            let command = try tape.beginCommand(CommandRecord(session: session, line: "x", now: start))
            try tape.appendOutput([65], to: .standardOutput, of: command)
            let key = "GET /api/now/table/incident"
            let id = try tape.reserve(
                RequestRecord(
                    session: session, command: command, epoch: 0, purpose: "command", startedAt: start, key: key,
                    keyHash: StableHash.of(key), principal: "john.doe", method: "GET",
                    url: "http://sandbox.localhost/api/now/table/incident", headers: ["Accept": "application/json"],
                    body: nil))
            try tape.complete(id, with: .response(HTTPResponse(status: 200, body: Array("{}".utf8))))
            try tape.close()
            return try example.bytes("a.cassette")
        } catch {
            preconditionFailure("no cassette can be recorded: \(error)")
        }
    }()
}
