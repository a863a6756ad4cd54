import ExchangeModel
import Glibc
import LineEditing
import LiveTransport
import Notation
import NowSDK
import Programs
import Synchronization
import TapeDeck
import TapeFormats
import Tapes
import Workbench

struct MachineHost {
    private(set) var environment: HostEnvironment
    private let sources: SecretSources

    /// - Parameters:
    ///   - named: the sign-in that secrets given at start-up are for.
    ///   - isNonInteractive: `--no-input`.
    init(
        _ machine: MachineEnvironment, sandbox: EmbeddedSandbox, wire: WireOptions, named: StartUpSignIn,
        isNonInteractive: Bool, bodyLimit: Int
    ) {
        let clock = SystemClock(), secrets = SecretBook(), certificates = ClientCertificates()
        let zones = MachineZones(machine)
        let sources = SecretSources(
            machine, named: named, isNonInteractive: isNonInteractive, clock: clock, secrets: secrets,
            errors: StreamSink.standardError)
        self.sources = sources
        let tapes = MachineTapes(machine, clock: clock, secrets: secrets, bodyLimit: bodyLimit) {
            CurlTransport(
                wire, route: { url throws(TransportFailure) in try sandbox.route(url) },
                proof: { certificates.proof(for: $0) })
        }
        environment = HostEnvironment(
            clock: clock, secrets: secrets, standardOutput: StreamSink.standardOutput,
            standardError: StreamSink.standardError, files: MachineFileAccess(environment: machine, sources: sources),
            terminal: MachineTerminal(environment: machine, isNonInteractive: isNonInteractive), tapes: tapes,
            credentials: MachineCredentialAccess(sources: sources, certificates: certificates),
            browser: MachineBrowser { sources.browser }, zone: { zones.zone($0) }, variable: { machine[$0] },
            randomBytes: MachineEnvironment.randomBytes)
        secrets.harmlessHeaders = AllowedFindings.harmlessHeaders(beside: tapes.path("audit"), environment.files)
        environment.zoneNames = { zones.names }
        environment.draw = { dot throws(Problem) in try await Self.draw(dot, machine) }
    }

    private static func draw(_ dot: String, _ machine: MachineEnvironment) async throws(Problem) -> String {
        let run = ProgramRun(
            ["dot", "-Tsvg"], environment: machine.variables, input: .bytes(Array(dot.utf8)), limit: 64 << 20)
        let end: ProgramEnd
        do throws(ProgramFailure) { end = try await run.run() } catch {
            throw error == .cancelled
                ? Problem(.interrupted, "Interrupted.") : Problem(.refused, "dot of Graphviz cannot be started.")
        }
        if end.status == 0, !end.isCut { return String(decoding: end.output, as: UTF8.self) }
        throw Problem(.refused, "dot of Graphviz failed: \(SafeText.line(String(decoding: end.errors, as: UTF8.self)))")
    }

    func allowUserPrompts() { sources.isInteractive.store(true, ordering: .relaxed) }

    /// Standard input contains commands, so no secret is read from it.
    func reserveStandardInput() { sources.descriptors.reserveStandardInput() }
}

/// The user's files. Pipelines get no variables that may hold credentials.
private struct MachineFileAccess: FileAccess {
    let environment: MachineEnvironment
    let sources: SecretSources

    func read(_ path: String) throws(Problem) -> [UInt8] { try MachineFiles.read(path) }
    func readRegular(_ path: String) throws(Problem) -> [UInt8] { try MachineFiles.readRegular(path) }
    func source(_ path: String) throws(Problem) -> ImportSource { try MachineFiles.source(path) }
    func realPath(_ path: String) -> String? { MachineFiles.realPath(path) }
    func isLink(_ path: String) -> Bool { MachineFiles.isLink(path) }
    func startUpFile() throws(Problem) -> StartUpFile { try environment.startUpFile() }

    func save(_ file: StartUpFile) throws(Problem) {
        MachineFiles.makeFolders(above: environment.startUpPath)
        try OutputFile(environment.startUpPath, .replace, isPrivate: true).put(Array(file.text.utf8))
    }

    /// Beside the program's folder `bin`.
    var exampleFolder: String? {
        let program = MachineFiles.realPath("/proc/self/exe") ?? ""
        let prefix = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
        return MachineFiles.realPath(prefix + "/share/snowdeck/recipes").map { $0 + "/" }
    }

    func ownFile(_ name: String) -> String? { environment.stateFolder + "/" + name }

    func makePrivate(_ path: String, _ bytes: [UInt8]) throws(Problem) {
        MachineFiles.makeFolders(above: path)
        MachineFiles.makePrivateFolder(environment.stateFolder)
        try OutputFile(path, .create, isPrivate: true).put(bytes)
    }

    func isPrivate(_ path: String) -> Bool { MachineFiles.isPrivate(path) }
    func makeFolders(above path: String) { MachineFiles.makeFolders(above: path, mode: 0o777) }
    func open(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink { try OutputFile(path, mode) }

    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink {
        var inherited = sources.safeEnvironment
        inherited.merge(try PipelineVariables.fitting(variables, for: text)) { _, own in own }
        return try Pipeline(text, environment: inherited)
    }

    func contents(_ folder: String) -> [CompletionEnvironment.FileName] {
        TapeFolder.contents(of: folder, home: environment.home)
    }

    func programs(in folder: String) -> [String] { TapeFolder.programs(in: folder) }
}

private struct MachineCredentialAccess: CredentialAccess {
    let sources: SecretSources
    let certificates: ClientCertificates

