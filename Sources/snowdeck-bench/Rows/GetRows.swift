/// One GET as a whole process, against a sandbox that runs, and the start of that sandbox.
enum GetRows {
    private static let name = "one GET onto an existing tape"
    private static let query = "/api/now/table/incident?sysparm_limit=1&sysparm_fields=number"

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        var starts = Sample()
        for _ in 0..<9 {
            guard let server = SandboxServer(place) else { return [.missing(name, "the sandbox does not start")] }
            starts.add(server.start)
            server.stop()
        }
        guard let server = SandboxServer(place) else { return [.missing(name, "the sandbox does not start")] }
        defer { server.stop() }
        let snowdeck = place.snowdeck([
            "--instance", server.address, "--user", "john.doe", "--tape", "get.cassette", "table", "list", "incident",
            "-n", "1", "-f", "number",
        ])
        guard snowdeck.run().status == 0 else { return [.missing(name, "snowdeck fails")] }
        let curl = place.program("curl").map {
            place.launch([$0, "-s", "-f", "-u", "john.doe:password", server.address + query])
        }
        let httpie = place.program("http").map {
            place.launch([$0, "--ignore-stdin", "--check-status", "-a", "john.doe:password", server.address + query])
        }
        var ours = Sample(), curls = Sample()
        for _ in 0..<31 {
            ours.add(try time(snowdeck))
            if let curl { curls.add(try time(curl)) }
        }
        var rows: [BudgetRow] = [
            curl == nil
                ? .missing(name, "curl not installed", ours: Amount.time(ours.median))
                : .against(name, ours: ours, "curl", curls, atMost: 1.3)
        ]
        if let httpie {
            let slow = Sample(try (0..<5).map { _ in try time(httpie) })
            rows.append(
                BudgetRow(
                    name: name, ours: Amount.time(ours.median), other: "HTTPie \(Amount.time(slow.median))",
                    ratio: Amount.ratio(ours.median / slow.median)))
        } else {
            rows.append(.absent(name, "HTTPie", ours: ours))
        }
        rows.append(.limit("sandbox served, from exec", ours: starts, atMost: 30_000_000))
        return rows
    }

    private static func time(_ launch: Launch) throws -> Double {
        let ending = launch.run()
        guard ending.status == 0 else { throw BenchFailure("\(launch.words[0]) fails.") }
        return ending.nanoseconds
    }
}
