import CassetteStore
import Database
import ExchangeModel
import FoundationEssentials
import Glibc
import Synchronization
import TapeDeck

/// A tape with a given number of recorded example exchanges.
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

    /// A large tape that `find` has indexed. Nothing else uses it, so that it is indexed once.
    static func searched(_ count: Int, _ place: BenchEnvironment) async throws -> ExampleTape {
        let folder = state(of: count, place) + "/snowdeck/tapes"
        let tape = ExampleTape(path: folder + "/large.cassette", count: count)
        if access(tape.path, F_OK) == 0 { return tape }
        Streams.remark("making a tape of \(count) exchanges to search, once")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await tape.make()
        return tape
    }

    /// The state folder of the searched tape and its index.
    static func state(of count: Int, _ place: BenchEnvironment) -> String { "\(place.options.folder)/find-\(count)" }

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

    /// Reads the whole file into the page cache, so that results do not depend on earlier measurements.
    func fillCache() throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = read(descriptor, &piece, piece.count), count != 0 {
            guard count > 0 || errno == EINTR else { throw BenchFailure("\(path) cannot be read.") }
        }
    }

    private func make() async throws {
        let draft = path + ".draft"
        for name in [draft, draft + "-journal", draft + "-wal", draft + "-shm"] { unlink(name) }
        let deck = ExampleTape.deck(onto: draft, next: ExampleInstance(from: 1))
        for number in 1...count { _ = try await deck.transport.send(ExampleExchange.request(number)) }
        try deck.close()
        guard rename(draft, path) == 0 else { throw BenchFailure("\(path) cannot be made.") }
    }
}

/// Typical exchanges: one record is read in an existing session, with a response of 1 KB.
enum ExampleExchange {
    /// The sys_id of a record: 32 hexadecimal digits, distributed like real ones.
    static func sysID(_ number: Int) -> String {
        hex(UInt64(number) &* 2) + hex(UInt64(number) &* 2 &+ 1)
    }

    static func name(_ number: Int) -> String { "INC\(1_000_000 + number)" }

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
            {"result":{"sys_id":"\(sysID(number))","number":"\(name(number))","state":{"display_value":"In Progress",\
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

/// Answers at once with its responses in order, from the first number on.
final class ExampleInstance: ImmediateTransport {
    private let next: Atomic<Int>
    private let first: Int
    private let made: [HTTPResponse]

    /// - Parameter made: how many responses are made before they are needed; the others are made on demand.
    init(from first: Int, made count: Int = 0) {
        self.first = first
        next = Atomic(first)
        made = (first..<first + count).map(ExampleExchange.response)
    }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return number - first < made.count ? made[number - first] : ExampleExchange.response(number)
    }
}

/// A fixed clock: time does not matter for tapes of the benchmark.
struct FixedClock: Clock {
    let now = Timestamp(seconds: 1_713_122_949)
    func sleep(microseconds: Int64) async throws {}
}
