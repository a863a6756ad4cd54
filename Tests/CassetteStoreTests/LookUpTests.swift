import Database
import ExchangeModel
import TestSupport
import Testing

@testable import CassetteStore

struct LookUpTests {
    let folder = TemporaryFolder()
    let tape: Cassette
    let session: Int64

    init() throws {
        tape = try Cassette.recording(at: folder.file("a.cassette"))
        session = try tape.beginSession(.example)
    }

    @Test func exchangeIsFoundByKeyAndEpochInRecordedOrder() throws {
        for epoch in [nil, 0, 0, 3, 3, 3, 5] as [Int64?] {
            _ = try tape.reserve(.example("/a", session: session, epoch: epoch))
            _ = try tape.reserve(.example("/b", session: session, epoch: epoch))
        }
        let key = "GET /a", hash = StableHash.of(key)
        func first(_ epoch: Int64?, after id: Int64) throws -> Int64? {
            try tape.firstExchange(keyHash: hash, key: key, epoch: epoch, after: id)
        }
        func last(_ epoch: Int64?, before id: Int64) throws -> Int64? {
            try tape.lastExchange(keyHash: hash, key: key, epoch: epoch, before: id)
        }
        try expectEqual(
            [first(3, after: 0), first(3, after: 7), first(3, after: 11), first(nil, after: 0)], [7, 9, nil, 1])
        try expectEqual(
            [last(3, before: 12), last(3, before: 11), last(3, before: 7), last(nil, before: 9)], [11, 9, nil, 1])
        try expectEqual([5, 0].map { try tape.latestEpoch(keyHash: hash, key: key, before: $0) }, [3, nil])
        try expectEqual([0, 5].map { try tape.earliestEpoch(keyHash: hash, key: key, after: $0) }, [3, nil])
        try expectEqual(tape.lastEpoch()?.epoch, 5)
    }

    @Test func lookUpsStayInTheRangeOfEpochs() throws {
        let own = try #require(EpochRange(ofSession: 7))
        for epoch in [1, own.start, own.start + 3, own.end, 2] {
            _ = try tape.reserve(.example("/a", session: session, epoch: epoch))
        }
        let key = "GET /a", hash = StableHash.of(key)
        func latest(before epoch: Int64) throws -> Int64? {
            try tape.latestEpoch(keyHash: hash, key: key, before: epoch)
        }
        func earliest(after epoch: Int64) throws -> Int64? {
            try tape.earliestEpoch(keyHash: hash, key: key, after: epoch)
        }
        try expectEqual([own.start + 9, own.start + 3, own.start].map(latest), [own.start + 3, own.start, nil])
        try expectEqual([0, 1, 2, own.start, own.start + 3].map(earliest), [1, 2, nil, own.start + 3, nil])
        try expectEqual([tape.lastEpoch()?.epoch, tape.lastEpoch(in: own)?.epoch], [2, own.start + 3])
        expectEqual([0, own.start, own.end - 1].map { EpochRange(containing: $0) }, [.shared, own, own])
        expectEqual([-1, .max].map { EpochRange(containing: $0) }, [.shared, .shared])
        #expect([0, 10_000_000].allSatisfy { EpochRange(ofSession: $0) == nil })
    }

    /// Keys with equal digests are distinguished by their text, in bounded time.
    @Test func keysWithEqualDigestsAreDistinguished() throws {
        for number in 0..<40 {
            var request = RequestRecord.example("/\(number)", session: session)
            request.keyHash = 42
            _ = try tape.reserve(request)
        }
        func first(_ key: String, after id: Int64 = 0) throws -> Int64? {
            try tape.firstExchange(keyHash: 42, key: key, epoch: 0, after: id)
        }
        func last(_ key: String, before id: Int64 = .max) throws -> Int64? {
            try tape.lastExchange(keyHash: 42, key: key, epoch: 0, before: id)
        }
        try expectEqual([first("GET /9"), first("GET /39"), first("GET /39", after: 30)], [10, nil, 40])
        try expectEqual([last("GET /30"), last("GET /0"), last("GET /0", before: 10)], [31, nil, 1])
        try expectEqual(tape.latestEpoch(keyHash: 42, key: "GET /c", before: 9), nil)
    }

    @Test func requestBatchesOmitResponseBodies() throws {
        for number in 0..<5 {
            let id = try tape.reserve(.example("/\(number)", session: session, body: [1, 2]))
            if number != 3 { try tape.complete(id, with: .response(.example("secret"))) }
        }
        let batch = try tape.requests(after: 1, limit: 3)
        var answer = HTTPResponse.example("")
        answer.body = []
        expectEqual(batch.map(\.id), [2, 3, 4])
        expectEqual(batch.map(\.outcome), [.response(answer), .response(answer), .interrupted])
        expectEqual(batch.map(\.request.body), [[1, 2], [1, 2], [1, 2]])
        try expectEqual(tape.requests(after: 5, limit: 3), [])
    }

