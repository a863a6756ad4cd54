import Glibc

/// Requests through `serve record` to nginx, compared with nginx and mitmdump as proxies.
enum RecordProxyRows {
    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let name = "serve record"
        guard let wrk = place.program("wrk") else { return [.missing(name, "wrk not installed")] }
        guard let nginx = place.program("nginx") ?? ["/usr/sbin/nginx"].first(where: { access($0, X_OK) == 0 }) else {
            return [.missing(name, "nginx not installed")]
        }
        let files = try ServedFiles(of: try await ExampleTape.kept(100_000, place), place)
        let walk = LoadTest(wrk: wrk, place: place, targets: files.targets)
        guard let origin = NginxServer(nginx, files, place),
            let proxy = NginxServer(nginx, files, passingTo: origin.address, place)
        else { throw BenchFailure("nginx does not start.") }
        defer {
            proxy.stop()
            origin.stop()
        }
        let mitmdump = place.program("mitmdump").flatMap { PortServer.mitmdump($0, origin.address, place) }
        defer { mitmdump?.stop() }
        return try [1, 16, 64].flatMap { connections in
            var ours = Sample(), plain = Sample(), other = Sample()
            for turn in 0..<3 {
                guard
                    let server = TapeServer(
                        recording: origin.address, onto: "\(place.folder)/proxy-\(connections)-\(turn).cassette", place)
                else { throw BenchFailure("snowdeck does not start.") }
                defer { server.stop() }
                ours.add(try walk.rate(server.address, connections, seconds: 2))
                plain.add(try walk.rate(proxy.address, connections, seconds: 2))
                if let mitmdump { other.add(try walk.rate(mitmdump.address, connections, seconds: 2)) }
            }
            let full = "\(name), \(connections) connection\(connections == 1 ? "" : "s")"
            let rate = "\(Int(ours.median)) a second"
            return [
                BudgetRow(
                    name: full, ours: rate, other: "nginx as a proxy \(Int(plain.median))",
                    ratio: Amount.ratio(ours.ratio(to: plain))),
                mitmdump == nil
                    ? BudgetRow(name: full, ours: rate, other: "mitmdump not installed")
                    : BudgetRow(
                        name: full, ours: rate, other: "mitmdump \(Int(other.median))",
                        ratio: Amount.ratio(ours.ratio(to: other))),
            ]
        }
    }
}

/// A program that listens on a port it was given.
struct PortServer {
    let process: pid_t
    /// `http://127.0.0.1:PORT`.
    let address: String

    /// mitmproxy's command that writes all flows to a file. Nil if it cannot be started.
    static func mitmdump(_ program: String, _ upstream: String, _ place: BenchEnvironment) -> PortServer? {
        guard let port = NginxServer.freePort() else { return nil }
        let launch = place.launch([
            program, "--mode", "reverse:" + upstream, "--listen-host", "127.0.0.1", "--listen-port", String(port), "-q",
            "-w", place.folder + "/flows",
        ])
        let child = launch.spawn { actions in
            for (number, mode) in [(Int32(0), O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
            }
        }
        guard let child else { return nil }
        let server = PortServer(process: child, address: "http://127.0.0.1:\(port)")
        for _ in 0..<1500 {
            if NginxServer.accepts(port) { return server }
            usleep(10_000)
        }
        server.stop()
        return nil
    }

    func stop() {
        kill(process, SIGTERM)
        _ = Launch.wait(for: process)
    }
}
