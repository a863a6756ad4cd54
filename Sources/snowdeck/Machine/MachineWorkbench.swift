import CassetteStore
import ExchangeModel
import Glibc
import LineEditing
import LiveTransport
import NowSDK
import Shell
import Synchronization
import TapeDeck

/// The workbench of a process on this machine: its files, terminal, network, tapes and credentials.
final class MachineWorkbench: Workbench {
    let clock: any Clock = SystemClock()
    let secrets = SecretBook()
    let standardOutput: any ByteSink = StreamSink.standardOutput
    let standardError: any ByteSink = StreamSink.standardError

    var width: Int? { environment.width }
    /// The person's browser.
    var browser: BrowserProgram { sources.browser }
    /// What other programs are given of the environment.
    var harmlessEnvironment: [String: String] { sources.harmlessEnvironment }
    /// Where programs are looked for.
    var path: String? { environment["PATH"] }

    private let environment: MachineEnvironment
    private let zones: MachineZones
    private let sandbox: SandboxHost
    private let wire: WireOptions
    private let sources: SecretSources
    private let certificates = ClientCertificates()
    private let mayBlock: @Sendable () -> Bool
    let asksNothing: Bool
    private let bodyLimit: Int

    /// - Parameters:
    ///   - named: whom the secrets that were named at the start are for.
    ///   - mayBlock: whether the thread that it is called on may wait for an answer of the network.
    ///   - asksNothing: `--no-input`.
    init(
        _ environment: MachineEnvironment, sandbox: SandboxHost, wire: WireOptions, named: NamedSignIn,
        mayBlock: @escaping @Sendable () -> Bool = { false }, asksNothing: Bool, bodyLimit: Int
    ) {
        self.mayBlock = mayBlock
        self.environment = environment
        zones = MachineZones(environment)
        self.sandbox = sandbox
        self.wire = wire
        sources = SecretSources(
            environment, named: named, asksNothing: asksNothing, clock: clock, secrets: secrets, errors: standardError)
        self.asksNothing = asksNothing
        self.bodyLimit = bodyLimit
    }

    func readFile(_ path: String) throws(Problem) -> [UInt8] { try MachineFiles.read(path) }
    func readRegularFile(_ path: String) throws(Problem) -> [UInt8] { try MachineFiles.readRegular(path) }
    func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    func startUpFile() throws(Problem) -> StartUpFile { try environment.startUpFile() }

    func save(_ file: StartUpFile) throws(Problem) {
        MachineFiles.makeFolders(above: environment.startUpPath)
        try OutputFile(environment.startUpPath, .replace, isPrivate: true).put(Array(file.text.utf8))
    }

    func makeFolders(above path: String) { MachineFiles.makeFolders(above: path, mode: 0o777) }

    func openFile(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink { try OutputFile(path, mode) }

    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink {
        var inherited = sources.harmlessEnvironment
        inherited.merge(try PipelineVariables.fitting(variables, for: text)) { _, own in own }
        return PipelineSink(pipeline: try Pipeline(text, environment: inherited))
    }

    func ask(_ question: String) async throws(Problem) -> String {
        guard !asksNothing else { throw Problem(.guardRefused, "--no-input was given, so nothing is asked.") }
        return try answer(await TerminalQuestions().ask(question))
    }

    func ask(
        _ question: String, offering names: @escaping @Sendable (String) async -> RecordNames
    ) async throws(Problem) -> String {
        guard !asksNothing else { throw Problem(.guardRefused, "--no-input was given, so nothing is asked.") }
        let offer: TerminalQuestions.Offer = { typed in
            let found = await names(typed)
            return Completions(
                replacing: 0..<typed.utf8.count, with: found.names.map { .init($0.name, $0.label) },
                isWhole: found.isWhole)
        }
        return try answer(await TerminalQuestions().ask(question, offering: offer))
    }

    func askSecret(_ question: String) async throws(Problem) -> String {
        guard !asksNothing else { throw Problem(.guardRefused, "--no-input was given, so nothing is asked.") }
        return try answer(await TerminalQuestions().readSecret(prompt: question))
    }

    func variable(_ name: String) -> String? { environment[name] }
    func zone(_ name: String) -> ZoneRule? { zones.zone(name) }

    func cassettePath(_ name: String) -> String {
        let isPath = name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".cassette")
        return isPath ? name : "sessions/\(name).cassette"
    }

    /// The user's own tapes.
    private var tapeFolder: String { environment.stateFolder + "/tapes" }

    func freshCassettePath() -> String {
        for folder in [environment.stateFolder, tapeFolder] { MachineFiles.makePrivateFolder(folder) }
        let tapes = TapeFolder(tapeFolder)
        tapes.removeOld(before: clock.now.advanced(bySeconds: -30 * 86400))
        return tapes.freshPath(at: clock.now, process: environment.processID)
    }

