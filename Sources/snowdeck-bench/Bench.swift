import Glibc

/// Measures the selected rows and prints them as a table.
struct Bench: Sendable {
    private let options: BenchOptions

    init(_ options: BenchOptions) { self.options = options }

    /// The status says only whether anything was measured: exceeding a budget is not a failure.
    func run() async -> Int32 {
        guard access(options.program, X_OK) == 0 else {
            Streams.remark(
                "snowdeck-bench: no program at \(options.program); build it, or pass --program.")
            return 2
        }
        let place: BenchEnvironment
        do { place = try BenchEnvironment(options) } catch {
            Streams.remark("snowdeck-bench: \(options.folder) cannot be written.")
            return 2
        }
        defer { place.remove() }
        var rows: [BudgetRow] = []
        for group in groups
        where options.only.isEmpty || options.only.contains(where: { part in occurs(part, in: group.name) }) {
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

    private let groups: [Group] = [
        // First, while this process has used little memory.
        Group(name: "memory", measure: MemoryRows.measure),
        Group(name: "prompt", measure: PromptRows.measure),
        Group(name: "keys", measure: KeyRows.measure),
        Group(name: "get", measure: GetRows.measure),
        Group(name: "recording", measure: RecordingRows.measure),
        Group(name: "playing", measure: PlayingRows.measure),
        Group(name: "find", measure: FindRows.measure),
        Group(name: "columns", measure: ColumnsRows.measure),
        Group(name: "sandbox", measure: SandboxRows.measure),
        Group(name: "graphql", measure: GraphQLRows.measure),
        Group(name: "paging", measure: PagingRows.measure),
        Group(name: "preload", measure: PreloadRows.measure),
        Group(name: "serve-replay", measure: ServeReplayRows.measure),
        Group(name: "serve-record", measure: RecordProxyRows.measure),
        Group(name: "fleet", measure: FleetRows.measure),
    ]

    private func occurs(_ part: String, in name: String) -> Bool {
        (0...name.utf8.count).contains { name.utf8.dropFirst($0).starts(with: part.utf8) }
    }
}

/// Why a row could not be measured.
struct BenchFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The benchmark's command-line options.
struct BenchOptions: Sendable {
    /// The release build to measure.
    var program = ".build/release/snowdeck"
    /// Where large tapes are kept between runs, and where a run puts its files.
    var folder = ".build/bench"
    /// Where `scripts/install-peers` puts packages from PyPI.
    var peers = ".build/peers"
    /// The scripts that drive peers.
    var scripts = "scripts/peers"
    /// The number of exchanges on the large tape.
    var exchanges = 1_000_000
    /// Parts of the names of the selected rows; empty for all.
    var only: [String] = []
    /// `PATH` for the search for programs.
    var path = "/usr/bin:/bin"

    static let usage = """
        snowdeck-bench [--program FILE] [--exchanges N] [--only TEXT]... [--folder FOLDER] [--peers FOLDER]

        Compares Snowdeck with the peers on PATH and prints medians, a ratio and the verdict for each row of the speed
        budget. The large tape has --exchanges exchanges (default: a million, about 2 GB) and is created once in --folder;
        --exchanges 100000 takes a tenth of the space. --only measures the groups whose names contain TEXT: memory,
        prompt, keys, get, recording, playing, find, columns, sandbox, graphql, paging, preload, serve-replay,
        serve-record, fleet. `find` makes a thousand tapes with --exchanges exchanges together, and an FTS5 table of
        their texts (6 GB for a million).

        """

    /// An invalid command line.
    struct UsageError: Error {
        let message: String
    }

    static func read(_ arguments: some Sequence<String>) -> Result<BenchOptions, UsageError> {
        var options = BenchOptions()
        if let path = environment("PATH") { options.path = path }
        var words = arguments.makeIterator()
        while let word = words.next() {
            guard ["--program", "--folder", "--peers", "--exchanges", "--only"].contains(word) else {
                return .failure(UsageError(message: "Unknown option \(word)."))
            }
            guard let value = words.next() else { return .failure(UsageError(message: "\(word) needs a value.")) }
            switch word {
            case "--program": options.program = value
            case "--folder": options.folder = value
            case "--peers": options.peers = value
            case "--only": options.only.append(value)
            default:
                guard let count = Int(value), (2000...10_000_000).contains(count) else {
                    return .failure(UsageError(message: "--exchanges must be a number from 2000 to 10000000."))
                }
                options.exchanges = count
            }
        }
        options.program = absolute(options.program)
        options.folder = absolute(options.folder)
        options.peers = absolute(options.peers)
        options.scripts = absolute(options.scripts)
        return .success(options)
    }

    /// Measured programs run in another folder, so paths must be absolute.
    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }

    private static func environment(_ name: String) -> String? {
        var cursor = environ
        while let entry = cursor.pointee {
            let text = String(cString: entry)
            if text.hasPrefix(name + "=") { return String(text.dropFirst(name.utf8.count + 1)) }
            cursor += 1
        }
        return nil
    }
}
