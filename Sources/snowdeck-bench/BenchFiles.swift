import ExchangeModel
import FoundationEssentials
import Glibc
import Sandbox

/// The files of a run, the environment of its programs, and the search for peers.
struct BenchEnvironment: Sendable {
    let options: BenchOptions
    /// A new folder for this run.
    let folder: String

    init(_ options: BenchOptions) throws {
        self.options = options
        folder = options.folder + "/run-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
        // Measured programs inherit the working folder.
        guard chdir(folder) == 0 else { throw BenchFailure("\(folder) cannot be entered.") }
    }

    /// Deletes the run's files; errors are ignored.
    func remove() {
        _ = chdir(options.folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Copies a file, replacing the target.
    func copy(_ source: String, to target: String) throws {
        unlink(target)
        try FileManager.default.copyItem(atPath: source, toPath: target)
    }

    /// Snowdeck with these arguments.
    func snowdeck(_ arguments: [String]) -> Launch { launch([options.program] + arguments) }

    /// Beside the program that is measured.
    var leastProgram: String {
        let folder = options.program.lastIndex(of: "/").map { options.program[...$0] } ?? ""
        return folder + "get-floor"
    }

    /// A program with its own home and a minimal environment.
    func launch(_ words: [String]) -> Launch {
        Launch(
            words: words,
            environment: [
                "HOME": folder + "/home", "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config",
                "PATH": options.path, "TERM": "xterm", "LC_ALL": "C.UTF-8", "SNOWDECK_PASSWORD": "password",
            ])
    }

    /// A peer's program: on PATH, or where `scripts/install-peers` puts it; nil if it is in neither.
    func program(_ name: String) -> String? {
        let folders = options.path.split(separator: ":").map(String.init) + [options.peers + "/bin"]
        return folders.lazy.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }
}

/// The page cache of a file. Budgets assume a cached file, so that results do not depend on earlier measurements or on
/// when the file was created.
enum FileCache {
    /// Caches the whole file by reading it.
    static func fill(_ path: String) throws {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count == 0 { return }
            guard count > 0 || errno == EINTR else { throw BenchFailure("\(path) cannot be read.") }
        }
    }

    /// Drops the file from the cache, so that the next read waits for the disk.
    static func empty(_ path: String) throws {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
            throw BenchFailure("\(path) cannot be put out of memory.")
        }
    }

    private static func opened(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchFailure("\(path) cannot be read.") }
        return descriptor
    }
}

/// A sandbox with a given number of records per table, called directly.
struct PopulatedSandbox: Sendable {
    let instance: SandboxInstance

    init(_ rows: [String: Int]) throws {
        var options = SandboxOptions(clock: WallClock())
        options.rows = rows
        instance = try SandboxInstance(options)
        // Records are created at the first request.
        for table in rows.keys.sorted() { _ = try list(table, "sysparm_limit=1&sysparm_fields=sys_id") }
    }

    /// The body of a list; throws unless the status is 200.
    func list(_ table: String, _ query: String, as user: SandboxUser = .john) throws -> [UInt8] {
        try body(of: PopulatedSandbox.request(.get, "table/" + table, as: user) { $0.url.query = query })
    }

    /// The response to a document without quotation marks; throws unless the status is 200.
    func graphQL(_ document: String, as user: SandboxUser = .john) throws -> [UInt8] {
        try body(
            of: PopulatedSandbox.request(.post, "graphql", as: user) { request in
                request.headers.append("Content-Type", "application/json")
                request.body = Array("{\"query\":\"\(document)\"}".utf8)
            })
    }

    private func body(of request: HTTPRequest) throws -> [UInt8] {
        let response = instance.answer(request)
        guard response.status == 200 else { throw BenchFailure("The sandbox responds with status \(response.status).") }
        return response.body
    }

    private static func request(
        _ method: HTTPMethod, _ path: String, as user: SandboxUser, _ rest: (inout HTTPRequest) -> Void
    ) -> HTTPRequest {
        var url = HTTPURL(scheme: "http", host: "sandbox.localhost")
        url.path = "/api/now/" + path
        var request = HTTPRequest(
            method, url, headers: ["Accept": "application/json", "Authorization": "Basic " + user.rawValue])
        rest(&request)
        return request
    }

