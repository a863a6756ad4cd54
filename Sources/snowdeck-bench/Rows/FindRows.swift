import CassetteStore
import Database
import ExchangeModel
import FoundationEssentials
import Glibc
import TapeDeck

/// `find` over a thousand tapes, compared with an FTS5 table of the same texts in the sqlite3 shell and with ripgrep
/// over compressed dumps.
enum FindRows {
    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let tapes = try await SearchedTapes.kept(place.options.exchanges, place)
        let size = "\(Amount.digits(Double(tapes.count) / 1000))k exchanges"
        try? FileManager.default.removeItem(atPath: tapes.index)
        let rare = tapes.search(tapes.rareNumber, place)
        let first = rare.run()
        guard first.status == 0 else { return [.missing("find", "snowdeck fails")] }
        let bytes = SearchedTapes.bytes(tapes.tapesFolder)
        var rows = [
            BudgetRow(
                name: "find: indexing \(size)", ours: Amount.time(first.nanoseconds),
                other: tapes.peerTime.map { "FTS5 in sqlite3 \(Amount.time($0))" } ?? "sqlite3 not installed",
                ratio: tapes.peerTime.map { Amount.ratio(first.nanoseconds / $0) } ?? ""),
            BudgetRow(
                name: "find: its index", ours: Amount.size(Double(SearchedTapes.bytes(tapes.index))),
                other: "the tapes \(Amount.size(Double(bytes)))",
                ratio: Amount.ratio(Double(SearchedTapes.bytes(tapes.index)) / Double(bytes))),
        ]
        for (name, text) in [
            ("a number", tapes.rareNumber), ("a rare word", SearchedTapes.rareWord), ("a common text", "lights are on"),
        ] {
            rows += try row("find: \(name)", text, tapes, place)
        }
        let create = place.snowdeck([
            "--tape", "\(tapes.tapesFolder)/new.cassette", "table", "list", "incident", "-n", "1",
        ])
        var updates = Sample()
        for _ in 0..<5 {
            guard tapes.inItsHome(create).run().status == 0 else { throw BenchFailure("snowdeck fails.") }
            updates.add(try tapes.time(rare))
        }
        SearchedTapes.remove("\(tapes.tapesFolder)/new.cassette")
        rows.append(
            BudgetRow(name: "find: after one new command", ours: Amount.time(updates.median), other: ""))
        rows.append(try grep(tapes, place))
        return rows
    }

    private static func row(
        _ name: String, _ text: String, _ tapes: SearchedTapes, _ place: BenchEnvironment
    ) throws -> [BudgetRow] {
        let snowdeck = tapes.search(text, place)
        let shell = tapes.peerSearch(text, place)
        var ours = Sample(), peer = Sample()
        for _ in 0..<61 {
            ours.add(try tapes.time(snowdeck))
            if let shell { peer.add(try tapes.time(shell)) }
        }
        guard shell != nil else { return [.absent(name, "sqlite3", ours: ours)] }
        return [
            .against(name, ours: ours, "FTS5 in sqlite3", peer, atMost: 1.5),
            BudgetRow(
                name: name + ", p99", ours: Amount.time(ours.p99), other: "FTS5 in sqlite3 \(Amount.time(peer.p99))"),
        ]
    }

    private static func grep(_ tapes: SearchedTapes, _ place: BenchEnvironment) throws -> BudgetRow {
        let name = "find: the number with rg -z", ours = Sample([try tapes.time(tapes.search(tapes.rareNumber, place))])
        guard let ripgrep = place.program("rg") else { return .absent(name, "rg", ours: ours) }
        let dumps = try tapes.dumps(place)
        let launch = place.launch([ripgrep, "-z", "-F", "-l", tapes.rareNumber, dumps])
        return .against(name, ours: ours, "rg", Sample([try tapes.time(launch)]))
    }
}

/// A thousand tapes with incidents, a command for each five exchanges.
struct SearchedTapes {
    static let tapes = 1000
    /// In one of 50 000 records.
    static let rareWord = "quicksilver"

    let folder: String
    let count: Int

    var tapesFolder: String { folder + "/state/snowdeck/tapes" }
    var index: String { folder + "/state/snowdeck/tapes.sqlite" }
    private var peer: String { folder + "/fts5.sqlite" }
    /// The number of one record in the middle.
    var rareNumber: String { "INC\(1_000_000 + count / 2)" }

    /// Made once for each number of exchanges.
    static func kept(_ count: Int, _ place: BenchEnvironment) async throws -> SearchedTapes {
        let tapes = SearchedTapes(folder: "\(place.options.folder)/find-\(count)", count: count)
        guard access(tapes.folder + "/whole", F_OK) != 0 else { return tapes }
        Streams.remark("making \(Self.tapes) tapes of \(count) exchanges, once")
        try? FileManager.default.removeItem(atPath: tapes.folder)
        try FileManager.default.createDirectory(atPath: tapes.tapesFolder, withIntermediateDirectories: true)
        for tape in 0..<Self.tapes { try await tapes.make(tape) }
        if let shell = place.program("sqlite3") {
            Streams.remark("making an FTS5 table of their texts, once")
            let time = try tapes.makePeer(place.launch([shell, tapes.peer, ".read \(tapes.folder)/fts5.sql"]))
            try "\(time)".write(toFile: tapes.folder + "/fts5.time", atomically: true, encoding: .utf8)
        }
        try "".write(toFile: tapes.folder + "/whole", atomically: true, encoding: .utf8)
        return tapes
    }

