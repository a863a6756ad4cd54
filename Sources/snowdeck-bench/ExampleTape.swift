import CassetteStore
import Database
import ExchangeModel
import Glibc
import Synchronization
import TapeDeck

/// A tape with a given number of example exchanges.
///
/// One exchange is recorded normally. The others are copies of its rows with their own record, key and body, inserted
/// without syncing: the tape is as if recorded, and a million rows take seconds.
struct ExampleTape: Sendable {
    let path: String
    /// Exchanges and bodies are numbered from 1 to this.
    let count: Int

    /// The large tape, created if an earlier run has not kept it.
    static func kept(_ count: Int, _ place: BenchEnvironment) async throws -> ExampleTape {
        let tape = ExampleTape(path: "\(place.options.folder)/\(count).cassette", count: count)
        if access(tape.path, F_OK) == 0 {
            do {
                try tape.trim()
                return tape
            } catch {
                // Created by another version, or incomplete: created again.
                Streams.remark("the kept tape is not used: \(error)")
            }
        }
        Streams.remark("making a tape of \(count) exchanges, once")
        try await tape.make()
        return tape
    }

    /// A small tape for this run.
    static func fresh(_ count: Int, _ place: BenchEnvironment) async throws -> ExampleTape {
        let tape = ExampleTape(path: "\(place.folder)/\(count).cassette", count: count)
        try await tape.make()
        return tape
    }

    /// A deck that records onto a tape, with an instance that answers at once.
    static func deck(onto path: String, next: any ImmediateTransport) -> RecordingDeck {
        let clock = FixedClock()
        return RecordingDeck(
            session: SessionRecord(
                startedAt: clock.now, instance: "https://bench.service-now.com", user: "john.doe", zone: "UTC",
                zoneRules: "UTC0", width: nil, version: "bench", policy: "", settings: "{}", seed: 1),
            secrets: SecretBook(), clock: clock,
            open: { () throws(CassetteError) in try Cassette.recording(at: path) },
            next: { () throws(TransportFailure) in next })
    }

    /// Removes what was recorded onto it after its creation.
    func trim() throws {
        // Opening it as a cassette first checkpoints the log of an aborted run, and rejects other schemas.
        try Cassette.recording(at: path, wait: 0).close()
        let connection = try Connection(path: path, mode: .readWrite)
        let found = try connection.row("SELECT (SELECT max(id) FROM exchange), (SELECT max(id) FROM body)") {
            ($0.integer(0), $0.integer(1))
        }
        guard let found, found.0 >= count, found.1 >= count else { throw BenchFailure("it is not whole.") }
        try connection.transaction { () throws(DatabaseError) in
            for statement in [
                "DELETE FROM outcome WHERE exchange>?", "DELETE FROM exchange WHERE id>?",
                "DELETE FROM body WHERE id>?",
            ] { try connection.run(statement, [.integer(count)]) }
            try connection.run("DELETE FROM session WHERE id>1")
        }
    }

    private func make() async throws {
        let draft = path + ".draft"
        for name in [draft, draft + "-journal", draft + "-wal", draft + "-shm"] { unlink(name) }
        let deck = ExampleTape.deck(onto: draft, next: ExampleInstance(number: 1))
        _ = try await deck.transport.send(ExampleExchange.request(1))
        try deck.close()
        try fill(draft)
        guard rename(draft, path) == 0 else { throw BenchFailure("\(path) cannot be made.") }
    }

    private func fill(_ file: String) throws {
        let connection = try Connection(path: file, mode: .readWrite)
        try connection.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-400000")
        let model = try ExampleRow(connection)
        try connection.transaction { () throws(DatabaseError) in
            for number in 2...max(2, count) { try model.insert(number, into: connection) }
        }
    }
}

/// Typical exchanges: one record is read in an existing session, with a response of 1 KB.
enum ExampleExchange {
    /// The sys_id of a record: 32 hexadecimal digits, distributed like real ones.
    static func sysID(_ number: Int) -> String {
        hex(UInt64(number) &* 2) + hex(UInt64(number) &* 2 &+ 1)
    }

    static func request(_ number: Int) -> HTTPRequest {
        var url = HTTPURL(scheme: "https", host: "bench.service-now.com")
        url.path = "/api/now/table/incident/" + sysID(number)
        url.query = "sysparm_display_value=all&sysparm_exclude_reference_link=true"
        return HTTPRequest(
            .get, url,
            headers: [
                "Accept": "application/json", "User-Agent": "snowdeck/" + Snowdeck.version,
                "Cookie": "JSESSIONID=6A1E7C0F5D3B49F28C7A; glide_user_route=glide.9f2c41d07be35a68",
            ], principal: "john.doe")
    }

    /// The same record read by GraphQL, with its caller.
    static func graphQL(_ number: Int) -> HTTPRequest {
        var request = request(number)
        request.method = .post
        request.url.path = "/api/now/graphql"
        request.url.query = nil
        request.headers.append("Content-Type", "application/json")
        let document = """
            query One($id: String!) { GlideRecord_Query { incident(sys_id: $id) { _rowCount _results { sys_id { value } \
            number { value displayValue } state { value displayValue } priority { value displayValue } opened_at { value \
            displayValue } short_description { value } description { value } caller_id { displayValue _reference { name { \
            value } email { value } } } } } } }
            """
        request.body = Array(
            "{\"query\":\"\(document)\",\"operationName\":\"One\",\"variables\":{\"id\":\"\(sysID(number))\"}}".utf8)
        return request
    }

