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

/// `snowdeck serve record --to INSTANCE`.
struct ServeRecordVerb {
    /// In bytes. Larger bodies are passed on and recorded by their length and digest.
    private static let bodyLimit = 16 << 20

    private let environment: MachineEnvironment
    private let globals: BoundArguments
    private let sandbox: EmbeddedSandbox
    private let host: HostEnvironment
    private let settings: Shell.Settings

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        self.environment = environment
        self.globals = globals
        settings = Composition.settings(environment, globals)
        sandbox = EmbeddedSandbox(SandboxOptions(clock: SystemClock(), file: globals.string("sandbox")))
        host = Composition.host(environment, globals, bodyLimit: settings.maxBody, sandbox: sandbox).environment
    }

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let targets = try RecordTargets(verb, globals, try environment.startUpFile())
        let path = try Composition.recordedTape(globals, host) ?? host.tapes.newPath()
        let deck = try host.tapes.record(onto: path, replacing: false, session: session(targets.first))
        defer { sandbox.stop() }
        let journal = verb.int("control") == nil ? nil : ServedJournal()
        var limits = RequestLimits(seconds: verb.int("timeout") ?? settings.timeout, body: Self.bodyLimit)
        limits.streams = true
        var options = RecordingProxy.Options(
            targets.all, isForward: verb.flag("forward"), limits: limits,
            isSignIn: SignInAddresses.contains, notify: Self.notify)
        options.keepsLinks = verb.flag("keep-links")
        let count = verb.int("ports") ?? 1
        let serving = verb.flag("forward") ? nil : try ServingIdentity.requested(verb, path: environment["PATH"])
        let pageHosts = verb.flag("forward") ? [] : (0..<count).map { _ in ServingIdentity.pageHost(serving) }
        options.relocated = { pageHosts.contains($1.url.host) ? RelocatedPage.made($0, instance: $2) : $0 }
        let proxy = RecordingProxy(deck, options, journal: journal)
        let ports = (1...count).map { proxy.port(for: count == 1 ? "" : ReplayPort.client(ofPort: $0)) }
        let listeners = try listeners(verb, ports, targets, serving, pageHosts)
        var addresses = listeners.addresses.map { $0 + "\n" }.joined()
        var control: LoopbackListener?
        if let journal {
            let served = RecordingControl(
                proxy, journal, instances: targets.all.map(\.origin.origin), tape: path)
            control = try Self.listen(
                served, ListenerOptions(port: verb.int("control") ?? 0), verb, at: "control")
            addresses += control.map { "http://127.0.0.1:\($0.port)\n" } ?? ""
        }
        do throws(TapeError) { try deck.open() } catch { throw ProblemMapper.problem(error) }
        // Installed before the address is printed, because its reader may end the server at once.
        let signals = SignalPipe([SIGINT, SIGTERM])
        _ = try? StreamSink.standardOutput.say(addresses)
        Self.say([targets.remark(onto: path)] + listeners.remarks)
        await signals.first()
        listeners.stop()
        control?.stop()
        let loss = deck.takeLoss()
        if let text = UncheckedText.of(deck.takeUnchecked()) { _ = try? StreamSink.standardError.say(text) }
        if let text = WithheldText.of(deck.takeWithheldHeaders()) { _ = try? StreamSink.standardError.say(text + "\n") }
        do throws(TapeError) { try deck.close() } catch { throw ProblemMapper.problem(error) }
        if let loss { throw ProblemMapper.problem(loss) }
        if let usage = host.tapes.usageToReport(after: path) { _ = try? StreamSink.standardError.say(usage.warning) }
        let recorded = Phrase.counted(proxy.counts.recorded, "exchange")
        let flag = count == 1 ? "" : " --ports \(count)"
        Self.say(["Recorded \(recorded) on \(path).", "hint: snowdeck serve replay \(Quoting.word(path))\(flag)"])
        return 0
    }

    private func session(_ instance: Instance) -> SessionRecord {
        SessionRecord(
            startedAt: host.clock.now, instance: instance.description, user: globals.string("user"),
            zone: ZoneRule.utc.name, zoneRules: ZoneRule.utc.text, width: nil, version: Snowdeck.version, policy: "",
            settings: "{}", seed: Int64(bitPattern: MachineEnvironment.randomSeed()))
    }

    private func listeners(
        _ verb: BoundArguments, _ ports: [RecordingProxy.Port], _ targets: RecordTargets, _ serving: ServingIdentity?,
        _ pageHosts: [String]
    ) throws(Problem) -> RecordListeners {
        if verb.flag("forward") {
            return try ForwardListeners(environment, verb, bodyLimit: Self.bodyLimit).made(ports, targets)
        }
        let origins = try AllowedOrigins.named(by: verb)
        let listeners = try ports.enumerated().map { place, port throws(Problem) in
            var options = ListenerOptions(
                port: verb.port(after: place), threads: ports.count == 1 ? 2 : 1, allowedOrigins: origins,
                maximumBody: Self.bodyLimit, identity: serving?.identity)
            (options.streams, options.sharing, options.pageHost) = (true, ports.count, pageHosts[place])
            return try Self.listen(port, options, verb, at: "port", serving)
        }
        let scheme = serving == nil ? "http" : "https"
        let pages = "Browsers are shown pages at \(scheme)://\(pageHosts[0]):\(listeners[0].port)."
        return RecordListeners(
            addresses: listeners.map { "\(scheme)://127.0.0.1:\($0.port)" },
            remarks: (serving?.remarks ?? []) + [pages], stop: { for listener in listeners { listener.stop() } })
    }

    static func listen(
        _ transport: any Transport, _ options: ListenerOptions, _ verb: BoundArguments, at flag: String,
        _ serving: ServingIdentity? = nil
    ) throws(Problem) -> LoopbackListener {
        do throws(ListenerError) { return try LoopbackListener(transport, options: options) } catch {
            if let serving, [.tls, .clientAuthorities].contains(error.kind) { throw serving.refused(verb, error.kind) }
            throw verb.problem(.network, error.message, at: flag)
        }
    }

    @Sendable static func notify(_ text: String) { say([ServeReplayText.line(text)]) }

    private static func say(_ lines: [String]) {
        _ = try? StreamSink.standardError.say(lines.map { SafeText.line($0, limit: 4096) + "\n" }.joined())
    }
}

