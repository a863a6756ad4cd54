import CassetteStore
import ExchangeModel
import Glibc
import LoopbackServer
import Notation
import NowSDK
import NowWeb
import Rendering
import Replaying
import TapeDeck
import TapeFormats
import Workbench

struct ServeReplayVerb {
    private let host: HostEnvironment
    private let environmentPath: String?

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        let limit = Composition.settings(environment, globals).maxBody
        environmentPath = environment["PATH"]
        host = Composition.host(environment, globals, bodyLimit: limit).environment
    }

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let latency = try ServeReplayVerb.latency(verb), ignored = try ServeReplayVerb.ignored(verb)
        let path = try host.tapes.located(verb[.servedTape] ?? "")
        var readers: [Cassette] = []
        let main: HTTPURL?
        do {
            // One for occasional queries; the others keep serving threads from waiting for each other.
            for _ in 0..<5 { readers.append(try host.tapes.play(path)) }
            main = try TapeSites.main(of: readers[0])
            try TapeServer.verify(readers[0])
        } catch {
            throw ProblemMapper.problem(error)
        }
        guard main != nil else {
            throw verb.problem(
                .tape, "The tape has no session with an instance.", at: .servedTape, hints: ["tape list"])
        }
        let serving = try ServingIdentity.requested(verb, path: environmentPath)
        let scheme = serving == nil ? "http" : "https"
        let journal = verb.has(.replayControl) || verb.has(.report) ? ServedJournal() : nil
        // Standard output is the report's.
        let addresses: any ByteSink = verb.has(.report) ? StreamSink.standardError : StreamSink.standardOutput
        func show(_ served: [String]) { _ = try? addresses.say(served.map { $0 + "\n" }.joined()) }
        let origins = try AllowedOrigins.named(by: verb)
        let count = verb[.portsPerInstance] ?? 1
        // Clients may connect while a long tape is read: they are answered afterwards.
        var sockets: [ListeningSocket] = []
        for number in 0..<count { sockets.append(try socket(verb.port(after: number), verb)) }
        // Installed before an address is printed, because its reader may end the server at once.
        let signals = SignalPipe([SIGINT, SIGTERM])
        show(sockets.map { "\(scheme)://127.0.0.1:\($0.port)" })
        let sites: TapeSites
        do throws(CassetteError) { sites = try TapeSites(of: readers[0], ignoring: ignored) } catch {
            throw ProblemMapper.problem(error)
        }
        let instances = instances(sites.instances, verb, readers, journal, origins)
        for place in count..<max(count, instances.count * count) {
            sockets.append(try socket(verb.port(after: place), verb))
        }
        var listeners: [LoopbackListener] = [], pageHosts: [String] = []
        for instance in instances {
            for number in 1...count {
                let replayPort = ReplayPort(number, instance)
                let transport: any Transport =
                    latency.map { DelayedReplay(port: replayPort, latency: $0, clock: SystemClock()) } ?? replayPort
                pageHosts.append(ServingIdentity.pageHost(serving))
                listeners.append(
                    try listen(
                        transport, on: sockets[listeners.count], threads: count == 1 ? 2 : 1, verb, serving, origins,
                        pageHost: pageHosts.last))
            }
        }
        let served = sockets.map { "\(scheme)://127.0.0.1:\($0.port)" }
        let pages = zip(pageHosts, sockets).map { "\(scheme)://\($0):\($1.port)" }
        show(Array(served.dropFirst(count)))
        if let journal, let port = verb[.replayControl] {
            let control = ServedControl(instances, readers[0], journal, allowedOrigins: origins)
            let socket = try socket(port, verb, flag: .replayControl)
            listeners.append(try listen(control, on: socket, threads: 1, verb, nil, origins))
            show(["http://127.0.0.1:\(socket.port)"])
        }
        let remarks =
            ServeReplayText.remarks(on: sites, at: served, pages, ports: count) + (serving?.remarks ?? [])
            + [WithheldText.of(sites.withheldHeaders, isRecorded: true)].compactMap(\.self)
        _ = try? StreamSink.standardError.say(remarks.joined(separator: "\n") + "\n")
        await signals.first()
        for listener in listeners { listener.stop() }
        defer { for reader in readers { try? reader.close() } }
        guard let journal, let format = verb[.report] else { return 0 }
        return try report(journal, as: format, of: readers[0])
    }

    /// Prints what the tape had no answer to: a page of it, or a test for each request.
    private func report(_ journal: ServedJournal, as format: String, of tape: Cassette) throws(Problem) -> Int32 {
        let counts = journal.counts, kept = journal.kept
        let summary =
            "\(SafeText.line(tape.path)): \(Phrase.counted(Int(counts.requests), "request")), "
            + (counts.misses == 0 ? "all answered." : "\(counts.misses) without an answer.")
        let text: String
        if let known = ReportFormat(rawValue: format) {
            let tests = kept.map { entry in
                TestReport.Case(
                    "\(entry.client) \(entry.method) \(entry.target)",
                    entry.miss.map { .failed($0.message, detail: ($0.miss?.lines ?? []).joined(separator: "\n")) }
                        ?? .passed)
            }
            text = known.text(of: TestReport("snowdeck serve replay", [TestReport.Suite(tape.path, tests)]))
        } else {
            var groups: [(first: ServedJournal.Entry, clients: [String])] = [], places: [Miss?: Int] = [:]
            for entry in kept where entry.miss != nil {
                if let miss = entry.miss?.miss, let place = places[miss] {
                    groups[place].clients.append(entry.client)
                } else {
                    places[entry.miss?.miss] = groups.count
                    groups.append((entry, [entry.client]))
                }
            }
            let parts = groups.map { entry, clients in
                let names = Set(clients).sorted(), more = names.count - 8
                let listed = names.prefix(8) + (more > 0 ? ["\(more) more"] : [])
                let times = clients.count > 1 ? ", \(clients.count) times." : "."
                let lines = ["From \(Phrase.listed(Array(listed), joinedBy: "and"))" + times]
                return FindingsPanel.Part(
                    "\(entry.method) \(ReadableAddress.of(entry.target))",
                    lines: entry.miss?.miss == nil ? [entry.miss?.message ?? ""] + lines : lines,
                    misses: [entry.miss?.miss].compactMap(\.self), help: entry.help)
            }
            do {
                let page = try FindingsPanel(summary, between: .tapeAndNow, parts).page(
                    tape, title: "snowdeck serve replay", version: Snowdeck.version, secrets: host.secrets)
                text = String(decoding: page, as: UTF8.self)
            } catch {
                throw ProblemMapper.problem(error)
            }
        }
        try StreamSink.standardOutput.say(text)
        return counts.misses == 0 ? 0 : Problem.Kind.tape.exitStatus
    }

    private func instances(
        _ sites: [[TapeSite]], _ verb: BoundArguments, _ readers: [Cassette], _ journal: ServedJournal?,
        _ origins: Set<String>
    ) -> [ServedInstance] {
        var options = ServeReplayVerb.options
        options.keepsLinks = verb[.keepRecordedLinks]
        options.allowedOrigins = origins
        options.isLenient = verb[.lenient]
        return sites.map { sites in
            let clients = ProgramClients(
                journal: journal, sites: sites, isUnordered: verb[.unordered], notify: ServeReplayVerb.notify)
            return ServedInstance(sites, clients, readers, options)
        }
    }

    private func socket(_ port: Int, _ verb: BoundArguments, flag: Parameter = .port) throws(Problem) -> ListeningSocket
    {
        do throws(ListenerError) { return try ListeningSocket(port: port) } catch {
            throw verb.problem(.network, error.message, at: flag)
        }
    }

    private func listen(
        _ transport: any Transport, on socket: ListeningSocket, threads: Int, _ verb: BoundArguments,
        _ serving: ServingIdentity?, _ origins: Set<String>, pageHost: String? = nil
    ) throws(Problem) -> LoopbackListener {
        var options = ListenerOptions(
            threads: threads, allowedOrigins: origins, connectionMemory: 32 << 10, identity: serving?.identity)
        (options.socket, options.pageHost) = (socket, pageHost)
        return try verb.listener(transport, options, serving)
    }

    private static func latency(_ verb: BoundArguments) throws(Problem) -> DelayedReplay.Latency? {
        switch verb[.latency] {
        case nil, "none": return nil
        case "recorded": return .recorded
        case let text?:
            guard let time = Int64(text), (0...600_000).contains(time) else {
                throw verb.problem(
                    .usage, "\(text) is not a latency: none, recorded, or milliseconds up to 600000.", at: .latency,
                    hints: ["--latency recorded", "--latency 50"])
            }
            return time == 0 ? nil : .fixed(time * 1000)
        }
    }

    private static func ignored(_ verb: BoundArguments) throws(Problem) -> IgnoredParts {
        var ignored = IgnoredParts()
        for (place, given) in verb.given(.ignore).enumerated() where !ignored.add(given.text) {
            throw verb.problem(
                .usage, "\(given.text) names no part of a request.", at: .ignore, value: place,
                hints: ["--ignore query:NAME, header:NAME or body:NAME"])
        }
        return ignored
    }

    @Sendable private static func notify(_ text: String) {
        _ = try? StreamSink.standardError.say(ServeReplayText.line(text) + "\n")
    }

    static let options = TapeServer.Options(
        acceptPage: PageClient.accept, acceptAsset: PageClient.acceptAsset, isRejection: isRejection,
        relocate: RelocatedPage.made, notify: notify)

    /// Whether a client signs in after such a response and repeats the request. Answers that ask it to wait are played:
    /// how it waits is what its test is about.
    @Sendable private static func isRejection(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
        if response.status == 401 { return true }
        // A login page says of itself that its reader is signed out.
        if LoginPages.contains(request.url) { return false }
        if response.headers["X-Is-Logged-In"]?.lowercased() == "false" { return true }
        guard (300...399).contains(response.status), let location = response.headers["Location"],
            let target = request.url.resolving(location)
        else { return false }
        return LoginPages.contains(target)
    }
}

