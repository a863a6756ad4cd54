import FoundationEssentials
import Glibc

/// Measures the selected rows and prints them as a table.
struct Bench: Sendable {
    private let options: BenchOptions

    init(_ options: BenchOptions) { self.options = options }

    /// The status says only whether anything was measured: exceeding a budget is not a failure.
    func run() async -> Int32 {
        guard access(options.program, X_OK) == 0 else {
            Streams.remark("snowdeck-bench: no program at \(options.program); build it, or pass --program.")
            return 2
        }
        let place: BenchEnvironment
        do { place = try BenchEnvironment(options) } catch {
            Streams.remark("snowdeck-bench: \(options.folder) cannot be written.")
            return 2
        }
        defer { place.remove() }
        var rows: [BudgetRow] = []
        for group in Self.groups where options.wants(group.name) {
            Streams.remark("measuring: \(group.name)")
            do {
                rows += try await group.measure(place)
            } catch {
                rows.append(.missing(group.name, "failed: \(error)"))
            }
        }
        await BudgetTable.show(rows)
        return 0
    }

    /// Rows that are measured together.
    struct Group: Sendable {
        let name: String
        let measure: @Sendable (BenchEnvironment) async throws -> [BudgetRow]
    }

    private static let groups: [Group] = [
        // First, while this process has used little memory.
        Group(name: "memory", measure: RecordingRows.memory),
        Group(name: "prompt", measure: PromptRows.measure),
        Group(name: "keys", measure: KeyRows.measure),
        Group(name: "get", measure: ProgramRows.get),
        Group(name: "recording", measure: RecordingRows.measure),
        Group(name: "playing", measure: PlayingRows.measure),
        Group(name: "find", measure: FindRows.measure),
        Group(name: "columns", measure: ProgramRows.columns),
        Group(name: "paging", measure: ProgramRows.paging),
        Group(name: "serve-replay", measure: ServeReplayRows.measure),
    ]
}

/// Why a row could not be measured.
struct BenchFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The benchmark's command-line options.
struct BenchOptions: Sendable {
    var program = ".build/release/snowdeck"
    /// Where large tapes are kept between runs, and where a run puts its files.
    var folder = ".build/bench"
    /// The script that drives wrk.
    var walk = "scripts/walk.lua"
    /// The number of exchanges on the large tape.
    var exchanges = 1_000_000
    /// Parts of the names of the selected rows; empty for all.
    var only: [String] = []

    static let usage = """
        snowdeck-bench [--program FILE] [--exchanges N] [--only TEXT]... [--folder FOLDER]

        Compares Snowdeck with the peers on PATH and prints medians, a ratio and the verdict for each row of the speed
        budget. hyperfine measures programs, wrk servers. The large tape has --exchanges exchanges (default: a million,
        about 2 GB) and is created once in --folder, like the thousand tapes with as many exchanges that are searched.
        --only measures the groups whose names contain TEXT: memory, prompt, keys, get, recording, playing, find,
        columns, paging, serve-replay.

        """

    func wants(_ group: String) -> Bool { only.isEmpty || only.contains { group.contains($0) } }

    static func read(_ arguments: some Sequence<String>) -> Result<BenchOptions, BenchFailure> {
        var options = BenchOptions()
        var words = arguments.makeIterator()
        while let word = words.next() {
            guard ["--program", "--folder", "--exchanges", "--only"].contains(word) else {
                return .failure(BenchFailure("Unknown option \(word)."))
            }
            guard let value = words.next() else { return .failure(BenchFailure("\(word) needs a value.")) }
            switch word {
            case "--program": options.program = value
            case "--folder": options.folder = value
            case "--only": options.only.append(value)
            default:
                guard let count = Int(value), (2000...10_000_000).contains(count) else {
                    return .failure(BenchFailure("--exchanges must be a number from 2000 to 10000000."))
                }
                options.exchanges = count
            }
        }
        // Measured programs run in another folder, so paths must be absolute.
        let here = FileManager.default.currentDirectoryPath + "/"
        for path in [\BenchOptions.program, \.folder, \.walk] where !options[keyPath: path].hasPrefix("/") {
            options[keyPath: path] = here + options[keyPath: path]
        }
        return .success(options)
    }
}
