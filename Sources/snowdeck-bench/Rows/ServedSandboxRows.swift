import ExchangeModel
import LiveTransport

/// `serve sandbox`: how soon it answers, and how many requests for one record it answers.
enum ServedSandboxRows {
    private static let connections = 16, rounds = 3
    private static let name = "sandbox served, one record, \(connections) connections"

    static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        var first = Sample()
        for _ in 0..<9 {
            let start = Stopwatch.now
            guard let server = SandboxServer(place) else { return [.missing(name, "the sandbox does not start")] }
            defer { server.stop() }
            _ = try await record(server)
            first.add(Double(Stopwatch.now - start))
        }
        var rows = [BudgetRow.limit("sandbox served, first answer from exec", ours: first, atMost: 15_000_000)]
        guard let wrk = place.program("wrk") else { return rows + [.missing(name, "wrk not installed")] }
        guard let server = SandboxServer(place) else { return [.missing(name, "the sandbox does not start")] }
        defer { server.stop() }
        let words = [
            wrk, "-t1", "-c\(connections)", "-d3s", "-H", "Authorization: Basic " + SandboxUser.john.rawValue,
            server.address + "/api/now/table/incident/" + (try await record(server)),
        ]
        let rates = Sample(try (0..<rounds).map { _ in try LoadTest.rate(words, place) })
        rows.append(
            BudgetRow(
                name: name, ours: "\(Int(rates.median)) a second", other: "", budget: "at least \(least)",
                verdict: rates.median >= least ? .ok : .over))
        return rows
    }

    /// Requests a second.
    private static let least = 9200.0

    /// The sys_id of an incident.
    private static func record(_ server: SandboxServer) async throws -> String {
        let target = server.address + "/api/now/table/incident?sysparm_limit=1&sysparm_fields=sys_id"
        guard let url = HTTPURL(target) else { throw BenchFailure("\(server.address) is not an address.") }
        let response = try await CurlTransport().send(
            HTTPRequest(.get, url, headers: ["Authorization": "Basic " + SandboxUser.john.rawValue]))
        let sysID = String(decoding: response.body, as: UTF8.self).split(separator: "\"").first { $0.count == 32 }
        guard response.status == 200, let sysID else { throw BenchFailure("The sandbox has no incident.") }
        return String(sysID)
    }
}