enum ServeReplayText {
    /// - Parameters:
    /// - addresses: the URLs of the ports, by instance.
    /// - browsed: their URLs for browsers.
    /// - ports: how many ports each instance has.
    static func remarks(on tape: TapeSites, at addresses: [String], _ browsed: [String], ports: Int) -> [String] {
        let sites = tape.instances
        let origins = sites.compactMap { sites in
            sites.first.map { site in site.origin.origin + (site.user.map { " as \($0)" } ?? "") }
        }
        guard origins.count > 1 else {
            let heading =
                "The tape answers there, for \(origins.joined()). Nothing is asked of an instance. Ctrl-C ends it."
            return [line(heading)] + sites.flatMap { clients(of: $0) + pages(of: $0, at: browsed[0]) }
        }
        var lines = ["The tape answers for \(origins.count) instances. None of them is contacted. Ctrl-C ends it."]
        for (place, sites) in sites.enumerated() {
            let own = addresses.dropFirst(place * ports).prefix(ports)
            let range = (own.count > 1 ? [own.first, own.last] : [own.first]).compactMap { $0 }
            lines.append(line("\(range.joined(separator: " to ")) is \(origins[place])."))
            lines += clients(of: sites) + pages(of: sites, at: browsed[place * ports])
        }
        if tape.omitted > 0 { lines.append("\(tape.omitted) more instances of the tape are not served.") }
        return lines
    }