    @Test func batchOfLargeRequestsIsShortButNeverEmpty() throws {
        let path = folder.file("small.cassette")
        let small = try Cassette.recording(at: path, bodyLimit: 1000)
        let session = try small.beginSession(.example)
        for number in 0..<6 {
            let body = [UInt8](repeating: UInt8(number), count: 600)
            _ = try small.reserve(.example("/\(number)", session: session, body: body))
        }
        var ids: [Int64] = [], batches = 0
        while case let batch = try small.requests(after: ids.last ?? 0, limit: 100), !batch.isEmpty {
            ids += batch.map(\.id)
            batches += 1
        }
        expectEqual(ids, [1, 2, 3, 4, 5, 6])
        expectEqual(batches, 3)
    }

    @Test func equalBodiesAreStoredOnce() throws {
        let bytes = Array("{\"same\":true}".utf8)
        for number in 0..<4 {
            let id = try tape.reserve(.example("/\(number)", session: session, body: bytes))
            try tape.complete(id, with: .response(.example("{\"same\":true}")))
        }
        let other = try tape.reserve(.example(session: session, body: []))
        try tape.complete(other, with: .response(.example("")))
        let count = try tape.read { connection throws(DatabaseError) in
            try connection.row("SELECT count(*) FROM body") { $0.integer(0) }
        }
        expectEqual(count, 2)
        try expectEqual(tape.exchange(4)?.request.body, bytes)
    }

    @Test func bodiesWithEqualDigestsAreDistinguished() throws {
        let bytes: [UInt8] = [1, 2, 3]
        try tape.write { connection throws(DatabaseError) in
            try connection.run(
                "INSERT INTO body(digest, bytes) VALUES(?,?)", [.integer(StableHash.of(bytes)), .blob([9, 9])])
        }
        let id = try tape.reserve(.example(session: session, body: bytes))
        try expectEqual(tape.exchange(id)?.request.body, bytes)
    }

    @Test func onlyReservedExchangeIsCompletedOnce() throws {
        let id = try tape.reserve(.example(session: session))
        try tape.complete(id, with: .interrupted)
        try expectEqual(tape.exchange(id)?.outcome, .interrupted)
        try tape.complete(id, with: .response(.example("first")))
        #expect(throws: CassetteError.self) { try tape.complete(id, with: .response(.example("second"))) }
        #expect(throws: CassetteError.self) { try tape.complete(99, with: .response(.example("nobody's"))) }
        #expect(throws: CassetteError.self) { try tape.reserve(.example(session: 99)) }
        // A caller's mistake neither closes the tape nor leaves a row.
        try expectEqual(tape.exchange(id)?.outcome, .response(.example("first")))
        _ = try tape.reserve(.example(session: session))
        try expectEqual(tape.check(), [])
        let bodies = try tape.read { connection throws(DatabaseError) in
            try connection.row("SELECT count(*) FROM body") { $0.integer(0) }
        }
        expectEqual(bodies, 1)
    }

    @Test func onlyBodyAboveLimitIsRejected() throws {
        let path = folder.file("small.cassette")
        let small = try Cassette.recording(at: path, bodyLimit: 1000)
        let session = try small.beginSession(.example)
        let error = #expect(throws: CassetteError.self) {
            try small.reserve(.example(session: session, body: [UInt8](repeating: 1, count: 1001)))
        }
        expectEqual(
            error,
            CassetteError(
                .tooLarge, path: path,
                "A request body of 1001 bytes does not fit into '\(path)', which takes 1000; allow more."))
        let id = try small.reserve(.example(session: session, body: [UInt8](repeating: 1, count: 1000)))
        #expect(throws: CassetteError.self) {
            try small.complete(id, with: .response(.example(String(repeating: "x", count: 1001))))
        }
        try small.complete(id, with: .failure(TransportFailure(.tooLarge, "The answer is too large.")))
        try small.close()
        try expectEqual(Cassette.playing(at: path, bodyLimit: 1000).exchange(id)?.request.body?.count, 1000)
        let smaller = try Cassette.playing(at: path, bodyLimit: 999)
        let refusal = #expect(throws: CassetteError.self) { try smaller.exchange(id) }
        expectEqual(refusal?.kind, .tooLarge)
        try expectEqual(smaller.sessions().count, 1)
    }
}
