import ExchangeModel
import Glibc
import LoopbackServer
import Synchronization

/// A whole table through a pipe: Snowdeck beside curl with the same requests, and what memory it takes.
enum PagingRows {
    private static let few = 10_000, many = 100_000
    private static let name = "table list --all, \(many) records as ndjson"

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        var peaks: [Double] = []
        var rows: [BudgetRow] = []
        for count in [few, many] {
            let instance = Overheard(try GrownSandbox(["syslog": count]).instance)
            let listener = try LoopbackListener(instance)
            defer { listener.stop() }
            let address = "http://127.0.0.1:\(listener.port)"
            let command = [
                "--instance", address, "--user", "john.doe", "--tape", "list-\(count).cassette", "table", "list",
                "syslog", "--all", "--format", "ndjson",
            ]
            let output = place.folder + "/list.ndjson"
            var ours = Sample(), theirs = Sample(), peak = Sample()
            for _ in 0..<(count == many ? 5 : 3) {
                instance.forget()
                unlink(place.folder + "/list-\(count).cassette")
                let ending = place.snowdeck(command).runAlone(
                    output: output, report: place.folder + "/list.report")
                guard ending.status == 0 else { return [.missing(name, "snowdeck fails")] }
                let lines = try complete(output)
                guard lines == count else { return [.missing(name, "snowdeck lists \(lines) different records")] }
                ours.add(ending.nanoseconds)
                peak.add(ending.peak)
                guard let curl = place.program("curl") else { continue }
                let list = place.folder + "/pages.curl"
                try write(configuration(instance.targets, address), to: list)
                let fetched = place.launch([curl, "-s", "-f", "-u", "john.doe:password", "-K", list]).run(
                    output: output)
                guard fetched.status == 0 else { return [.missing(name, "curl fails")] }
                theirs.add(fetched.nanoseconds)
            }
            peaks.append(peak.median)
            guard count == many else { continue }
            let rate = Double(count) / (ours.median / 1_000_000_000)
            rows.append(
                theirs.values.isEmpty
                    ? .missing(name, "curl not installed", ours: Amount.time(ours.median))
                    : .against(name, ours: ours, "curl, the same pages", theirs))
            rows.append(
                BudgetRow(name: name, ours: "\(Int(rate)) rows/s", other: "tape and sandbox included"))
        }
        rows.append(
            BudgetRow(
                name: "the same, memory", ours: Amount.size(peaks[1]), other: "at \(few): " + Amount.size(peaks[0]),
                ratio: Amount.ratio(peaks[1] / peaks[0]), budget: "at most 1.1×",
                verdict: peaks[1] <= peaks[0] * 1.1 ? .ok : .over))
        return rows
    }

    /// How many different lines a file has.
    private static func complete(_ path: String) throws -> Int {
        guard let file = fopen(path, "r") else { throw BenchFailure("\(path) cannot be read.") }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        var seen: Set<Int> = []
        while true {
            let count = getline(&line, &room, file)
            guard count > 0, let line else { return seen.count }
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(start: line, count: count))
            seen.insert(hasher.finalize())
        }
    }

    private static func configuration(_ targets: [String], _ address: String) -> String {
        targets.map { "url = \"\(address)\($0)\"\n" }.joined()
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchFailure("\(path) cannot be written.") }
        fputs(text, file)
        guard fclose(file) == 0 else { throw BenchFailure("\(path) cannot be written.") }
    }

    /// An instance, and what it was asked for.
    private final class Overheard: ImmediateTransport {
        private let instance: any ImmediateTransport
        private let asked = Mutex<[String]>([])

        init(_ instance: any ImmediateTransport) { self.instance = instance }

        var targets: [String] { asked.withLock { $0 } }
        func forget() { asked.withLock { $0 = [] } }

        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            asked.withLock { $0.append(request.url.path + (request.url.query.map { "?" + $0 } ?? "")) }
            return try instance.answer(request)
        }
    }
}
