import ExchangeModel
import Sandbox
import Shell

/// How `serve sandbox` is told what kind of instance to make.
struct SandboxFlags {
    let verb: BoundArguments
    let globals: BoundArguments

    /// Throws a problem that points at the flag.
    func options() throws(Problem) -> SandboxOptions {
        if verb.has("data"), globals.has("sandbox") {
            throw verb.problem(.usage, "--data and --sandbox name the same thing; give one of them.", at: "data")
        }
        var options = SandboxOptions(clock: SystemClock(), file: verb.string("data") ?? globals.string("sandbox"))
        options.rows = try rows()
        let start = try start()
        if let start { options.start = start }
        if !verb.flag("frozen") {
            let present = options.clock.now
            options.start = start ?? present
            options.time = .running(ahead: options.start.seconds - present.seconds)
        }
        options.userZone = try zone()
        if let seconds = verb.int("token-lifetime") { options.tokenLifetime = Int64(seconds) }
        if let seconds = verb.int("session-lifetime") { options.sessionLifetime = Int64(seconds) }
        if let place = verb.string("page-sign-in").flatMap(PageSignIn.init) { options.pageSignIn = place }
        options.build = try build() ?? options.build
        return options
    }

    private func build() throws(Problem) -> String? {
        guard let given = verb.value("build") else { return nil }
        let isPlain = given.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard isPlain, (1...64).contains(given.text.utf8.count) else {
            throw problem(
                "--build takes up to 64 letters, digits and signs.", at: given, hints: ["--build 02-03-2026_1200"])
        }
        return given.text
    }

    private func rows() throws(Problem) -> [String: Int] {
        var rows: [String: Int] = [:]
        for given in verb.given("rows") {
            let parts = given.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let count = Int(parts[1]), (1...2_000_000).contains(count) else {
                throw problem(
                    "--rows takes a table and a number from 1 to 2000000.", at: given, hints: ["--rows incident=100000"]
                )
            }
            let name = String(parts[0])
            guard SandboxInstance.tableNames.contains(name) else {
                throw problem(
                    "--rows names no table: \(name).", at: given,
                    hints: DidYouMean.hints(for: name, among: SandboxInstance.tableNames))
            }
            rows[name] = count
        }
        return rows
    }

    private func start() throws(Problem) -> Timestamp? {
        guard let given = verb.value("clock") else { return nil }
        guard let moment = Timestamp(isoText: given.text) ?? Timestamp(glideText: given.text) else {
            throw problem("--clock is no time: \(given.text).", at: given, hints: ["--clock 2025-06-01T09:00:00Z"])
        }
        return moment
    }

    private func zone() throws(Problem) -> TimeZoneRule? {
        guard let given = verb.value("user-zone") else { return nil }
        let name = given.text
        if let known = TimeZoneRule.known(name) { return known }
        guard let zone = MachineZones.bytes(of: name).flatMap({ TimeZoneFile.zone(named: name, from: $0) }) else {
            throw problem(
                "--user-zone names no time zone of this machine: \(name).", at: given,
                hints: ["Names are those of the time-zone database, such as Europe/Berlin or America/Sao_Paulo."])
        }
        return zone
    }

    private func problem(_ message: String, at given: BoundValue, hints: [String] = []) -> Problem {
        Problem(.usage, message, source: Problem.Source(text: verb.line, span: given.span), hints: hints)
    }
}
