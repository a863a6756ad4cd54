import FoundationEssentials
import Glibc

/// A tape that is served, beside nginx that serves the same bodies as files, both asked by wrk: requests in a second.
enum ServeReplayRows {
    private static let connections = [1, 16, 64]

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        guard let wrk = place.program("wrk") else { return [.missing("serve replay", "wrk not installed")] }
        let nginx = place.program("nginx") ?? ["/usr/sbin/nginx"].first { access($0, X_OK) == 0 }
        var rows: [BudgetRow] = []
        for tape in [try await ExampleTape.fresh(100, place), try await ExampleTape.kept(100_000, place)] {
            let files = try ServedFiles(of: tape, place)
            let walk = Walk(wrk: wrk, place: place, targets: files.targets)
            let peer = nginx.flatMap { NginxServer($0, files, place) }
            defer { peer?.stop() }
            // A hundred answers are played within some milliseconds: too short to be measured.
            if tape.count > 1000 { rows += try connections.map { try first(tape, walk, peer, $0, place) } }
            rows += try again(tape, walk, peer, place)
        }
        return rows
    }

    /// Each answer once, the server being new.
    private static func first(
        _ tape: ExampleTape, _ walk: Walk, _ peer: NginxServer?, _ connections: Int, _ place: Place
    ) throws -> BudgetRow {
        var ours = Sample(), other = Sample()
        for _ in 0..<3 {
            guard let server = ReplayServer(tape.path, place) else { throw BenchFailure("The tape is not served.") }
            defer { server.stop() }
            // Short enough not to come round.
            ours.add(try walk.rate(server.address, connections, seconds: 1))
            if let peer { other.add(try walk.rate(peer.address, connections, seconds: 1)) }
        }
        return row("first plays", tape, connections, ours, other, atLeast: 0.5)
    }

    /// Every answer having been played.
    private static func again(
        _ tape: ExampleTape, _ walk: Walk, _ peer: NginxServer?, _ place: Place
    ) throws -> [BudgetRow] {
        guard let server = ReplayServer(tape.path, place) else { throw BenchFailure("The tape is not served.") }
        defer { server.stop() }
        // Long enough to come round.
        _ = try walk.rate(server.address, 16, seconds: tape.count > 1000 ? 6 : 1)
        return try connections.map { connections in
            var ours = Sample(), other = Sample()
            for _ in 0..<3 {
                ours.add(try walk.rate(server.address, connections, seconds: 1))
                if let peer { other.add(try walk.rate(peer.address, connections, seconds: 1)) }
            }
            return row("played", tape, connections, ours, other, atLeast: 1)
        }
    }

    private static func row(
        _ what: String, _ tape: ExampleTape, _ connections: Int, _ ours: Sample, _ other: Sample, atLeast limit: Double
    ) -> BudgetRow {
        let name =
            "serve replay, \(what), tape of \(tape.count), \(connections) connection\(connections == 1 ? "" : "s")"
        let rate = "\(Int(ours.median)) a second"
        guard !other.values.isEmpty else { return BudgetRow(name: name, ours: rate, other: "nginx not installed") }
        let ratio = ours.ratio(to: other)
        return BudgetRow(
            name: name, ours: rate, other: "nginx \(Int(other.median))", ratio: Amount.ratio(ratio),
            budget: "at least " + Amount.ratio(limit), verdict: ratio >= limit ? .ok : .over)
    }

    /// Runs of wrk over the targets of a tape.
    private struct Walk {
        let wrk: String
        let place: Place
        let targets: String

        /// Requests in a second, over so many seconds.
        func rate(_ address: String, _ connections: Int, seconds: Int) throws -> Double {
            let threads = connections == 1 ? 1 : 2, report = place.folder + "/wrk.txt"
            let ended = place.launch([
                wrk, "-t\(threads)", "-c\(connections)", "-d\(seconds)s", "-s", place.options.scripts + "/walk.lua",
                address,
                "--", targets, String(threads),
            ]).run(output: report)
            let text = try String(contentsOfFile: report, encoding: .utf8)
            guard ended.status == 0, !text.contains("Non-2xx"), !text.contains("Socket errors"),
                let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Requests/sec:") }),
                let rate = line.split(separator: " ").last.flatMap({ Double($0) })
            else { throw BenchFailure("wrk: \(text)") }
            return rate
        }
    }
}
