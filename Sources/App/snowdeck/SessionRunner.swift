import Agents
import CassetteStore
import ExchangeModel
import Glibc
import LineEditing
import Notation
import NowSDK
import Programs
import Sandbox
import Synchronization
import Workbench

/// Runs a session: a prompt, a script, or a single command.
struct SessionRunner {
    private let environment: MachineEnvironment
    private let globals: BoundArguments
    private let host: MachineHost
    private let sandbox: EmbeddedSandbox
    private let options: SessionOptions
    private let thread: MainThread

    init(_ environment: MachineEnvironment, _ globals: BoundArguments, on thread: MainThread) throws(Problem) {
        self.environment = environment
        self.globals = globals
        self.thread = thread
        let settings = Composition.settings(environment, globals)
        sandbox = EmbeddedSandbox(SandboxOptions(clock: SystemClock(), file: globals[.sandbox]))
        let start = try Composition.start(environment, globals)
        host = Composition.host(environment, globals, bodyLimit: settings.maxBody, sandbox: sandbox, start: start)
        var options = try Composition.options(environment, globals, settings, host.environment, start)
        options.executor = thread
        self.options = options
    }

    func prompt() async throws(Problem) -> Int32 {
        guard environment.inputIsTerminal, environment.outputIsTerminal else {
            return try await run(file: "-", keepsGoing: false)
        }
        host.allowUserPrompts()
        var options = options
        options.usesPager = true
        options.history = history
        let session = ShellSession(host: host.environment, options: options)
        // A replay reads only its tape.
        if !options.slot.isPlaying { try await readStartUpFile(session) }
        // Until there is a history.
        let advice = options.history?.newest(1).isEmpty == false ? "" : Self.firstSteps
        _ = try? StreamSink.standardError.say(greeting + "\n" + advice)
        let signals = interrupting(session)
        defer { signals.stop() }
        let status = await PromptLoop(session, reader: editor(session, options.history)).run()
        return try await finish(session, status)
    }

    private var history: HistoryStore {
        let folder = environment.stateFolder
        return HistoryStore(path: folder + "/history.sqlite") {
            MachineFiles.makePrivateFolder(folder)
            MachineFiles.makePrivate($0)
        }
    }

