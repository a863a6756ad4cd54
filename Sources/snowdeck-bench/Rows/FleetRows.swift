import ExchangeModel
import FoundationEssentials
import Glibc

/// Processes that replay one read-only tape at the same time, as the runners of continuous integration do.
enum FleetRows {
    private static let processes = 16, commands = 1000

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let small = try recorded(place)
        let large = try await ExampleTape.kept(100_000, place)
        try FileCache.fill(large.path)
        return try rows("\(commands) exchanges", place.snowdeck(["replay", "--check", small]))
            + rows("\(large.count) exchanges", try typing(onto: large, place))
    }

    /// A read-only tape of the sandbox with an exchange for each command.
    private static func recorded(_ place: BenchEnvironment) throws -> String {
        let tape = place.folder + "/fleet.cassette"
        let lines = (1...commands).map {
            "rest GET /api/now/table/incident?sysparm_limit=1&sysparm_offset=\($0 % 400)&sysparm_view=view\($0)"
        }
        let recording = try typed(lines, ["--user", "john.doe", "--tape", tape], place)
        guard recording.run().status == 0, chmod(tape, 0o444) == 0 else {
            throw BenchFailure("snowdeck cannot record the tape of the fleet.")
        }
        return tape
    }

    /// A session that plays as many exchanges of a large tape.
    private static func typing(onto tape: ExampleTape, _ place: BenchEnvironment) throws -> Launch {
        let lines = (1...commands).map { number in
            let url = ExampleExchange.request(number * (tape.count / commands)).url
            return "rest GET -H 'Accept: application/json' '\(url.target)'"
        }
        return try typed(lines, ["--tape", tape.path, "--mode", "replay"], place)
    }

    /// Snowdeck with lines on standard input.
    private static func typed(_ lines: [String], _ arguments: [String], _ place: BenchEnvironment) throws -> Launch {
        let file = "\(place.folder)/lines-\(arguments.count).txt"
        try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: false, encoding: .utf8)
        let script = "input=$1; shift; exec \"$@\" <\"$input\""
        return place.launch(["/bin/sh", "-c", script, "sh", file, place.options.program] + arguments)
    }

    private static func rows(_ tape: String, _ launch: Launch) throws -> [BudgetRow] {
        let name = "fleet, \(processes) processes, one tape of \(tape)"
        guard launch.run().status == 0 else { return [.missing(name, "snowdeck fails")] }
        var one = Sample(), all = Sample()
        for _ in 0..<5 {
            one.add(try rate(of: launch, 1))
            all.add(try rate(of: launch, processes))
        }
        let ratio = all.ratio(to: one), limit = 0.8 * Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        return [
            BudgetRow(
                name: name, ours: "\(Int(all.median)) exchanges a second", other: "one process \(Int(one.median))",
                ratio: Amount.ratio(ratio), budget: "at least " + Amount.ratio(limit),
                verdict: ratio >= limit ? .ok : .over),
            BudgetRow(
                name: name + ", memory of each", ours: Amount.size(try memory(of: launch, processes)),
                other: "alone " + Amount.size(try memory(of: launch, 1))),
        ]
    }

    /// Exchanges played a second by so many processes together.
    private static func rate(of launch: Launch, _ count: Int) throws -> Double {
        let start = Stopwatch.now
        for child in try started(launch, count) where Launch.wait(for: child) != 0 {
            throw BenchFailure("A process of the fleet fails.")
        }
        return Double(commands * count) * 1e9 / Double(Stopwatch.now - start)
    }

    /// The proportional set size of a process in bytes: the largest mean while all are running.
    private static func memory(of launch: Launch, _ count: Int) throws -> Double {
        let children = try started(launch, count)
        var largest = 0.0, isRunning = true
        while isRunning {
            let sizes = children.compactMap(ProportionalMemory.bytes)
            isRunning = sizes.count == count
            if isRunning { largest = max(largest, sizes.reduce(0, +) / Double(count)) }
            usleep(2000)
        }
        for child in children { _ = Launch.wait(for: child) }
        return largest
    }

    private static func started(_ launch: Launch, _ count: Int) throws -> [pid_t] {
        let children = (0..<count).compactMap { _ in
            launch.spawn { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            }
        }
        guard children.count == count else { throw BenchFailure("A process of the fleet cannot be started.") }
        return children
    }
}

/// The proportional set size of a process: its own memory, and its share of what others use too.
enum ProportionalMemory {
    /// In bytes; nil once the process has ended.
    static func bytes(of process: pid_t) -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
    }
}
