/// From starting the program on a terminal to its prompt.
enum PromptRows {
    private static let name = "exec to first prompt"
    /// What is shown last of ours; the space after it stands behind the end of bold.
    private static let prompt = "sandbox>"
    /// Bytes that may be resident when the prompt stands.
    private static let memory = 16_000_000.0

    /// Peers that cost too much to be started as often.
    private static let others = [
        (program: "psql", arguments: ["-X", "-d", "postgres"], prompt: "postgres="),
        (program: "litecli", arguments: [], prompt: "> "),
        (program: "http-prompt", arguments: [], prompt: "> "),
    ]

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        let snowdeck = place.snowdeck([])
        // The first start of either also brings its file into memory.
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
        _ program: String, _ arguments: [String], _ prompt: String, _ ours: Sample, _ place: Place
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