    func source(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        certificates.use(choice, at: instance)
        let user = choice.user
        if instance.origin.host == EmbeddedSandbox.address.host, choice.kind == .basic, choice.from == nil,
            user == nil || user == EmbeddedSandbox.user
        {
            return FixedCredentials(.basic(user: EmbeddedSandbox.user, password: Secret("password")))
        }
        return MachineCredentials(choice, sources)
    }

    func lastUser(at instance: Instance) -> String? { sources.lastUsers[instance] }

    func accepted(at instance: Instance) -> SignInChoice? {
        sources.accepted(at: instance).map { known in
            var choice = known.choice
            if case .session(let session) = known.credential { choice.kind = session.kind }
            choice.user = choice.user ?? known.credential.user
            return choice
        }
    }

    func forgetAccepted(at instance: Instance) { sources.forgetAccepted(at: instance) }

    func canOpenBrowser(at instance: Instance) -> Bool { WindowSignIn(instance: instance, sources: sources).canShow }

    func forgetSecret(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool {
        do throws(SecretStoreError) { return try await sources.forget(choice, at: instance) } catch {
            throw Self.problem(error)
        }
    }

    func forgetRevokedToken(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool {
        WindowSignIn(instance: instance, sources: sources).forget()
        do throws(SecretStoreError) { return try await sources.forgetToken(of: choice, at: instance) } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: SecretStoreError) -> Problem {
        Task.isCancelled ? Problem(.interrupted, "Interrupted.") : Problem(.usage, error.message)
    }
}

struct MachineTerminal: TerminalAccess {
    let environment: MachineEnvironment
    let isNonInteractive: Bool

    var width: Int? { environment.width }

    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String {
        try checkInteractive()
        guard let names else { return try answer(await TerminalQuestions().ask(question)) }
        let offer: TerminalQuestions.Offer = { typed in
            let found = await names(typed)
            return Completions(
                replacing: 0..<typed.utf8.count, with: found.names.map { .init($0.name, $0.label) },
                isWhole: found.isWhole)
        }
        return try answer(await TerminalQuestions().ask(question, offering: offer))
    }

    func askSecret(_ question: String) async throws(Problem) -> String {
        try checkInteractive()
        return try answer(await TerminalQuestions().readSecret(prompt: question))
    }

    func edit(_ text: String) -> String? { ExternalEditor(environment: environment).edit(text) }

    func runProgram(_ arguments: [String]) -> Int32? {
        let variables = environment.variables.filter { !CredentialVariables.mayHold($0.key, $0.value) }
        // The same program, also if another one with its name was installed since.
        let start = ChildProgram.start(["/proc/self/exe"] + arguments, environment: variables, [:])
        let status = (try? start.get()).map(ChildProgram.end)
        // The prompt begins a line after ^C, too.
        if status == 130 { _ = try? StreamSink.standardError.say("\n") }
        return status
    }

    func wait(for end: EndSignal) async {
        // A background process that reads from the terminal would be stopped.
        let isInFront = tcgetpgrp(STDIN_FILENO) == getpgrp()
        guard isInFront, !isNonInteractive, TerminalQuestions().isAvailable, let wake = DescriptorPair.pipe() else {
            return await end.wait()
        }
        let watch = Task {
            await end.wait()
            var byte: UInt8 = 0
            _ = write(wake.write, &byte, 1)
        }
        // Enter, Ctrl-C, Ctrl-D and a hang-up all end it.
        _ = await TerminalQuestions().ask("Enter ends it. ", until: wake.read)
        end.signal()
        await watch.value
        wake.close()
    }

    var height: Int? { environment.height }

    var canReadKeys: Bool {
        tcgetpgrp(STDIN_FILENO) == getpgrp() && !isNonInteractive && TerminalQuestions().isAvailable
    }

    func pause(_ name: String, microseconds: Int64, on clock: any Clock, until end: EndSignal) async throws {
        let keys = canReadKeys ? TerminalKeys() : nil
        let ending = Mutex<(isOver: Bool, signal: Int32?)>((false, nil))
        let isListening =
            // A key pressed while a round of `watch` ran still counts.
            keys?.begin(dropping: false) { key in
                switch key {
                case .character("q"), .character("Q"), .character("\u{4}"), .interrupted: end.signal()
                case .ended(let signal):
                    // Also stops reading keys.
                    let isOver = ending.withLock { ending in
                        ending.signal = signal
                        return ending.isOver
                    }
                    if !isOver { end.signal() }
                default: break
                }
            } ?? false
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await end.pause(microseconds: microseconds, on: clock)) } catch {
            outcome = .failure(error)
        }
        ending.withLock { $0.isOver = true }
        if isListening { await keys?.end() }
        if let signal = ending.withLock({ $0.signal }) { TerminalKeys.deliver(signal) }
        try outcome.get()
    }

    private func checkInteractive() throws(Problem) {
        guard isNonInteractive else { return }
        throw Problem(.guardRefused, "--no-input was given, so nothing is asked.")
    }

    private func answer(_ answer: TerminalQuestions.Answer) throws(Problem) -> String {
        switch answer {
        case .text(let text): return text
        case .interrupted: throw Problem(.interrupted, "Interrupted.")
        case .end: throw Problem(.guardRefused, "No answer was given.")
        case .failed, .superseded: throw Problem(.guardRefused, "There is no terminal to ask on.")
        }
    }
}
