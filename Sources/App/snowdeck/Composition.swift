import CassetteStore
import ExchangeModel
import LiveTransport
import LoopbackServer
import NowSDK
import Sandbox
import Synchronization
import TapeDeck
import Workbench

enum Composition {
    static let sandbox: Instance? = try? Instance(at: EmbeddedSandbox.address)

    static func settings(_ environment: MachineEnvironment, _ globals: BoundArguments) -> SessionSettings {
        var settings = SessionSettings(width: environment.width)
        for flag in [Parameter.format, .timeout, .maxBody] {
            if let value = globals.value(flag)?.text { settings.set(flag.name, to: value) }
        }
        return settings
    }

    static func host(
        _ environment: MachineEnvironment, _ globals: BoundArguments, bodyLimit: Int,
        sandbox: EmbeddedSandbox = EmbeddedSandbox(SandboxOptions(clock: SystemClock())), start: Start? = nil
    ) -> MachineHost {
        let wire = WireOptions(
            certificateFile: globals[.cacert], proxies: ProxySettings(environment: environment.variables))
        // `SNOWDECK_PASSWORD` is for the named instance only; a replay has none.
        let isNamed = globals[.instance] != nil
        let named = StartUpSignIn(
            instance: isNamed ? start?.instance : nil, user: globals[.user] ?? start?.profile?.signIn.user,
            start: start.flatMap { $0.instance ?? Self.sandbox },
            places: [Parameter.from, .clientFrom].compactMap { globals[$0].flatMap { SecretSource($0) } })
        return MachineHost(
            environment, sandbox: sandbox, wire: wire, named: named, isNonInteractive: globals[.noInput],
            bodyLimit: max(bodyLimit, Cassette.standardBodyLimit))
    }

    struct Start {
        var instance: Instance?
        var profile: Profile?
    }

    static func start(_ environment: MachineEnvironment, _ globals: BoundArguments) throws(Problem) -> Start {
        let file = globals[.mode] == "replay" ? StartUpFile("") : try environment.startUpFile()
        guard let named = globals[.instance] else {
            let used = try file.used()
            return Start(instance: used?.instance, profile: used)
        }
        return try place(named, file, globals, at: .instance)
    }

    /// The instance that the value of a flag names.
    static func place(
        _ named: String, _ file: StartUpFile, _ arguments: BoundArguments, at flag: Parameter, value: Int = 0
    ) throws(Problem) -> Start {
        if named.lowercased() == "sandbox" { return Start(instance: sandbox) }
        if let profile = Profile.matching(named, among: try file.profiles()) {
            return Start(instance: profile.instance, profile: profile)
        }
        do throws(InstanceError) {
            return Start(instance: try Instance(named))
        } catch {
            throw arguments.problem(
                .usage, error.message, at: flag, value: value, hints: ["--\(flag.name) https://NAME.service-now.com"])
        }
    }

    static func options(
        _ environment: MachineEnvironment, _ globals: BoundArguments, _ settings: SessionSettings,
        _ host: HostEnvironment, _ start: Start
    ) throws(Problem) -> SessionOptions {
        guard let sandbox else { throw Problem(.internal, "The sandbox has no address.") }
        let instance = start.instance ?? sandbox
        let profiled = start.profile?.signIn ?? SignInChoice()
        var signIn = globals[.mode] == "replay" ? profiled : try profiled.taking(globals)
        if instance == sandbox, signIn.kind.wantsUser { signIn.user = signIn.user ?? EmbeddedSandbox.user }
        var options = SessionOptions(
            settings: settings, instance: instance, signIn: signIn, sandbox: sandbox, sandboxUser: EmbeddedSandbox.user,
            slot: .waiting(path: try recordedTape(globals, host), replacing: false),
            allowWrites: globals[.allowWrites], trust: globals[.trust],
            showsProgress: environment.errorIsTerminal, version: Snowdeck.version,
            seed: Int64(bitPattern: MachineEnvironment.randomSeed()))
        options.profile = start.profile
        options.showsColor = environment.showsColor && !globals[.noColor]
        options.colorDepth = environment.colorDepth
        switch globals[.mode] {
        case "replay": try play(&options, globals, host)
        case "extend": options.slot = .waitingToExtend(path: try tape(of: globals, host))
        default: break
        }
        return options
    }