    private struct WallClock: Clock {
        var now: Timestamp {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(seconds: Int64(time.tv_sec))
        }
        func sleep(microseconds: Int64) async throws {}
    }
}

/// Users of the sandbox, with their credentials for `Basic`.
enum SandboxUser: String, Sendable {
    /// john.doe, an administrator.
    case john = "am9obi5kb2U6cGFzc3dvcmQ="
    /// abel.tuter, who may not read all records.
    case abel = "YWJlbC50dXRlcjpwYXNzd29yZA=="
}

/// Ten thousand incidents as sent by the Table API with `sysparm_display_value=all`: eleven megabytes.
enum LongResponse {
    static let records = 10_000
    static let fields = [
        "number", "short_description", "state", "priority", "caller_id", "assignment_group", "opened_at",
        "sys_updated_on",
    ]

    static var bytes: [UInt8] {
        var bytes = Array("{\"result\":[".utf8)
        bytes.reserveCapacity(12_000_000)
        for number in 0..<records {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += record(number).utf8
        }
        bytes += "]}".utf8
        return bytes
    }

    static func record(_ number: Int) -> String {
        let sysID = ExampleExchange.sysID(number)
        let callers = ["Abel Tuter", "Beth Anglin", "Charlie Whitherspoon", "Zoë Ångström", "田中 太郎"]
        let things = ["Printer", "Laptop", "VPN", "E-mail", "Badge reader", "“Shared” drive"]
        let caller = callers[number % callers.count], thing = things[number % things.count]
        let minute = "2024-04-\(10 + number % 19) \(10 + number % 13):\(10 + number % 49):0\(number % 9)"
        let pairs: [(name: String, display: String, value: String)] = [
            ("number", "INC\(1_000_000 + number)", "INC\(1_000_000 + number)"),
            (
                "short_description", "\(thing) does not work on floor \(number % 12)",
                "\(thing) does not work on floor \(number % 12)"
            ),
            ("state", "In Progress", "2"), ("priority", "3 - Moderate", "3"), ("caller_id", caller, sysID),
            ("assignment_group", "Service Desk", "d625dccec0a8016700a222a0f7900d06"), ("opened_at", minute, minute),
            ("sys_updated_on", minute, minute), ("sys_id", sysID, sysID), ("active", "true", "true"),
            ("category", "Hardware", "hardware"), ("contact_type", "Self-service", "self-service"),
            (
                "description", "",
                "The user says: \\\"\(thing) stopped in the middle of the morning.\\\"\\nNothing was changed before that, and the "
                    + "lights are on."
            ),
        ]
        return "{"
            + pairs.map { "\"\($0.name)\":{\"display_value\":\"\($0.display)\",\"value\":\"\($0.value)\"}" }.joined(
                separator: ",") + "}"
    }
}

/// The responses of an example tape as files at the paths of their URLs, and the list of their targets.
struct ServedFiles {
    let folder: String
    /// A file with one target per line.
    let targets: String

    /// Created once for each number of exchanges.
    init(of tape: ExampleTape, _ place: BenchEnvironment) throws {
        folder = "\(place.options.folder)/files-\(tape.count)"
        targets = folder + "/targets.txt"
        if access(targets, F_OK) == 0 { return }
        Streams.remark("writing \(tape.count) files, once")
        var lines = ""
        for number in 1...tape.count {
            let url = ExampleExchange.request(number).url
            if number == 1 {
                let below = url.path.split(separator: "/").dropLast().joined(separator: "/")
                try FileManager.default.createDirectory(
                    atPath: folder + "/" + below, withIntermediateDirectories: true)
            }
            let file = open(folder + url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            let body = ExampleExchange.response(number).body
            guard file >= 0, write(file, body, body.count) == body.count else {
                throw BenchFailure("\(folder) cannot be written.")
            }
            close(file)
            lines += url.target + "\n"
        }
        try lines.write(toFile: targets, atomically: true, encoding: .utf8)
    }
}
