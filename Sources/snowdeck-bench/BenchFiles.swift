import ExchangeModel
import FoundationEssentials
import Glibc
import Sandbox

/// Where a run's own files stand, what its programs see of the machine, and where peers are found.
struct Place: Sendable {
    let options: BenchOptions
    /// A fresh folder of this run.
    let folder: String

    init(_ options: BenchOptions) throws {
        self.options = options
        folder = options.folder + "/run-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
        // Programs under measurement are started where this run's files stand.
        guard chdir(folder) == 0 else { throw BenchFailure("\(folder) cannot be entered.") }
    }

    /// Deletes what the run has made. What cannot be deleted stays where the next look at the folder finds it.
    func remove() {
        _ = chdir(options.folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Copies a file; what stands at the target is replaced.
    func copy(_ source: String, to target: String) throws {
        unlink(target)
        try FileManager.default.copyItem(atPath: source, toPath: target)
    }

    /// Snowdeck with these arguments.
    func snowdeck(_ arguments: [String]) -> Launch { launch([options.program] + arguments) }

    /// A program as every program of a run is started: with a home of its own, and as little environment as people have.
    func launch(_ words: [String]) -> Launch {
        Launch(
            words: words,
            environment: [
                "HOME": folder + "/home", "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config",
                "PATH": options.path, "TERM": "xterm", "LC_ALL": "C.UTF-8", "SNOWDECK_PASSWORD": "password",
            ])
    }

    /// A peer's program: on PATH, or where `scripts/install-peers` puts it; nil when it is in neither.
    func program(_ name: String) -> String? {
        let folders = options.path.split(separator: ":").map(String.init) + [options.peers + "/bin"]
        return folders.lazy.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }
}

/// What the system keeps of a file in memory. A budget means a file that is there: what was measured before, or how
/// long ago the file was made, must not decide whether a row waits for the disk.
enum FileCache {
    /// Brings the whole file in, by reading it.
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

    /// Throws out what is kept of it, so that the next look at it waits for the disk.
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

/// A sandbox with as many records of a table as are wanted, asked without a wire.
struct GrownSandbox: Sendable {
    let instance: SandboxInstance

    init(_ rows: [String: Int]) throws {
        var options = SandboxOptions(clock: WallClock())
        options.rows = rows
        instance = try SandboxInstance(options)
        // Records are made at the first request.
        for table in rows.keys.sorted() { _ = try list(table, "sysparm_limit=1&sysparm_fields=sys_id") }
    }

    /// The body of a list; fails on anything but 200.
    func list(_ table: String, _ query: String, as user: SandboxUser = .john) throws -> [UInt8] {
        try body(of: GrownSandbox.request(.get, "table/" + table, as: user) { $0.url.query = query })
    }

    /// What a document is answered, which holds no quotation marks; fails on anything but 200.
    func graphQL(_ document: String, as user: SandboxUser = .john) throws -> [UInt8] {
        try body(
            of: GrownSandbox.request(.post, "graphql", as: user) { request in
                request.headers.append("Content-Type", "application/json")
                request.body = Array("{\"query\":\"\(document)\"}".utf8)
            })
    }

    private func body(of request: HTTPRequest) throws -> [UInt8] {
        let response = instance.answer(request)
        guard response.status == 200 else { throw BenchFailure("The sandbox answers \(response.status).") }
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

    /// The system's own time.
    private struct WallClock: Clock {
        var now: Timestamp {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(seconds: Int64(time.tv_sec))
        }
        func sleep(microseconds: Int64) async throws {}
    }
}

/// Who asks the sandbox, as what stands behind `Basic`.
enum SandboxUser: String, Sendable {
    /// john.doe, who may do everything.
    case john = "am9obi5kb2U6cGFzc3dvcmQ="
    /// abel.tuter, of whose records some are withheld.
    case abel = "YWJlbC50dXRlcjpwYXNzd29yZA=="
}

/// A list of ten thousand incidents as the Table API sends it with `sysparm_display_value=all`: eleven megabytes.
enum LongAnswer {
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

    private static func record(_ number: Int) -> String {
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

/// The answers of an example tape as files, each where its address says, and the list of their targets.
struct ServedFiles {
    let folder: String
    /// A file with a target in each line.
    let targets: String

    /// Made once for each number of exchanges.
    init(of tape: ExampleTape, _ place: Place) throws {
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