    /// The path of the tape to record onto, which may be new; nil if none is named.
    static func recordedTape(_ globals: BoundArguments, _ host: HostEnvironment) throws(Problem) -> String? {
        guard let name = globals[.tape] else { return nil }
        if TapeName.meansExisting(name) { return try host.tapes.located(name) }
        let path = host.tapes.path(name)
        if path == name || host.tapes.exists(path) { return path }
        return host.tapes.list().first { $0.name == name }?.path ?? path
    }

    private static func tape(of globals: BoundArguments, _ host: HostEnvironment) throws(Problem) -> String {
        if globals[.mode] == "replay", let name = globals[.tape] { return try host.tapes.located(name) }
        if let path = try recordedTape(globals, host) { return path }
        let mode = globals[.mode] ?? "replay"
        throw globals.problem(
            .usage, "--mode \(mode) needs a tape to \(mode == "replay" ? "play" : "extend").", at: .mode,
            hints: ["--tape NAME --mode \(mode)"])
    }

    /// Inserts the tape for playing and restores the state of its last session.
    private static func play(
        _ options: inout SessionOptions, _ globals: BoundArguments, _ host: HostEnvironment
    ) throws(Problem) {
        let path = try tape(of: globals, host)
        do throws(CassetteError) {
            let cassette = try host.tapes.play(path)
            let deck = PlayingDeck(cassette, isStrict: globals[.strict], secrets: host.secrets)
            options.slot = .playing(deck, path: path)
            guard let session = try cassette.sessions().last, let instance = try? Instance(session.instance) else {
                return
            }
            options.own = UserChoices(
                instance: options.instance, signIn: options.signIn, profile: options.profile,
                settings: options.settings, variables: options.variables)
            options.instance = instance
            let choices = SessionChoices(reading: session.settings)
            options.signIn = choices.signIn
            options.signIn.user = session.user
            for (name, value) in choices.settings where !globals.isGiven(setting: name) {
                options.settings.set(name, to: value)
            }
            options.variables = choices.variables
            options.zone = ZoneRule(taped: session.zone, session.zoneRules)
            options.profile = choices.profile
        } catch {
            throw ProblemMapper.problem(error)
        }
    }
}

/// The embedded sandbox: starts behind the loopback server at the first request, which uses real HTTP.
final class EmbeddedSandbox: Sendable {
    static let address = HTTPURL(scheme: "http", host: "sandbox.localhost")
    /// The default user, who exists in the initial records.
    static let user = "john.doe"

    private let options: SandboxOptions
    private let listener = Mutex<LoopbackListener?>(nil)

    init(_ options: SandboxOptions) { self.options = options }

    func route(_ url: HTTPURL) throws(TransportFailure) -> Route? {
        guard url.host == Self.address.host else { return nil }
        let started = listener.withLock { listener -> Result<Int, TransportFailure> in
            if let listener { return .success(listener.port) }
            do {
                let made = try LoopbackListener(SandboxInstance(options))
                listener = made
                return .success(made.port)
            } catch let error as SandboxError {
                return .failure(TransportFailure(.connect, "\(error)"))
            } catch let error as ListenerError {
                return .failure(TransportFailure(.connect, "The sandbox could not be started: \(error.message)"))
            } catch {
                return .failure(TransportFailure(.connect, "The sandbox could not be started."))
            }
        }
        return Route(address: "127.0.0.1", port: try started.get())
    }

    func stop() { listener.withLock { $0.take() }?.stop() }
}
