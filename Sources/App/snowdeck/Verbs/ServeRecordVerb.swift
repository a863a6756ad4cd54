import CassetteStore
import ExchangeModel
import Glibc
import Interop
import LoopbackServer
import Notation
import NowSDK
import NowWeb
import Replaying
import Sandbox
import TapeDeck
import Workbench

struct ServeRecordVerb {
    private let environment: MachineEnvironment
    private let globals: BoundArguments
    private let sandbox: EmbeddedSandbox
    private let host: HostEnvironment
    private let settings: SessionSettings

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        self.environment = environment
        self.globals = globals
        settings = Composition.settings(environment, globals)
        sandbox = EmbeddedSandbox(SandboxOptions(clock: SystemClock(), file: globals[.sandbox]))
        host = Composition.host(environment, globals, bodyLimit: settings.maxBody, sandbox: sandbox).environment
    }

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let (instance, target) = try target(verb)
        let path = try Composition.recordedTape(globals, host) ?? host.tapes.newPath()
        let deck = try host.tapes.record(onto: path, replacing: false, session: session(instance))
        defer { sandbox.stop() }
        let journal = verb[.control] == nil ? nil : ServedJournal()
        let limits = RequestLimits(seconds: verb[.timeout] ?? settings.timeout, body: settings.maxBody)
        var options = RecordingProxy.Options(
            target, limits: limits, isSignIn: SignInAddresses.contains,
            notify: { Self.say([ServeReplayText.line($0)]) })
        options.keepsLinks = verb[.keepLinks]
        let count = verb[.ports] ?? 1
        let serving = try ServingIdentity.requested(verb, path: environment["PATH"])
        let pageHosts = (0..<count).map { _ in ServingIdentity.pageHost(serving) }
        options.relocate = { pageHosts.contains($1.url.host) ? RelocatedPage.made($0, instance: $2) : $0 }
        let proxy = RecordingProxy(deck, options, journal: journal)
        let ports = (1...count).map { proxy.port(for: count == 1 ? "" : ReplayPort.client(ofPort: $0)) }
        let listeners = try listeners(verb, ports, serving, pageHosts)
        let scheme = serving == nil ? "http" : "https"
        var addresses = listeners.map { "\(scheme)://127.0.0.1:\($0.port)\n" }.joined()
        var control: LoopbackListener?
        if let journal {
            let served = RecordingControl(proxy, journal, instance: target.origin.origin, tape: path)
            control = try verb.listener(served, ListenerOptions(port: verb[.control] ?? 0), nil, at: .control)
            addresses += control.map { "http://127.0.0.1:\($0.port)\n" } ?? ""
        }
        do throws(TapeError) { try deck.open() } catch { throw ProblemMapper.problem(error) }
        // Installed before the address is printed, because its reader may end the server at once.
        let signals = SignalPipe([SIGINT, SIGTERM])
        _ = try? StreamSink.standardOutput.say(addresses)
        let pages = "Browsers are shown pages at \(scheme)://\(pageHosts[0]):\(listeners[0].port)."
        Self.say([remark(target, onto: path)] + (serving?.remarks ?? []) + [pages])
        await signals.first()
        for listener in listeners { listener.stop() }
        control?.stop()
        let loss = deck.takeLoss()
        if let text = UncheckedText.of(deck.takeUnchecked()) { _ = try? StreamSink.standardError.say(text) }
        if let text = WithheldText.of(deck.takeWithheldHeaders()) { _ = try? StreamSink.standardError.say(text + "\n") }
        do throws(TapeError) { try deck.close() } catch { throw ProblemMapper.problem(error) }
        if let loss { throw ProblemMapper.problem(loss) }
        if let usage = host.tapes.usageToReport(after: path) { _ = try? StreamSink.standardError.say(usage.warning) }
        let recorded = Phrase.counted(proxy.counts.recorded, "request")
        let flag = count == 1 ? "" : " --ports \(count)"
        Self.say(["Recorded \(recorded) on \(path).", "hint: snowdeck serve replay \(Quoting.word(path))\(flag)"])
        return 0
    }

    private func session(_ instance: Instance) -> SessionRecord {
        SessionRecord(
            startedAt: host.clock.now, instance: instance.description, user: globals[.user],
            zone: ZoneRule.utc.name, zoneRules: ZoneRule.utc.text, width: nil, version: Snowdeck.version, policy: "",
            settings: "{}", seed: Int64(bitPattern: MachineEnvironment.randomSeed()))
    }

    private func listeners(
        _ verb: BoundArguments, _ ports: [RecordingProxy.Port], _ serving: ServingIdentity?, _ pageHosts: [String]
    ) throws(Problem) -> [LoopbackListener] {
        let origins = try AllowedOrigins.named(by: verb)
        return try ports.enumerated().map { place, port throws(Problem) in
            var options = ListenerOptions(
                port: verb.port(after: place), threads: ports.count == 1 ? 2 : 1, allowedOrigins: origins,
                maximumBody: settings.maxBody, identity: serving?.identity)
            (options.sharing, options.pageHost) = (ports.count, pageHosts[place])
            return try verb.listener(port, options, serving)
        }
    }

    private static func say(_ lines: [String]) {
        _ = try? StreamSink.standardError.say(lines.map { SafeText.line($0, limit: 4096) + "\n" }.joined())
    }

    private func target(_ verb: BoundArguments) throws(Problem) -> (Instance, RecordingProxy.Target) {
        let start = try Composition.place(
            verb[.recordedInstance] ?? "", try environment.startUpFile(), verb, at: .recordedInstance)
        guard let instance = start.instance else {
            throw verb.problem(.usage, "serve record needs --to.", at: .recordedInstance)
        }
        let name = start.profile?.name ?? (instance == Composition.sandbox ? "sandbox" : instance.shortName)
        // A flag of every command: before or after the verb.
        let permission = verb.has(.allowWrites) ? verb : globals
        let allowed = permission[.allowWrites]
        let isNamed = [name, instance.shortName, instance.name, instance.description].contains {
            $0.lowercased() == allowed?.lowercased()
        }
        if let allowed, !isNamed {
            throw permission.problem(
                .guardRefused, "--allow-writes names \(allowed), and --to names \(name).", at: .allowWrites,
                hints: ["--allow-writes \(name)"])
        }
        let mayWrite = WriteGuard.admitsChanges(to: instance, start.profile, isNamed: isNamed)
        return (instance, RecordingProxy.Target(origin: instance.origin, name: name, mayWrite: mayWrite))
    }

    private func remark(_ target: RecordingProxy.Target, onto path: String) -> String {
        let refusal = target.mayWrite ? "" : " Changes of \(target.name) are refused."
        return "Records requests to \(target.name) onto \(path).\(refusal) Ctrl-C ends it."
    }
}
