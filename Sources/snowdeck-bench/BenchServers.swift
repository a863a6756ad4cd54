import FoundationEssentials
import Glibc

/// A running `snowdeck serve sandbox`.
struct SandboxServer {
    let process: pid_t
    /// `http://127.0.0.1:PORT`.
    let address: String
    /// The time from starting the program to the line with its address, in nanoseconds.
    let start: Double

    /// Nil if it cannot be started.
    init?(_ place: BenchEnvironment) {
        let start = Stopwatch.now
        guard let started = ServerStart(place.snowdeck(["serve", "sandbox"])) else { return nil }
        self.start = Double(Stopwatch.now - start)
        process = started.process
        address = started.line
        guard address.hasPrefix("http://127.0.0.1:") else {
            stop()
            return nil
        }
    }

    func stop() {
        kill(process, SIGTERM)
        _ = Launch.wait(for: process)
    }
}

/// A running `snowdeck serve replay` or `serve record`.
struct TapeServer {
    let process: pid_t
    /// `http://127.0.0.1:PORT`.
    let address: String

    /// Nil if it cannot be started.
    init?(replaying tape: String, _ place: BenchEnvironment) {
        self.init(place.snowdeck(["serve", "replay", tape]))
    }

    /// Nil if it cannot be started.
    init?(recording instance: String, onto tape: String, _ place: BenchEnvironment) {
        self.init(place.snowdeck(["serve", "record", "--to", instance, "--tape", tape]))
    }

    /// Waits until a request is answered: clients may connect while a long tape is read.
    func waitUntilAnswering(_ target: String, _ place: BenchEnvironment) throws {
        guard let curl = place.program("curl") else { throw BenchFailure("curl is not installed.") }
        guard place.launch([curl, "-sSf", address + target]).run().status == 0 else {
            throw BenchFailure("The server does not answer \(target).")
        }
    }

    private init?(_ launch: Launch) {
        guard let started = ServerStart(launch) else { return nil }
        process = started.process
        address = started.line
        guard address.hasPrefix("http://127.0.0.1:") else {
            stop()
            return nil
        }
    }

    func stop() {
        kill(process, SIGTERM)
        _ = Launch.wait(for: process)
    }
}

/// A program that writes a line when it is ready.
struct ServerStart {
    let process: pid_t
    let line: String

    /// Nil if it cannot be started.
    init?(_ launch: Launch) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = launch.spawn { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        close(ends[1])
        defer { close(ends[0]) }
        guard let child else { return nil }
        var line: [UInt8] = [], byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
        process = child
        self.line = String(decoding: line, as: UTF8.self)
    }
}

/// Debian's nginx on a free loopback port, with a configuration of its own close to Debian's default.
struct NginxServer {
    let process: pid_t
    /// `http://127.0.0.1:PORT`.
    let address: String

    /// Serves files, or passes requests on. Nil if it cannot be started.
    init?(_ program: String, _ files: ServedFiles, passingTo upstream: String? = nil, _ place: BenchEnvironment) {
        let folder = place.folder + (upstream == nil ? "/nginx" : "/nginx-proxy")
        guard let port = Self.freePort(),
            (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil,
            (try? Self.configuration(port, files.folder, upstream, folder).write(
                toFile: folder + "/nginx.conf", atomically: false, encoding: .utf8)) != nil,
            let child = place.launch([program, "-p", folder, "-e", folder + "/error.log", "-c", folder + "/nginx.conf"])
                .spawn(prepare: { actions in
                    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
                    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
                })
        else { return nil }
        process = child
        address = "http://127.0.0.1:\(port)"
        for _ in 0..<500 {
            if Self.accepts(port) { return }
            usleep(10_000)
        }
        stop()
        return nil
    }

    func stop() {
        kill(process, SIGTERM)
        _ = Launch.wait(for: process)
    }

    private static func configuration(_ port: Int, _ root: String, _ upstream: String?, _ folder: String) -> String {
        let passing = upstream.map { upstream in
            """
            location / { proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection ""; }
                }
                upstream origin { server \(upstream.dropFirst("http://".count)); keepalive 64;
            """
        }
        return """
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
                client_body_temp_path \(folder)/body;
                proxy_temp_path \(folder)/proxy;
                fastcgi_temp_path \(folder)/fastcgi;
                uwsgi_temp_path \(folder)/uwsgi;
                scgi_temp_path \(folder)/scgi;
                server {
                    listen 127.0.0.1:\(port);
                    \(passing ?? "root \(root);")
                }
            }

            """
    }

    /// A port that was just free.
    static func freePort() -> Int? {
        withSocket { socket, address in
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard bind(socket, address, length) == 0, getsockname(socket, address, &length) == 0 else { return nil }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    static func accepts(_ port: Int) -> Bool {
        withSocket(port) { socket, address in
            connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 ? true : nil
        } ?? false
    }

    private static func withSocket<Result>(
        _ port: Int = 0, _ body: (Int32, UnsafeMutablePointer<sockaddr>) -> Result?
    ) -> Result? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0) }
        }
    }
}

/// vcrpy, installed by `scripts/install-peers`: `scripts/peers/vcrpy.py` measures it and prints nanoseconds.
enum VCRPeer {
    /// What is measured, with as many exchanges as vcrpy can handle.
    enum Part: String {
        case record, open, play

        var exchanges: Int {
            switch self {
            case .record: 100
            case .open: 1000
            case .play: 10
            }
        }
    }

    /// The row for vcrpy below ours.
    static func row(_ name: String, _ part: Part, ours: Sample, _ place: BenchEnvironment) -> BudgetRow {
        let python = place.options.peers + "/bin/python", output = place.folder + "/vcrpy.txt"
        guard access(python, X_OK) == 0 else { return .absent(name, "vcrpy", ours: ours) }
        let words = [python, place.options.scripts + "/vcrpy.py", part.rawValue, String(part.exchanges)]
        guard place.launch(words).run(output: output).status == 0, let nanoseconds = number(in: output), nanoseconds > 0
        else {
            return BudgetRow(name: name, ours: Amount.time(ours.median), other: "vcrpy fails here")
        }
        return BudgetRow(
            name: name, ours: Amount.time(ours.median),
            other: "vcrpy at \(part.exchanges): \(Amount.time(nanoseconds))",
            ratio: Amount.ratio(ours.median / nanoseconds))
    }

    private static func number(in path: String) -> Double? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        return strtod(line, nil)
    }
}