    func cassettes() -> [CassetteFact] {
        (TapeFolder("sessions").facts + TapeFolder(tapeFolder).facts).sorted {
            $0.changed > $1.changed
        }
    }

    func folderContents(_ folder: String) -> [Surroundings.FileName] {
        TapeFolder.contents(of: folder, home: environment.home)
    }

    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        if replacing { try makeRoom(at: path) }
        let sandbox = sandbox, wire = wire, mayBlock = mayBlock, bodyLimit = bodyLimit, host = environment.hostName
        let lastResort = tapeFolder
        let certificates = certificates
        return RecordingDeck(
            session: session, secrets: secrets, clock: clock,
            open: { () throws(CassetteError) in
                try Cassette.recording(
                    at: path, holder: LockHolder(host: host, since: session.startedAt), bodyLimit: bodyLimit,
                    lastResort: lastResort)
            },
            next: { () throws(TransportFailure) in
                CurlTransport(
                    wire, route: { url throws(TransportFailure) in try sandbox.route(url) },
                    proof: { certificates.proof(for: $0) }, mayBlock: mayBlock)
            })
    }

    /// Fills `PATH.partial` and renames it. A killed process leaves that file; the next one starts it over.
    func makeCassette(at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void) throws {
        let isThere = try replacing && isReplaceable(path)
        let draft = path + ".partial"
        try makeRoom(at: draft)
        do {
            let holder = LockHolder(host: environment.hostName, since: clock.now)
            let cassette = try Cassette.recording(at: draft, wait: 0, holder: holder, bodyLimit: bodyLimit)
            defer { try? cassette.close() }
            try write(cassette)
            try cassette.close()
            try move(draft, to: path)
        } catch {
            let cause = (error as? CassetteError)?.kind
            // Another process that makes the same cassette has the draft.
            if cause != .locked { for suffix in ["", "-wal", "-shm"] { unlink(draft + suffix) } }
            var problem = ProblemMaking.problem(error)
            if cause == .full { problem = Problem(.tape, "\(path) cannot be written (disk or quota).") }
            problem.notes.append(isThere ? "\(path) is unchanged." : "\(path) was not made.")
            throw problem
        }
    }

    func play(_ path: String) throws(CassetteError) -> Cassette {
        try Cassette.playing(at: path, bodyLimit: bodyLimit, scratch: environment.stateFolder + "/scratch")
    }

    func edit(_ path: String) throws(CassetteError) -> Cassette {
        try Cassette.recording(
            at: path, wait: 0, holder: LockHolder(host: environment.hostName, since: clock.now), bodyLimit: bodyLimit,
            lastResort: tapeFolder)
    }

    func discard(_ path: String) throws(Problem) { try TapeFolder.remove(path) }
    func move(_ path: String, to other: String) throws(Problem) {
        guard rename(path, other) != 0 else { return }
        throw MachineFiles.trouble("\(path) cannot be replaced", errno, kind: .tape)
    }

    func credentials(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        certificates.use(choice, at: instance)
        let user = choice.user
        if instance.origin.host == SandboxHost.address.host, choice.kind == .basic, choice.from == nil,
            user == nil || user == SandboxHost.user
        {
            return FixedCredentials(.basic(user: SandboxHost.user, password: Secret("password")))
        }
        return MachineCredentials(choice, sources)
    }

    /// Says that a person types the commands.
    func attend() { sources.isAttended.store(true, ordering: .relaxed) }
    func lastUser(at instance: Instance) -> String? { sources.lastUsers[instance] }

    /// Says that commands are read from standard input, which then gives no secret.
    func leaveInput() { sources.descriptors.leaveInput() }

    func forgetRevokedToken(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool {
        do throws(SecretStoreError) { return try await sources.forgetToken(of: choice, at: instance) } catch {
            if Task.isCancelled { throw Problem(.interrupted, "Interrupted.") }
            throw Problem(.usage, error.message)
        }
    }

    func forgetSecret(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool {
        do throws(SecretStoreError) { return try await sources.forget(choice, at: instance) } catch {
            if Task.isCancelled { throw Problem(.interrupted, "Interrupted.") }
            throw Problem(.usage, error.message)
        }
    }

    /// Deletes a cassette that is to be started over. What is no cassette is not deleted, nor one that is being recorded.
    private func makeRoom(at path: String) throws(Problem) {
        if try isReplaceable(path) { try TapeFolder.remove(path) }
    }

    /// Whether there is a cassette to replace. Throws when it is no cassette, or another process records onto it.
    private func isReplaceable(_ path: String) throws(Problem) -> Bool {
        do throws(CassetteError) {
            let holder = LockHolder(host: environment.hostName, since: clock.now)
            try Cassette.playing(at: path, bodyLimit: bodyLimit).close()
            try Cassette.recording(at: path, wait: 0, holder: holder).close()
            return true
        } catch {
            guard error.kind != .missing else { return false }
            throw Problem(.tape, error.message)
        }
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
