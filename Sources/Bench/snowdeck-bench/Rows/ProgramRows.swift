import Database
import ExchangeModel
import FoundationEssentials
import LoopbackServer

/// Whole processes, measured by hyperfine.
enum ProgramRows {
    private static let signIn = ["--user", "john.doe", "--tape"]

    /// One GET of a running sandbox, compared with what cannot be had for less: a row before the request and one after
    /// it, in C.
    @Sendable static func get(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let server = try BenchServer.snowdeck(["sandbox"], place)
        defer { server.stop() }
        let command = ["table", "list", "incident", "-n", "1", "-f", "number"]
        let snowdeck = place.snowdeck(["--instance", server.address] + signIn + ["get.cassette"] + command)
        let url = server.address + "/api/now/table/incident?sysparm_limit=1&sysparm_fields=number"
        // The first run makes the tape.
        try place.run(["/bin/sh", "-c", snowdeck])
        let times = try place.hyperfine(
            [snowdeck, BenchEnvironment.command([place.leastProgram, url, "get.cassette"])], runs: 31)
        return [.against("one recorded GET", ours: times[0], "the least program", times[1], atMost: 1.5)]
    }

    /// A long response as columns: Snowdeck plays it from a tape, jq and column read it from a file.
    @Sendable static func columns(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let name = "11 MB of JSON to 8 columns"
        let answer = LongResponse.bytes, file = place.folder + "/answer.json"
        try Data(answer).write(to: URL(filePath: file))
        let fields = LongResponse.fields.joined(separator: ",")
        let command = ["table", "list", "incident", "-n", String(LongResponse.records), "-f", fields]
        let listener = try LoopbackListener(LongInstance(body: answer))
        let address = "http://127.0.0.1:\(listener.port)"
        try place.run([place.options.program, "--instance", address] + signIn + ["answer.cassette"] + command)
        listener.stop()
        let snowdeck = place.snowdeck(["--tape", "answer.cassette", "--mode", "replay"] + command)
        guard let jq = place.program("jq"), let column = place.program("column") else {
            let ours = try place.hyperfine([snowdeck], runs: 11)[0]
            return [.missing(name, "jq or column not installed", ours: Amount.time(ours.median))]
        }
        let cells = LongResponse.fields.map { ".\($0).display_value" }.joined(separator: ",")
        let peer = "\(jq) -r '.result[]|[\(cells)]|@tsv' '\(file)' | \(column) -t -s '\t'"
        // The columns of Snowdeck have a header.
        try check(snowdeck, lines: LongResponse.records + 1, place)
        try check(peer, lines: LongResponse.records, place)
        let times = try place.hyperfine([snowdeck, peer], runs: 11)
        return [.against(name, ours: times[0], "jq | column", times[1], atMost: 0.3)]
    }

    /// A whole table of a running sandbox, compared with curl and the same requests.
    @Sendable static func paging(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let count = place.options.exchanges, tape = place.folder + "/list.cassette", pages = place.folder + "/pages"
        let server = try BenchServer.snowdeck(["sandbox", "--rows", "syslog=\(count)"], place)
        defer { server.stop() }
        let commands = ["ndjson", "csv", "columns"].map { format in
            let command = ["table", "list", "syslog", "--all", "--format", format]
            return place.snowdeck(["--instance", server.address] + signIn + [tape] + command)
        }
        try check(commands[0], lines: count, place)
        let connection = try Connection(path: tape, mode: .readWrite)
        let urls = try connection.rows("SELECT url FROM exchange WHERE purpose='command' ORDER BY id") { $0.text(0) }
        let lines = urls.map { "url = \"\($0)\"\noutput = /dev/null\n" }.joined()
        try lines.write(toFile: pages, atomically: false, encoding: .utf8)
        let curl = place.program("curl").map {
            BenchEnvironment.command([$0, "-s", "-f", "-u", "john.doe:password", "-K", pages])
        }
        let removal = "rm -f \(tape)"
        let times = try place.hyperfine(commands + (curl.map { [$0] } ?? []), runs: 3, prepare: removal)
        return zip(["ndjson", "csv", "columns"], times).map { format, ours in
            let name = "table list --all, \(count) records as \(format)"
            return curl == nil
                ? .missing(name, "curl not installed", ours: Amount.time(ours.median))
                : .against(name, ours: ours, "curl, the same pages", times[3], atMost: 2)
        }
    }

    /// Verifies that a command prints everything, so that it is not fast by doing less.
    private static func check(_ command: String, lines: Int, _ place: BenchEnvironment) throws {
        let found = try place.run(["/bin/sh", "-c", command + " | wc -l"]).split(separator: "\n")[0]
        guard Int(found) == lines else { throw BenchFailure("\(found) lines instead of \(lines): \(command)") }
    }
}

private struct LongInstance: ImmediateTransport {
    let body: [UInt8]

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK",
            headers: ["Content-Type": "application/json;charset=UTF-8", "X-Total-Count": String(LongResponse.records)],
            body: body)
    }
}

/// Ten thousand incidents as sent by the Table API with `sysparm_display_value=all`: eleven megabytes.
enum LongResponse {
    static let records = 10_000
    static let fields = [
        "number", "short_description", "state", "priority", "caller_id", "assignment_group", "opened_at",
        "sys_updated_on",
    ]

    static var bytes: [UInt8] {
        var bytes = Array("{\"result\":[".utf8)
        bytes.reserveCapacity(12_000_000)
        for number in 0..<records {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += record(number).utf8
        }
        bytes += "]}".utf8
        return bytes
    }

    static func record(_ number: Int) -> String {
        let sysID = ExampleExchange.sysID(number)
        let callers = ["Abel Tuter", "Beth Anglin", "Charlie Whitherspoon", "Zoë Ångström", "田中 太郎"]
        let things = ["Printer", "Laptop", "VPN", "E-mail", "Badge reader", "“Shared” drive"]
        let caller = callers[number % callers.count], thing = things[number % things.count]
        let minute = "2024-04-\(10 + number % 19) \(10 + number % 13):\(10 + number % 49):0\(number % 9)"
        let pairs: [(name: String, display: String, value: String)] = [
            ("number", "INC\(1_000_000 + number)", "INC\(1_000_000 + number)"),
            (
                "short_description", "\(thing) does not work on floor \(number % 12)",
                "\(thing) does not work on floor \(number % 12)"
            ),
            ("state", "In Progress", "2"), ("priority", "3 - Moderate", "3"), ("caller_id", caller, sysID),
            ("assignment_group", "Service Desk", "d625dccec0a8016700a222a0f7900d06"), ("opened_at", minute, minute),
            ("sys_updated_on", minute, minute), ("sys_id", sysID, sysID), ("active", "true", "true"),
            ("category", "Hardware", "hardware"), ("contact_type", "Self-service", "self-service"),
            (
                "description", "",
                "The user says: \\\"\(thing) stopped in the middle of the morning.\\\"\\nNothing was changed before that, and the "
                    + "lights are on."
            ),
        ]
        return "{"
            + pairs.map { "\"\($0.name)\":{\"display_value\":\"\($0.display)\",\"value\":\"\($0.value)\"}" }.joined(
                separator: ",") + "}"
    }
}
