import ExchangeModel
import Glibc
import NowSDK
import Replaying
import Sandbox
import Synchronization
import Workbench

/// `snowdeck replay CASSETTE|FOLDER [--check | --accept | --rerecord -o NEW] [--report FORMAT]`.
struct ReplayVerb {
    private let environment: MachineEnvironment
    private let globals: BoundArguments
    private let host: HostEnvironment
    private let thread: MainThread

    init(_ environment: MachineEnvironment, _ globals: BoundArguments, on thread: MainThread) {
        self.thread = thread
        self.environment = environment
        self.globals = globals
        let limit = Composition.settings(environment, globals).maxBody
        host = Composition.host(environment, globals, bodyLimit: limit).environment
    }

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        guard let sandbox = Composition.sandbox else { throw Problem(.internal, "The sandbox has no address.") }
        if verb[.play] || verb.has(.cast) {
            return try await PlayVerb(
                environment: environment, globals: globals, host: host, sandbox: sandbox, thread: thread
            ).run(verb)
        }
        let path = verb[.playedCassette] ?? ""
        if verb[.rerecord] {
            return try await rerecord(
                try host.tapes.located(path), onto: host.tapes.path(verb[.rerecordedTape] ?? ""), sandbox,
                writes: verb[.allowWrites] ?? globals[.allowWrites])
        }
        let compares = verb[.checks] || verb[.accept]
        let trusts = globals[.trust]
        let runner = ReplayRunner(
            host, purpose: compares ? .check : .show, trusts: trusts, sandbox: sandbox, version: Snowdeck.version,
            outputIsTerminal: environment.outputIsTerminal, executor: thread)
        let folder = TapeFolder.cassettes(below: path)
        let cassettes = try (folder ?? [path]).map { (path) throws(Problem) in try host.tapes.located(path) }
        if cassettes.isEmpty {
            throw verb.problem(
                .tape, "There is no tape in the folder \(path).", at: .playedCassette, hints: ["tape list"])
        }
        if compares, !verb[.accept] {
            return try await ReplayRun(runner, host).check(cassettes, as: verb[.report], sideBySide: !trusts)
        }
        var first: Int32 = 0
        for cassette in cassettes {
            let status =
                verb[.accept] ? await OutputAcceptance(runner, host).accept(cassette) : await runner.run(cassette)
            if first == 0 { first = status }
        }
        return first
    }

    private func rerecord(_ path: String, onto new: String, _ sandbox: Instance, writes: String?) async throws(Problem)
        -> Int32
    {
        let settings = Composition.settings(environment, globals)
        let server = EmbeddedSandbox(SandboxOptions(clock: SystemClock(), file: globals[.sandbox]))
        defer { server.stop() }
        let isNamed = globals[.instance] != nil
        // No password is needed if no instance is named.
        let start = isNamed ? try Composition.start(environment, globals) : Composition.Start(instance: sandbox)
        let host = Composition.host(
            environment, globals, bodyLimit: settings.maxBody, sandbox: server, start: start
        ).environment
        var target: Rerecorder.Target?
        if isNamed {
            let options = try Composition.options(environment, globals, settings, host, start)
            target = Rerecorder.Target(options.instance, options.signIn, profile: options.profile)
        }
        let rerecorder = Rerecorder(
            host, sandbox: sandbox, target: target, allowWrites: writes, version: Snowdeck.version, executor: thread,
            // A sandbox kept in a file is not reset.
            renewSandbox: { [isKept = globals[.sandbox] != nil] in if !isKept { server.stop() } })
        return try await interruptibly { () throws(Problem) in try await rerecorder.rerecord(path, onto: new) }
    }

    /// Runs work that the first signal cancels, so that files are closed, and the second kills. After SIGTERM and
    /// SIGHUP the program ends by the signal.
    private func interruptibly(_ work: @escaping @Sendable () async throws(Problem) -> Int32) async throws(Problem)
        -> Int32
    {
        let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP]), count = Atomic(0)
        defer { signals.stop() }
        let task = Task(executorPreference: thread) { () -> Result<Int32, Problem> in
            do throws(Problem) { return .success(try await work()) } catch { return .failure(error) }
        }
        signals.onEach(on: thread.helper) { number in
            if count.add(1, ordering: .relaxed).oldValue > 0 { SignalPipe.die(by: number) }
            task.cancel()
        }
        let ended = await task.value
        if let number = SignalPipe.end { SignalPipe.die(by: number) }
        return try ended.get()
    }
}
