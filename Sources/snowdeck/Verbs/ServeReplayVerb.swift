import CassetteStore
import ExchangeModel
import Glibc
import LoopbackServer
import Notation
import NowSDK
import NowWeb
import Sandbox
import Shell
import TapeDeck

/// `snowdeck serve replay TAPE`.
struct ServeReplayVerb {
    private let host: HostEnvironment
    private let environmentPath: String?

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        let limit = Composition.settings(environment, globals).maxBody
        environmentPath = environment["PATH"]
        host = Composition.host(environment, globals, bodyLimit: limit).environment
    }

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let latency = try ServeReplayVerb.latency(verb)
        let path = try host.tapes.located(verb.string("tape") ?? "")
        var readers: [Cassette] = []
        let found: TapeSite?
        do {
            // One for occasional queries; the others keep serving threads from waiting for each other.
            for _ in 0..<5 { readers.append(try host.tapes.play(path)) }
            found = try TapeSite(of: readers[0])
        } catch {
            throw ProblemMapper.problem(error)
        }
        guard let site = found else {
            throw verb.problem(.tape, "The tape holds no session with an instance.", at: "tape", hints: ["tape list"])
        }
        let serving = try ServingIdentity.requested(verb, path: environmentPath)
        let journal = verb.int("control") == nil ? nil : ServedJournal()
        let clients = ProgramClients(journal: journal, notify: ServeReplayVerb.notify)
        let origins = try AllowedOrigins.named(by: verb)
        let server: TapeServer
        do throws(CassetteError) {
            let programs =
                verb.flag("lenient")
                ? nil
                : try ProgramServer(
                    Array(readers.dropFirst()), site, keepsLinks: verb.flag("keep-links"),
                    isRejection: ServeReplayVerb.isRejection)
            var options = ServeReplayVerb.options
            options.keepsLinks = verb.flag("keep-links")
            options.allowedOrigins = origins
            server = TapeServer(readers[0], site, options, programs: programs)
        } catch {
            throw ProblemMapper.problem(error)
        }
        let cache = ResponseCache(ignoring: ReplayPort.ignored, naming: ReplayPort.naming)
        let first = verb.int("port") ?? 0, count = verb.int("ports") ?? 1
        var listeners: [LoopbackListener] = []
        for number in 1...count {
            let replayPort = ReplayPort(number, server, clients, cache)
            let transport: any Transport =
                latency.map { DelayedReplay(port: replayPort, latency: $0, clock: SystemClock()) } ?? replayPort
            listeners.append(
                try listen(
                    transport, at: first == 0 ? 0 : first + number - 1, threads: count == 1 ? 2 : 1, verb, serving,
                    origins: origins))
        }
        let scheme = serving == nil ? "http" : "https"
        var addresses = listeners.map { "\(scheme)://127.0.0.1:\($0.port)\n" }
        if let journal {
            let control = ServedControl(site, readers[0], clients, journal, allowedOrigins: origins)
            listeners.append(
                try listen(
                    control, at: verb.int("control") ?? 0, threads: 1, verb, nil, origins: origins, flag: "control"))
            addresses += listeners.suffix(1).map { "http://127.0.0.1:\($0.port)\n" }
        }
        // Installed before the address is printed, because its reader may end the server at once.
        let signals = SignalPipe([SIGINT, SIGTERM])
        DescriptorWriter.standardOutput.write(Array(addresses.joined().utf8))
        let remarks = [ServeReplayText.remarks(on: site)] + (serving?.remarks ?? [])
        DescriptorWriter.standardError.write(Array((remarks.joined(separator: "\n") + "\n").utf8))
        await signals.first()
        for listener in listeners { listener.stop() }
        for reader in readers { try? reader.close() }
        return 0
    }

    private func listen(
        _ transport: any Transport, at port: Int, threads: Int, _ verb: BoundArguments, _ serving: ServingIdentity?,
        origins: Set<String>, flag: String = "port"
    ) throws(Problem) -> LoopbackListener {
        do throws(ListenerError) {
            return try LoopbackListener(
                transport,
                options: ListenerOptions(
                    port: port, threads: threads, allowedOrigins: origins, connectionMemory: 32 << 10,
                    identity: serving?.identity))
        } catch {
            if let serving, [.tls, .clientAuthorities].contains(error.kind) { throw serving.refused(verb, error.kind) }
            throw verb.problem(.network, error.message, at: flag)
        }
    }

    private static func latency(_ verb: BoundArguments) throws(Problem) -> DelayedReplay.Latency? {
        switch verb.string("latency") {
        case nil, "none": return nil
        case "recorded": return .recorded
        case let text?:
            guard let time = Int64(text), (0...600_000).contains(time) else {
                throw verb.problem(
                    .usage, "\(text) is not a latency: none, recorded, or milliseconds up to 600000.", at: "latency",
                    hints: ["--latency recorded", "--latency 50"])
            }
            return time == 0 ? nil : .fixed(time * 1000)
        }
    }

    @Sendable private static func notify(_ text: String) {
        DescriptorWriter.standardError.write(Array((ServeReplayText.line(text) + "\n").utf8))
    }

    static let options = TapeServer.Options(
        acceptPage: PageClient.accept, acceptAsset: PageClient.acceptAsset, isRejection: isRejection,
        relocated: RelocatedPage.made,
        notify: notify)

    /// Whether a client repeats the request after such a response: it signs in first, or waits.
    @Sendable private static func isRejection(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
        if [401, 429, 502, 503, 504].contains(response.status) { return true }
        if response.headers["X-Is-Logged-In"]?.lowercased() == "false" { return true }
        guard (300...399).contains(response.status), let location = response.headers["Location"],
            let target = request.url.resolving(location)
        else { return false }
        return LoginPages.contains(target)
    }
}

/// Messages of `serve replay` on standard error.
enum ServeReplayText {
    static func remarks(on site: TapeSite) -> String {
        let user = site.user.map { " as \($0)" } ?? ""
        var lines = [
            line(
                "The tape answers there, for \(site.origin.origin)\(user). Nothing is asked of an instance. Ctrl-C ends it."
            )
        ]
        switch site.pages.count {
        case 0: lines.append("It contains no pages; requests of programs are still answered.")
        case 1: lines.append("It holds one page:")
        case let count: lines.append("It holds \(count) pages, listed at /:")
        }
        lines += site.pages.prefix(8).map { "  " + line($0.target) }
        if site.pages.count > 8 { lines.append("  …") }
        return lines.joined(separator: "\n")
    }

    /// Text from a tape on one line, without control characters.
    static func line(_ text: String) -> String { SafeText.line(text, limit: 400) }
}