/// What clients connect to, and what they need to know.
struct RecordListeners {
    /// The URLs on standard output, one for each port.
    let addresses: [String]
    let remarks: [String]
    let stop: () -> Void
}

/// The instances named by `--to`.
struct RecordTargets {
    let first: Instance
    private(set) var all: [RecordingProxy.Target] = []

    init(_ verb: BoundArguments, _ globals: BoundArguments, _ file: StartUpFile) throws(Problem) {
        // A flag of every command: before or after the verb.
        let permission = verb.has("allow-writes") ? verb : globals
        let allowed = permission.string("allow-writes")
        var instances: [Instance] = [], isAllowed = false
        for (place, given) in verb.given("to").enumerated() {
            let start = try Composition.place(given.text, file, verb, at: "to", value: place)
            guard let instance = start.instance, !instances.contains(instance) else { continue }
            instances.append(instance)
            let isSandbox = instance == Composition.sandbox
            let name = start.profile?.name ?? (isSandbox ? "sandbox" : instance.shortName)
            let isNamed = allowed.map { text in
                [name, instance.shortName, instance.name, instance.description].contains {
                    $0.lowercased() == text.lowercased()
                }
            }
            if isNamed == true { isAllowed = true }
            let mayWrite = WriteGuard.admitsChanges(to: instance, start.profile, isNamed: isNamed ?? false)
            all.append(RecordingProxy.Target(origin: instance.origin, name: name, mayWrite: mayWrite))
        }
        guard let first = instances.first else { throw verb.problem(.usage, "serve record needs --to.", at: "to") }
        self.first = first
        if instances.count > 1, !verb.flag("forward") {
            throw verb.problem(
                .usage, "Several instances need a forward proxy.", at: "to", value: 1, hints: ["serve record --forward"]
            )
        }
        if let allowed, !isAllowed {
            let names = all.map(\.name)
            throw permission.problem(
                .guardRefused,
                "--allow-writes names \(allowed), and --to names \(Phrase.listed(names, joinedBy: "and")).",
                at: "allow-writes", hints: names.map { "--allow-writes \($0)" })
        }
    }

    func remark(onto path: String) -> String {
        let names = Phrase.listed(all.map(\.name), joinedBy: "and")
        let guarded = all.filter { !$0.mayWrite }.map(\.name)
        let refusal = guarded.isEmpty ? "" : " Changes of \(Phrase.listed(guarded, joinedBy: "and")) are refused."
        return "Records requests to \(names) onto \(path).\(refusal) Ctrl-C ends it."
    }
}
