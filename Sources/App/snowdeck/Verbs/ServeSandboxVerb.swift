import CGlibc
import ExchangeModel
import Glibc
import LoopbackServer
import Sandbox
import SandboxCommands
import Workbench

/// `snowdeck serve sandbox`.
struct ServeVerb {
    private let globals: BoundArguments
    private let path: String?

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        path = environment["PATH"]
        self.globals = globals
    }

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let options = try SandboxFlags(verb: verb, globals: globals).options()
        let serving = try ServingIdentity.requested(verb, path: path)
        let origins = try AllowedOrigins.named(by: verb)
        let pageHost = ServingIdentity.pageHost(serving)
        let listener: LoopbackListener
        do {
            let faults = try FaultFlags(verb)
            let sandbox = try faults.sandbox(options, verb)
            // The records are on the heap.
            cglibc_grow_heaps_at_once()
            // While the server's library is loaded.
            Task(executorPreference: globalConcurrentExecutor) { sandbox.prepare() }
            var listening = ListenerOptions(
                port: verb[.port] ?? 0, threads: 2, allowedOrigins: origins, connectionMemory: 96 << 10,
                identity: serving?.identity)
            listening.pageHost = pageHost
            listener = try verb.listener(faults.delaying(sandbox, options), listening, serving)
        } catch let problem as Problem {
            throw problem
        } catch let error as SandboxError {
            if error.kind == .cannotGrow { throw verb.problem(.usage, "--rows: \(error)", at: .rows) }
            throw Problem(.usage, "\(error)")
        } catch {
            throw Problem(.internal, "The sandbox could not be started: \(error).")
        }
        // Installed before the address is printed, because its reader may end the server at once.
        let signals = SignalPipe([SIGINT, SIGTERM])
        let scheme = serving == nil ? "http" : "https"
        let remarks =
            [ServeVerb.users] + (serving?.remarks ?? [])
            + ["Browsers are shown pages at \(scheme)://\(pageHost):\(listener.port)."]
        _ = try? StreamSink.standardOutput.say("\(scheme)://127.0.0.1:\(listener.port)\n")
        _ = try? StreamSink.standardError.say(remarks.joined(separator: "\n") + "\n")
        await signals.first()
        listener.stop()
        return 0
    }

    private static let users = """
        Users: john.doe (password), admin (admin), abel.tuter (password), joe.employee \
        (password), fred.luddy (password and passcode 246810). Ctrl-C ends it.
        OAuth client: snowdeck (snowdeck-client-secret), or snowdeck-public without a secret. API key: \
        sandbox-api-key-of-abel.tuter.
        """
}

struct SandboxFlags {
    let verb: BoundArguments
    let globals: BoundArguments

    func options() throws(Problem) -> SandboxOptions {
        if verb.has(.data), globals.has(.sandbox) {
            throw verb.problem(.usage, "--data and --sandbox name the same thing; give one of them.", at: .data)
        }
        var options = SandboxOptions(clock: SystemClock(), file: verb[.data] ?? globals[.sandbox])
        options.rows = try rows()
        let start = try start()
        if let start { options.start = start }
        if !verb[.frozen] {
            let present = options.clock.now
            options.start = start ?? present
            options.time = .running(ahead: options.start.seconds - present.seconds)
        }
        options.userZone = try zone()
        if let seconds = verb[.tokenLifetime] { options.tokenLifetime = Int64(seconds) }
        if let seconds = verb[.sessionLifetime] { options.sessionLifetime = Int64(seconds) }
        if let place = verb[.pageSignIn].flatMap(PageSignIn.init) { options.pageSignIn = place }
        options.build = try build() ?? options.build
        return options
    }

    private func build() throws(Problem) -> String? {
        guard let given = verb.value(.build) else { return nil }
        let isPlain = given.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard isPlain, (1...64).contains(given.text.utf8.count) else {
            throw problem(
                "--build takes up to 64 letters, digits and signs.", at: given, hints: ["--build 02-03-2026_1200"])
        }
        return given.text
    }

    private func rows() throws(Problem) -> [String: Int] {
        var rows: [String: Int] = [:]
        for given in verb.given(.rows) {
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
        guard let given = verb.value(.clock) else { return nil }
        guard let moment = Timestamp(isoText: given.text) ?? Timestamp(glideText: given.text) else {
            throw problem(
                "\(given.text) is not a time for --clock.", at: given, hints: ["--clock 2025-06-01T09:00:00Z"])
        }
        return moment
    }

    private func zone() throws(Problem) -> ZoneRule? {
        guard let given = verb.value(.userZone) else { return nil }
        let name = given.text
        if let known = ZoneRule.known(name) { return known }
        guard let zone = MachineZones.bytes(of: name).flatMap({ ZoneRule(named: name, file: $0) }) else {
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

struct FaultFlags {
    private let faults: [Fault]

    /// Parses the flags of a command. For an unknown name, the error suggests similar ones.
    init(_ verb: BoundArguments) throws(Problem) {
        var faults: [Fault] = []
        for (place, given) in verb.given(.fault).enumerated() {
            do {
                faults.append(try Fault(given.text))
            } catch {
                throw verb.problem(
                    .usage, error.description, at: .fault, value: place, hints: FaultFlags.hints(for: error))
            }
        }
        self.faults = faults
    }

    func sandbox(_ options: SandboxOptions, _ verb: BoundArguments) throws -> SandboxInstance {
        var options = options
        if options.file != nil, let place = faults.firstIndex(where: { $0.kind == .upgraded }) {
            throw verb.problem(
                .usage, "The fault upgraded needs a sandbox in memory: its tables differ from those of the file.",
                at: .fault, value: place)
        }
        options.faults += faults
        return try SandboxInstance(options)
    }

    func delaying(_ sandbox: SandboxInstance, _ options: SandboxOptions) -> any Transport {
        guard let slow = faults.last(where: { $0.kind == .slow }), let seconds = slow.number else { return sandbox }
        return DelayedTransport(sandbox, seconds: seconds, clock: options.clock)
    }

    private static func hints(for error: FaultError) -> [String] {
        guard case .unknown(let name) = error else { return [] }
        let near = DidYouMean.hints(for: name, among: FaultKind.allCases.map(\.rawValue))
        return near.isEmpty ? ["Faults: " + FaultKind.allCases.map(\.usage).joined(separator: ", ")] : near
    }
}

enum AllowedOrigins {
    /// The origins as browsers send them. Throws a problem that names an invalid one.
    static func named(by verb: BoundArguments) throws(Problem) -> Set<String> {
        var origins: Set<String> = []
        for given in verb.given(.allowOrigin) {
            guard let origin = origin(given.text) else {
                throw Problem(
                    .usage, "\(given.text) is not an origin.",
                    source: Problem.Source(text: verb.line, span: given.span),
                    hints: ["--allow-origin https://app.example:8443"])
            }
            origins.insert(origin)
        }
        return origins
    }

    /// Scheme, host and port; `null` is the origin of pages without one, such as local files.
    private static func origin(_ text: String) -> String? {
        if text == "null" { return text }
        guard let url = HTTPURL(text), url.path == "/", url.query == nil, !text.utf8.contains(UInt8(ascii: "#")) else {
            return nil
        }
        return url.origin
    }
}