    private static func clients(of sites: [TapeSite]) -> [String] {
        let names = sites.compactMap(\.client)
        guard let first = names.first else { return [] }
        let shown = names.prefix(8).map { line($0) } + (names.count > 8 ? ["\(names.count - 8) more"] : [])
        let others = names.count < sites.count ? "recorded without a name" : "of \(line(first))"
        return [
            "Recorded clients: \(Phrase.listed(Array(shown), joinedBy: "and")). "
                + "Other clients get the answers \(others)."
        ]
    }

    private static func pages(of sites: [TapeSite], at address: String) -> [String] {
        guard let pages = sites.first?.pages else { return [] }
        let heading =
            switch pages.count {
            case 0: "It contains no pages; requests of programs are still answered."
            case 1: "It has one page, shown to browsers at \(address):"
            case let count: "It has \(count) pages, listed for browsers at \(address):"
            }
        return [heading] + pages.prefix(8).map { "  " + line($0.target) } + (pages.count > 8 ? ["  …"] : [])
    }

    /// Text from a tape on one line, without control characters.
    static func line(_ text: String) -> String { SafeText.line(text, limit: 400) }
}

extension BoundArguments {
    /// The number of a port of a server that listens on several: they follow each other, or are any free ones.
    ///
    /// - Parameter count: how many ports come before.
    func port(after count: Int) -> Int {
        let first = self[.port] ?? 0
        return first == 0 ? 0 : first + count
    }

    /// Starts a server of this verb.
    func listener(
        _ transport: any Transport, _ options: ListenerOptions, _ serving: ServingIdentity?, at flag: Parameter = .port
    ) throws(Problem) -> LoopbackListener {
        do throws(ListenerError) {
            return try LoopbackListener(transport, options: options)
        } catch {
            if let serving, [.tls, .clientAuthorities].contains(error.kind) { throw serving.refused(self, error.kind) }
            throw problem(.network, error.message, at: flag)
        }
    }
}

/// A port that serves an instance of a tape. Requests that name no client belong to the port's default client.
struct ReplayPort: ImmediateTransport {
    private let instance: ServedInstance
    private let defaultClient: ProgramClient

    /// - Parameter number: the port's number among those of the instance, from 1.
    init(_ number: Int, _ instance: ServedInstance) {
        self.instance = instance
        defaultClient = instance.clients.permanent(Self.client(ofPort: number))
    }

    static func client(ofPort number: Int) -> String { "port-\(number)" }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let name = request.headers["X-Snowdeck-Client"] ?? ""
        return instance.reply(to: request, as: name.isEmpty ? defaultClient : instance.clients.named(name)).response
    }
}

/// Answers from a tape after the recorded or a fixed time.
struct DelayedReplay: Transport {
    enum Latency: Sendable {
        case recorded
        /// In microseconds.
        case fixed(Int64)
    }

    let port: ReplayPort
    let latency: Latency
    let clock: any Clock

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let response = port.answer(request)
        let wait =
            switch latency {
            case .recorded: response.facts.timings.total
            case .fixed(let time): time
            }
        do { try await clock.sleep(microseconds: min(wait, 600_000_000)) } catch {
            throw TransportFailure(.cancelled, "The server is stopping.")
        }
        return response
    }
}