    static func response(_ number: Int) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK",
            headers: [
                "Server": "ServiceNow", "Date": "Sun, 14 Apr 2024 19:29:09 GMT",
                "Content-Type": "application/json;charset=UTF-8", "X-Is-Logged-In": "true",
                "X-Transaction-ID": "5f0c61d7b24e", "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
                "Cache-Control": "no-cache,no-store,must-revalidate,max-age=-1", "Pragma": "no-store,no-cache",
                "Vary": "Accept-Encoding", "Transfer-Encoding": "chunked",
            ], body: body(number),
            facts: ResponseFacts(
                contentCoding: "gzip",
                timings: Timings(resolved: 120, connected: 310, secured: 900, firstByte: 41_000, total: 41_200)))
    }

    /// A unique record of 1024 bytes.
    private static func body(_ number: Int) -> [UInt8] {
        let head = """
            {"result":{"sys_id":"\(sysID(number))","number":"INC0010021","state":{"display_value":"In Progress",\
            "value":"2"},"priority":{"display_value":"3 - Moderate","value":"3"},"caller_id":{"display_value":"Abel \
            Tuter","value":"62826bf03710200044e0bfc8bcbe5df1"},"opened_at":{"display_value":"2024-04-14 12:29:09",\
            "value":"2024-04-14 19:29:09"},"short_description":"Printer on the third floor prints half a page",\
            "description":"
            """
        let tail = "\"}}"
        let words = Array("The tray was changed, the toner is new and the queue is empty. ".utf8)
        var body = Array(head.utf8)
        while body.count < 1024 - tail.utf8.count { body.append(words[body.count % words.count]) }
        return body + Array(tail.utf8)
    }

    /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014). It is a bijection, so sys_ids are unique.
    private static func hex(_ number: UInt64) -> String {
        StableHash.mixed(number &+ 0x9E37_79B9_7F4A_7C15).padded(to: 16, radix: 16)
    }
}

/// Answers at once from memory with its responses in order, the last repeatedly.
final class ExampleInstance: ImmediateTransport {
    private let responses: [HTTPResponse]
    private let next = Atomic(0)

    init(numbers: some Sequence<Int>) { responses = numbers.map(ExampleExchange.response) }

    convenience init(number: Int) { self.init(numbers: [number]) }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        responses[min(next.wrappingAdd(1, ordering: .relaxed).oldValue, responses.count - 1)]
    }
}

/// A fixed clock: time does not matter for tapes of the benchmark.
struct FixedClock: Clock {
    let now = Timestamp(seconds: 1_713_122_949)
    func sleep(microseconds: Int64) async throws {}
}

/// The rows of the first example exchange, from which all others are built.
struct ExampleRow: Sendable {
    /// A text around the record's sys_id.
    struct Pattern: Sendable {
        let before: String
        let after: String

        init(_ text: String) throws {
            let mark = ExampleExchange.sysID(1)
            guard let place = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: mark.utf8) }) else {
                throw BenchFailure("The example's record is not named on the tape.")
            }
            before = String(text[..<place])
            after = String(text[text.utf8.index(place, offsetBy: mark.utf8.count)...])
        }

        func text(_ number: Int) -> String { before + ExampleExchange.sysID(number) + after }
    }

    let key: Pattern
    let url: Pattern
    let requestHeaders: [UInt8]
    let responseHeaders: [UInt8]
    let body: Pattern

    /// Reads it from a tape that begins with it.
    init(_ connection: Connection) throws {
        let row = try connection.row(
            """
            SELECT e.key, e.url, e.headers, o.headers, b.bytes FROM exchange e JOIN outcome o ON o.exchange=e.id \
            JOIN body b ON b.id=o.body WHERE e.id=1
            """
        ) { ($0.text(0), $0.text(1), $0.blob(2), $0.blob(3), $0.text(4)) }
        guard let row else { throw BenchFailure("The example is not on the tape.") }
        key = try Pattern(row.0)
        url = try Pattern(row.1)
        requestHeaders = row.2
        responseHeaders = row.3
        body = try Pattern(row.4)
    }

    func keyHash(_ number: Int) -> Int64 { StableHash.of(key.text(number)) }

    /// Inserts the rows of the exchange with that number.
    func insert(_ number: Int, into connection: Connection) throws(DatabaseError) {
        let key = key.text(number), bytes = Array(body.text(number).utf8)
        try connection.run(
            ExampleRow.exchange,
            [
                .integer(number), 1, 0, "command", 1_713_122_949_000_000, .integer(StableHash.of(key)), .text(key),
                "john.doe",
                "GET", .text(url.text(number)), .blob(requestHeaders),
            ])
        try connection.run(ExampleRow.body, [.integer(number), .integer(StableHash.of(bytes)), .blob(bytes)])
        try connection.run(ExampleRow.outcome, [.integer(number), .blob(responseHeaders), .integer(number)])
    }

    static let exchange = """
        INSERT INTO exchange(id, session, epoch, purpose, started_at, key_hash, key, principal, method, url, headers) \
        VALUES(?,?,?,?,?,?,?,?,?,?,?)
        """
    static let body = "INSERT INTO body(id, digest, bytes) VALUES(?,?,?)"
    static let outcome = """
        INSERT INTO outcome(exchange, status, reason, headers, body, http_version, content_coding, resolved, connected, \
        secured, first_byte, total) VALUES(?,200,'OK',?,?,'1.1','gzip',120,310,900,41000,41200)
        """
}
