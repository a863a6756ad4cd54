/// From starting the program on a terminal to its prompt.
enum PromptRows {
    private static let name = "exec to first prompt"
    /// The end of the prompt, without the space after the escape sequence that ends bold.
    private static let prompt = "sandbox>"
    /// The limit of resident memory at the prompt, in bytes.
    private static let memory = 16_000_000.0

    /// Peers that are too slow to be started as often.
    private static let others = [
        (program: "psql", arguments: ["-X", "-d", "postgres"], prompt: "postgres="),
        (program: "litecli", arguments: [], prompt: "> "),
        (program: "http-prompt", arguments: [], prompt: "> "),
    ]

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let snowdeck = place.snowdeck([])
        // The first start of each also caches its file.
        guard PromptProbe.run(snowdeck, until: prompt) != nil else {
            return [.missing(name, "snowdeck shows no prompt")]
        }
        var ours = Sample(), resident = Sample(), shell = Sample()
        let peer = place.program("sqlite3").map { place.launch([$0]) }
        if let peer { _ = PromptProbe.run(peer, until: "sqlite> ") }
        for _ in 0..<41 {
            guard let sighting = PromptProbe.run(snowdeck, until: prompt) else { continue }
            ours.add(sighting.nanoseconds)
            resident.add(sighting.resident)
            if let peer, let sighting = PromptProbe.run(peer, until: "sqlite> ") { shell.add(sighting.nanoseconds) }
        }
        var rows: [BudgetRow] = [
            peer == nil
                ? .missing(name, "sqlite3 not installed", ours: Amount.time(ours.median))
                : .against(name, ours: ours, "sqlite3 shell", shell, atMost: 1.6)
        ]
        for other in others { rows.append(row(other.program, other.arguments, other.prompt, ours, place)) }
        rows.append(
            BudgetRow(
                name: "resident at the prompt", ours: Amount.size(resident.median), other: "",
                budget: "at most " + Amount.size(memory), verdict: resident.median <= memory ? .ok : .over))
        return rows
    }

    private static func row(
        _ program: String, _ arguments: [String], _ prompt: String, _ ours: Sample, _ place: BenchEnvironment
    ) -> BudgetRow {
        guard let path = place.program(program) else { return .absent(name, program, ours: ours) }
        let launch = place.launch([path] + arguments)
        var sample = Sample()
        for _ in 0..<5 {
            guard let sighting = PromptProbe.run(launch, until: prompt) else {
                return BudgetRow(name: name, ours: Amount.time(ours.median), other: "\(program) shows no prompt here")
            }
            sample.add(sighting.nanoseconds)
        }
        return BudgetRow(
            name: name, ours: Amount.time(ours.median), other: "\(program) \(Amount.time(sample.median))",
            ratio: Amount.ratio(ours.median / sample.median))
    }
}

/// One GET as a whole process with a running sandbox, and the start of that sandbox.
enum GetRows {
    private static let name = "one GET onto an existing tape"
    private static let query = "/api/now/table/incident?sysparm_limit=1&sysparm_fields=number"

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
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
        let least = place.launch([place.leastProgram, server.address + query, "get.cassette"])
        guard least.run().status == 0 else { return [.missing(name, "get-floor fails")] }
        let curl = place.program("curl").map {
            place.launch([$0, "-s", "-f", "-u", "john.doe:password", server.address + query])
        }
        let httpie = place.program("http").map {
            place.launch([$0, "--ignore-stdin", "--check-status", "-a", "john.doe:password", server.address + query])
        }
        var ours = Sample(), curls = Sample(), floor = Sample()
        for _ in 0..<31 {
            ours.add(try time(snowdeck))
            floor.add(try time(least))
            if let curl { curls.add(try time(curl)) }
        }
        // What cannot be had for less: a row before the request and one after it, in C.
        var rows: [BudgetRow] = [.against(name, ours: ours, "the least program", floor, atMost: 1.3)]
        rows.append(
            curl == nil
                ? .missing(name, "curl not installed", ours: Amount.time(ours.median))
                : .against(name, ours: ours, "curl", curls, atMost: 1.3))
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