    /// Serves agents on standard input and output until the input ends.
    func serveAgents(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        host.reserveStandardInput()
        if environment.inputIsTerminal {
            _ = try? StreamSink.standardError.say(
                "A client of the Model Context Protocol starts this. Ctrl-D ends it.\n")
        }
        var options = options
        options.allowWrites = verb[.allowWrites] ?? options.allowWrites
        for flag in [Parameter.timeout, .maxBody] {
            if let value = verb.value(flag)?.text { options.settings.set(flag.name, to: value) }
        }
        if !options.slot.isPlaying {
            options.history = history
            if !verb[.agentWrites] {
                let place = options.instance
                options.profile =
                    options.profile ?? Profile(place.name, place, signIn: options.signIn, writeGuard: .readOnly)
                options.profile?.writeGuard = .readOnly
            }
        }
        let agent = AgentSession(verb, host: host.environment, options: options)
        let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP])
        signals.onEach(on: thread.helper) { number in Task { await end(agent.shell, by: number) } }
        defer { signals.stop() }
        await MCPServer(agent, version: Snowdeck.version, output: StreamSink.standardOutput).run(
            PlainReader(descriptor: STDIN_FILENO, longest: MCPServer.longestLine))
        return try await finish(agent.shell, 0)
    }

    private func editor(_ session: ShellSession, _ history: HistoryStore? = nil) -> LibeditReader {
        var hooks = LineHooks(
            history: history ?? NoHistory(), complete: { text, cursor in await session.complete(text, cursor: cursor) },
            mayContinue: { Parser.mayContinue($0) },
            highlights: { LineHighlighter.highlights($0, aliases: session.aliases.names, schema: session.knownSchema) },
            changes: { Command.changes(session.aliases.expanded($0)) },
            edit: ExternalEditor(environment: environment).edit)
        hooks.suggest = { LineSuggestion(session.knownSchema, aliases: session.aliases.names).line(from: $0) }
        let setup = LibeditReader.Setup(terminal: environment["TERM"], editrc: environment.editrc)
        return LibeditReader(setup, hooks: hooks, blocksCaller: true)
    }

    private static let firstSteps = "Three things to try: incident -n 5, tour, connect INSTANCE.\n"

    /// The greeting above the first prompt: the instance, whether work is kept, and where to learn more.
    private var greeting: String {
        var text = "Snowdeck \(Snowdeck.version)"
        if case .playing(_, let path) = options.slot {
            text += ", answering from \(SafeText.line(path))"
        } else if options.instance == options.sandbox {
            text += " on the sandbox, " + (globals[.sandbox] == nil ? "gone when you leave" : "kept in its file")
        } else {
            text += " on \(options.instance.name)" + (options.profile?.writeGuard == .readOnly ? ", read-only" : "")
        }
        if options.slot.isExtending, let path = options.slot.path { text += ", extending \(SafeText.line(path))" }
        return text + ". Tab completes, ? helps."
    }

    func run(_ invocation: Invocation) async throws(Problem) -> Int32 {
        var options = options
        options.isSingleCommand = true
        if environment.inputIsTerminal, environment.outputIsTerminal { host.allowUserPrompts() }
        options.forgetsSandbox = globals[.sandbox] == nil
        let session = ShellSession(host: host.environment, options: options)
        let signals = interrupting(session, serves: invocation.serves)
        defer { signals.stop() }
        let status = await session.run(invocation)
        return try await finish(session, status, serves: invocation.serves)
    }

    func run(file: String, keepsGoing: Bool) async throws(Problem) -> Int32 {
        let session = ShellSession(host: host.environment, options: options)
        let signals = interrupting(session)
        defer { signals.stop() }
        if file == "-" {
            host.reserveStandardInput()
            let runner = ScriptRunner(session, name: "standard input", keepsGoing: keepsGoing)
            return try await finish(session, await runner.run(PlainReader(descriptor: STDIN_FILENO)))
        }
        let bytes = try MachineFiles.read(file)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.usage, "\(file) is not UTF-8 text; nothing was run.")
        }
        return try await finish(session, await ScriptRunner(session, name: file, keepsGoing: keepsGoing).run(text))
    }

    /// On the first Ctrl-C, interrupts the running command. If it does not end, the second warns and the third ends the
    /// program from the signal thread. SIGTERM and SIGHUP interrupt the command, close the tape and end the program by
    /// the signal.
    ///
    /// - Parameter serves: whether the command is a server, which ends normally on SIGTERM.
    private func interrupting(_ session: ShellSession, serves: Bool = false) -> SignalPipe {
        let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP])
        let unheeded = Atomic(0), endings = Atomic(0)
        signals.onEach(on: thread.helper) { [self] number in
            if number == SIGINT || serves && number == SIGTERM {
                if session.interrupt() { return unheeded.store(0, ordering: .relaxed) }
                guard unheeded.add(1, ordering: .relaxed).newValue == 1 else {
                    _exit(Problem.Kind.interrupted.exitStatus)
                }
                _ = try? StreamSink.standardError.say("\nPress Ctrl-C again to end Snowdeck at once.\n")
            } else if endings.add(1, ordering: .relaxed).newValue > 1 {
                // A second signal does not wait for a command that cannot be interrupted.
                SignalPipe.die(by: number)
            } else {
                Task { await end(session, by: number) }
            }
        }
        return signals
    }

    /// How long an interrupted command may take before the program ends anyway, in nanoseconds.
    private static let patience: UInt64 = 5_000_000_000

    /// Ends a session by a signal. If a command is running it is interrupted, and its runner closes the tape; else the
    /// tape is closed here.
    private func end(_ session: ShellSession, by number: Int32) async {
        Task {
            try? await Task.sleep(nanoseconds: Self.patience)
            session.closeUnderCommand()
            SignalPipe.die(by: number)
        }
        guard await session.stop() else { return }
        await session.closeReportingErrors()
        sandbox.stop()
        await session.options.history?.close()
        SignalPipe.die(by: number)
    }

    func tour() async throws(Problem) -> Int32 {
        let names = globals[.instance] != nil && options.instance != options.sandbox
        guard !names, !options.slot.isPlaying else {
            throw Problem(.usage, "The tour runs on the sandbox.", hints: ["snowdeck tour"])
        }
        let isInteractive = environment.inputIsTerminal && environment.outputIsTerminal
        var options = sandboxOptions
        options.usesPager = isInteractive
        let session = ShellSession(host: host.environment, options: options)
        let signals = interrupting(session)
        defer { signals.stop() }
        if isInteractive { host.allowUserPrompts() }
        var reader: any LineReader = PlainReader(descriptor: STDIN_FILENO)
        if isInteractive { reader = editor(session) }
        return try await finish(session, await Tour(session: session, reader: globals[.noInput] ? nil : reader).run())
    }

    /// The options for the sandbox, ignoring the default profile.
    private var sandboxOptions: SessionOptions {
        var options = options
        (options.instance, options.profile) = (options.sandbox, nil)
        options.signIn = SignInChoice(user: options.sandboxUser)
        return options
    }

    /// Completes a shell command line. Requests go only to the sandbox, and their tape is discarded.
    func complete(_ words: [String]) async -> [Candidate] {
        let named = ProgramArguments.namedInstance(in: words)
        let isSandbox = named.map { $0.lowercased() == "sandbox" } ?? (options.instance == options.sandbox)
        var options = isSandbox ? sandboxOptions : options
        let folder = environment.stateFolder + "/scratch"
        for folder in [environment.stateFolder, folder] { MachineFiles.makePrivateFolder(folder) }
        // Those of completions that were killed.
        for name in Folder.names(in: folder) where name.hasPrefix("complete-") && name.hasSuffix(".cassette") {
            try? host.environment.tapes.hold(folder + "/" + name).remove()
        }
        let tape = folder + "/complete-\(environment.processID).cassette"
        options.slot = .waiting(path: tape, replacing: false)
        let session = ShellSession(host: host.environment, options: options)
        let found = await session.complete(arguments: words, isOffline: !isSandbox)
        try? await session.close()
        sandbox.stop()
        try? host.environment.tapes.hold(tape).remove()
        return found
    }

    private func readStartUpFile(_ session: ShellSession) async throws(Problem) {
        let path = environment.startUpPath
        guard access(path, R_OK) == 0 else { return }
        await session.startUp(String(decoding: try MachineFiles.read(path), as: UTF8.self), named: path)
    }

    private func finish(_ session: ShellSession, _ status: Int32, serves: Bool = false) async throws(Problem) -> Int32 {
        if let number = SignalPipe.end, !(serves && number == SIGTERM) {
            await session.closeReportingErrors()
            sandbox.stop()
            SignalPipe.die(by: number)
        }
        try await session.close()
        sandbox.stop()
        return status
    }
}

extension Invocation {
    /// Whether the command is a server, which runs until it is stopped.
    fileprivate var serves: Bool { (try? CommandTable.match(self))?.command.servesUntilEnded ?? false }
}
