import ExchangeModel
import Glibc
import LoopbackServer

/// A long answer as columns: Snowdeck plays it from a tape, jq and column read it from a file.
enum ColumnsRows {
    private static let name = "11 MB of JSON to 8 columns"

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        let answer = LongAnswer.bytes
        let file = place.folder + "/answer.json", output = place.folder + "/columns.txt"
        try write(answer, to: file)
        let command = [
            "table", "list", "incident", "-n", String(LongAnswer.records), "-f",
            LongAnswer.fields.joined(separator: ","),
        ]
        let listener = try LoopbackListener(LongInstance(answer))
        let recorded = place.snowdeck(
            ["--instance", "http://127.0.0.1:\(listener.port)", "--user", "john.doe", "--tape", "answer.cassette"]
                + command
        ).run()
        listener.stop()
        guard recorded.status == 0 else { return [.missing(name, "snowdeck cannot record it")] }

        let snowdeck = place.snowdeck(["--tape", "answer.cassette", "--mode", "replay"] + command)
        try expect(snowdeck, lines: LongAnswer.records + 1, output)
        var peer: Launch?
        if let jq = place.program("jq"), let column = place.program("column") {
            let cells = LongAnswer.fields.map { ".\($0).display_value" }.joined(separator: ",")
            let pipeline = "\(jq) -r '.result[]|[\(cells)]|@tsv' '\(file)' | \(column) -t -s '\t'"
            peer = place.launch(["/bin/sh", "-c", pipeline])
        }
        if let peer { try expect(peer, lines: LongAnswer.records, output) }
        var ours = Sample(), theirs = Sample()
        for _ in 0..<11 {
            ours.add(snowdeck.run().nanoseconds)
            if let peer { theirs.add(peer.run().nanoseconds) }
        }
        return [
            peer == nil
                ? .missing(name, "jq or column not installed", ours: Amount.time(ours.median))
                : .against(name, ours: ours, "jq | column", theirs, atMost: 0.3)
        ]
    }

    /// A run that shows less than everything would be fast for the wrong reason.
    private static func expect(_ launch: Launch, lines: Int, _ output: String) throws {
        guard launch.run(output: output).status == 0 else { throw BenchFailure("\(launch.words[0]) fails.") }
        guard let file = fopen(output, "r") else { throw BenchFailure("\(output) cannot be read.") }
        defer { fclose(file) }
        var found = 0
        while true {
            let byte = getc_unlocked(file)
            if byte == EOF { break }
            if byte == 10 { found += 1 }
        }
        guard found == lines else { throw BenchFailure("\(launch.words[0]) shows \(found) lines instead of \(lines).") }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchFailure("\(path) cannot be written.") }
        let count = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard fclose(file) == 0, count == bytes.count else { throw BenchFailure("\(path) cannot be written.") }
    }
}

/// An instance with one long list.
private struct LongInstance: ImmediateTransport {
    private let response: HTTPResponse

    init(_ body: [UInt8]) {
        response = HTTPResponse(
            status: 200, reason: "OK",
            headers: ["Content-Type": "application/json;charset=UTF-8", "X-Total-Count": String(LongAnswer.records)],
            body: body)
    }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse { response }
}