    /// How long making the FTS5 table took, in nanoseconds; nil if there is none.
    var peerTime: Double? {
        (try? String(contentsOfFile: folder + "/fts5.time", encoding: .utf8)).flatMap(Double.init)
    }

    func search(_ text: String, _ place: BenchEnvironment) -> Launch { inItsHome(place.snowdeck(["find", text])) }

    func peerSearch(_ text: String, _ place: BenchEnvironment) -> Launch? {
        guard let shell = place.program("sqlite3"), access(peer, F_OK) == 0 else { return nil }
        let query = """
            SELECT tape, id, snippet(passage, 2, '', '', '…', 60) FROM passage WHERE passage MATCH '"\(text)"' \
            ORDER BY rowid DESC LIMIT 20
            """
        return place.launch([shell, "-readonly", peer, query])
    }

    func inItsHome(_ launch: Launch) -> Launch {
        var launch = launch
        launch.environment["XDG_STATE_HOME"] = folder + "/state"
        return launch
    }

    func time(_ launch: Launch) throws -> Double {
        let ending = launch.run()
        guard ending.status == 0 else { throw BenchFailure("\(launch.words.joined(separator: " ")) fails.") }
        return ending.nanoseconds
    }

    /// The dumps of all tapes, compressed, made once.
    func dumps(_ place: BenchEnvironment) throws -> String {
        let dumps = folder + "/dumps"
        guard access(dumps, F_OK) != 0 else { return dumps }
        Streams.remark("dumping the tapes, once")
        try FileManager.default.createDirectory(atPath: dumps + ".part", withIntermediateDirectories: true)
        for tape in 0..<Self.tapes {
            let file = "\(dumps).part/\(tape).txt"
            guard place.snowdeck(["dump", path(tape)]).run(output: file).status == 0,
                place.launch(["/usr/bin/gzip", "-1", file]).run().status == 0
            else { throw BenchFailure("The tapes cannot be dumped.") }
        }
        guard rename(dumps + ".part", dumps) == 0 else { throw BenchFailure("\(dumps) cannot be written.") }
        return dumps
    }

    static func bytes(_ path: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)).map { $0.map { path + "/" + $0 } }
        return (names ?? [path, path + "-wal"]).reduce(0) { sum, name in
            var status = stat()
            return stat(name, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    static func remove(_ path: String) { for end in ["", "-wal", "-shm"] { unlink(path + end) } }

    private func path(_ tape: Int) -> String { "\(tapesFolder)/load-\(tape).cassette" }

    private func make(_ tape: Int) async throws {
        let deck = ExampleTape.deck(onto: path(tape), next: ExampleInstance(number: 1))
        _ = try await deck.transport.send(ExampleExchange.request(1))
        try deck.close()
        let connection = try Connection(path: path(tape), mode: .readWrite)
        try connection.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
        let model = try ExampleRow(connection)
        try connection.transaction { () throws(DatabaseError) in
            for id in 2...max(2, count / Self.tapes) {
                try insert(id, number: tape * (count / Self.tapes) + id, model, into: connection)
            }
        }
    }

    private func insert(
        _ id: Int, number: Int, _ model: ExampleRow, into connection: Connection
    ) throws(DatabaseError) {
        let command = id / 5 + 1, name = "INC\(1_000_000 + number)"
        if id % 5 == 0 || id == 2 {
            try connection.run(
                "INSERT INTO command(id, session, line, now, exit_status) VALUES(?,1,?,1713122949000000,0)",
                [.integer(command), .text("table get incident \(name)")])
            try connection.run(
                "INSERT INTO output(command, stream, bytes) VALUES(?,1,?)",
                [.integer(command), .blob(Array("number  \(name)\nstate   In Progress\n".utf8))])
        }
        var body = "{\"result\":\(LongResponse.record(number))}"
        if number % 50_000 == 7 { body = body.replacing("morning", with: Self.rareWord) }
        let bytes = Array(body.utf8), key = model.key.text(number)
        try connection.run(
            """
            INSERT INTO exchange(id, session, command, epoch, purpose, started_at, key_hash, key, principal, method, \
            url, headers) VALUES(?,1,?,0,'command',1713122949000000,?,?,'john.doe','GET',?,?)
            """,
            [
                .integer(id), .integer(command), .integer(StableHash.of(key)), .text(key),
                .text(model.url.text(number)),
                .blob(model.requestHeaders),
            ])
        try connection.run(ExampleRow.body, [.integer(id), .integer(StableHash.of(bytes)), .blob(bytes)])
        try connection.run(ExampleRow.outcome, [.integer(id), .blob(model.responseHeaders), .integer(id)])
    }

    /// Makes the table and returns the time in nanoseconds.
    private func makePeer(_ launch: Launch) throws -> Double {
        var script = """
            PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;
            CREATE VIRTUAL TABLE passage USING fts5(tape UNINDEXED, id UNINDEXED, text, tokenize='trigram');

            """
        for tape in 0..<Self.tapes {
            script += """
                ATTACH '\(path(tape))' AS t; INSERT INTO passage SELECT \(tape), e.id, \
                e.method || ' ' || e.url || char(10) || CAST(b.bytes AS TEXT) FROM t.exchange e \
                JOIN t.outcome o ON o.exchange=e.id JOIN t.body b ON b.id=o.body ORDER BY e.id; DETACH t;

                """
        }
        try script.write(toFile: folder + "/fts5.sql", atomically: true, encoding: .utf8)
        return try time(launch)
    }
}
