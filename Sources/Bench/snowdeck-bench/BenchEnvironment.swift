import FoundationEssentials
import Glibc
import Programs

/// The files of a run, and the programs that it starts.
struct BenchEnvironment: Sendable {
    let options: BenchOptions
    /// A new folder for this run, the working folder of all programs.
    let folder: String
    /// A home of their own and little else.
    var variables: [String: String]

    init(_ options: BenchOptions) throws {
        self.options = options
        folder = options.folder + "/run-\(getpid())"
        variables = [
            "HOME": folder + "/home", "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config",
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C.UTF-8",
            "SNOWDECK_PASSWORD": "password",
        ]
        try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
        guard chdir(folder) == 0 else { throw BenchFailure("\(folder) cannot be entered.") }
    }

    /// Deletes the run's files; errors are ignored.
    func remove() {
        _ = chdir(options.folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    var leastProgram: String {
        String(options.program[...(options.program.lastIndex(of: "/") ?? options.program.startIndex)]) + "get-floor"
    }

    /// A peer's program; nil if it is not installed.
    func program(_ name: String) -> String? {
        let folders: [Substring] = (variables["PATH"] ?? "").split(separator: ":") + ["/usr/sbin"]
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a program to its end and returns its output.
    @discardableResult
    func run(_ words: [String]) throws -> String {
        let end = try ProgramRun(words, environment: variables, limit: 1 << 28).perform()
        guard end.status == 0 else {
            throw BenchFailure(words.joined(separator: " ") + ": " + String(decoding: end.errors, as: UTF8.self))
        }
        return String(decoding: end.output, as: UTF8.self)
    }

    /// Measures commands of a shell with hyperfine, which throws if one of them fails: each run's time in nanoseconds.
    /// A command without a pipeline is run without a shell.
    ///
    /// - Parameter prepare: a command to run before each.
    func hyperfine(_ commands: [String], runs: Int, prepare: String? = nil) throws -> [Sample] {
        struct Report: Decodable {
            struct Result: Decodable { let times: [Double] }
            let results: [Result]
        }
        guard let hyperfine = program("hyperfine") else { throw BenchFailure("hyperfine not installed") }
        let report = folder + "/hyperfine.json"
        let options = ["--style", "none", "--export-json", report, "--warmup", "1", "--runs", String(runs)]
        let shell = commands.contains { $0.contains("|") } ? [] : ["-N"]
        try run([hyperfine] + options + shell + (prepare.map { ["--prepare", $0] } ?? []) + commands)
        let read = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: report)))
        return read.results.map { Sample($0.times.map { $0 * 1e9 }) }
    }

    func snowdeck(_ arguments: [String]) -> String { Self.command([options.program] + arguments) }

    /// Words without single quotes as a command of a shell.
    static func command(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: " ") }
}

/// A server on this machine that a row asks.
struct BenchServer {
    /// `http://127.0.0.1:PORT`.
    let address: String
    private let process: pid_t

    /// `snowdeck serve` with these arguments, which prints its address once clients can connect.
    static func snowdeck(_ arguments: [String], _ place: BenchEnvironment) throws -> BenchServer {
        guard let line = DescriptorPair.pipe() else { throw BenchFailure("No pipe is left.") }
        let process = try start([place.options.program, "serve"] + arguments, output: line.write, place)
        close(line.write)
        defer { close(line.read) }
        var address: [UInt8] = [], byte: UInt8 = 0
        while read(line.read, &byte, 1) == 1, byte != 10 { address.append(byte) }
        return BenchServer(address: String(decoding: address, as: UTF8.self), process: process)
    }

    /// Debian's nginx with the files of a folder, with a configuration close to Debian's default.
    static func nginx(_ program: String, _ root: String, _ place: BenchEnvironment) throws -> BenchServer {
        let folder = place.folder + "/nginx", port = 20_000 + getpid() % 10_000
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let bodies = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
        let configuration = """
            daemon off;
            \(geteuid() == 0 ? "user root;" : "")
            worker_processes auto;
            pid \(folder)/pid;
            events { worker_connections 768; }
            http {
                sendfile on;
                tcp_nopush on;
                access_log off;
                default_type application/json;
                keepalive_requests 1000000000;
                \(bodies.joined(separator: "\n    "))
                server { listen 127.0.0.1:\(port); root \(root); }
            }

            """
        try configuration.write(toFile: folder + "/nginx.conf", atomically: false, encoding: .utf8)
        let words = [program, "-p", folder, "-e", folder + "/error.log", "-c", folder + "/nginx.conf"]
        return BenchServer(address: "http://127.0.0.1:\(port)", process: try start(words, output: nil, place))
    }

    private static func start(_ words: [String], output: Int32?, _ place: BenchEnvironment) throws -> pid_t {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let streams = [STDIN_FILENO: null, STDOUT_FILENO: output ?? null, STDERR_FILENO: null]
        return try ChildProgram.start(words, environment: place.variables, streams).get()
    }

    /// Waits until a request is answered: clients may connect while a long tape is read.
    func waitUntilAnswering(_ target: String, _ place: BenchEnvironment) throws {
        guard let curl = place.program("curl") else { throw BenchFailure("curl not installed") }
        try place.run([curl, "-sSf", "--retry", "20", "--retry-connrefused", "-o", "/dev/null", address + target])
    }

    func stop() {
        kill(process, SIGTERM)
        _ = ChildProgram.end(of: process)
    }
}
