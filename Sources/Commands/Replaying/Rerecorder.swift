import CassetteStore
import ExchangeModel
import Notation
package import NowSDK
import Synchronization
import TapeDeck
import Tapes
package import Workbench

/// Runs a tape's commands again to record another tape, and reports what changed.
///
/// The tape is untrusted: it decides what is requested, and the user from which instance, the embedded sandbox or a
/// named one. No other is contacted, nothing is changed there without `--allow-writes`, and only the new tape is
/// opened and written: nothing on the tape chooses a file, a port or a program.
package struct Rerecorder: Sendable {
    /// The instance that the user named, and how to sign in.
    package struct Target: Sendable {
        package var instance: Instance
        /// The sign-in; without a user, the tape's.
        package var signIn: SignInChoice
        package var profile: Profile?

        package init(_ instance: Instance, _ signIn: SignInChoice, profile: Profile?) {
            self.instance = instance
            self.signIn = signIn
            self.profile = profile
        }
    }

    private let host: HostEnvironment
    private let sandbox: Instance
    private let target: Target?
    private let allowWrites: String?
    private let version: String
    private let executor: (any TaskExecutor)?
    private let renewSandbox: @Sendable () -> Void

    /// - Parameters:
    ///   - target: the instance of `--instance`; nil allows only tapes of the sandbox.
    ///   - allowWrites: the instance of `--allow-writes`.
    ///   - renewSandbox: resets the embedded sandbox, since each session of a tape had its own.
    package init(
        _ host: HostEnvironment, sandbox: Instance, target: Target?, allowWrites: String?, version: String,
        executor: (any TaskExecutor)? = nil, renewSandbox: @escaping @Sendable () -> Void = {}
    ) {
        self.renewSandbox = renewSandbox
        self.host = host
        self.sandbox = sandbox
        self.target = target
        self.allowWrites = allowWrites
        self.version = version
        self.executor = executor
    }

    /// Re-records the tape's commands. Returns 0 if there are no failures, 5 if there are; 4 if the instance did not
    /// answer, and then deletes the new tape.
    package func rerecord(_ path: String, onto new: String) async throws(Problem) -> Int32 {
        do {
            let old = try host.tapes.play(path)
            defer { try? old.close() }
            let draft = try TapeDraft(of: new, host) { say($0) }
            guard !draft.replaces else {
                throw Problem(.refused, "The tape \(new) already exists; name a new one.")
            }
            do {
                return try await perform(old, draft)
            } catch {
                try? draft.discard(host)
                throw error
            }
        } catch {
            throw ProblemMapper.problem(error)
        }
    }

    private func perform(_ old: Cassette, _ draft: TapeDraft) async throws -> Int32 {
        let sessions = try old.sessions()
        var failures = 0
        for session in sessions {
            if session.id != sessions.first?.id { renewSandbox() }
            let target = try runTarget(for: session, old.path)
            failures += try await run(session, of: old, target, onto: draft.path)
            if Task.isCancelled { break }
        }
        let again: Cassette
        do throws(CassetteError) { again = try host.tapes.play(draft.path) } catch {
            throw Problem(.tape, "\(old.path) has no command that can be run again; nothing was recorded.")
        }
        defer { try? again.close() }
        if let problem = try Self.absence(of: again, than: old) {
            throw Task.isCancelled
                ? Problem(.interrupted, "Interrupted before the instance answered; nothing was recorded.") : problem
        }
        if !Task.isCancelled, let problem = try Self.breakOff(of: again, failures, draft.target) { throw problem }
        let comparison = try TapeComparison(from: old, to: again)
        let text = DiffText(of: comparison, between: .tapeAndNow)
        try again.close()
        try draft.place(host)
        try host.standardOutput.say(text.lines + "\(SafeText.line(draft.target)): \(text.summary)\n")
        if Task.isCancelled { return Problem.Kind.interrupted.exitStatus }
        return comparison.count(.failure) > 0 ? Problem.Kind.tape.exitStatus : 0
    }

    private func runTarget(for session: SessionRecord, _ path: String) throws -> Target {
        let recorded = try Instance(session.instance)
        var choice = SessionChoices(reading: session.settings).signIn.withoutSources
        choice.user = session.user
        guard var target else {
            guard recorded == sandbox else {
                throw Problem(
                    .guardRefused,
                    "\(path) was recorded at \(recorded); a tape does not decide where credentials are sent.",
                    hints: ["snowdeck replay \(Quoting.word(path)) --rerecord -o NEW --instance \(recorded)"])
            }
            return Target(sandbox, choice, profile: nil)
        }
        if target.signIn == SignInChoice() { target.signIn = choice }
        if target.signIn.kind.wantsUser { target.signIn.user = target.signIn.user ?? session.user }
        return target
    }

    /// The profile whose guard applies: without `--allow-writes`, only the sandbox can be changed.
    private func guarding(_ target: Target) -> Profile? {
        if target.instance == sandbox { return target.profile }
        var profile =
            target.profile
            ?? Profile(target.instance.shortName, target.instance, signIn: target.signIn, writeGuard: .confirm)
        let allowed = allowWrites?.lowercased()
        let names = [
            profile.name.lowercased(), target.instance.name, target.instance.shortName, target.instance.description,
        ]
        if !(allowed.map(names.contains) ?? false) { profile.writeGuard = .readOnly }
        return profile
    }

    /// Runs a session's commands. Returns how many of them failed with an error of a tape.
    private func run(
        _ session: SessionRecord, of old: Cassette, _ target: Target, onto new: String
    ) async throws -> Int {
        let choices = SessionChoices(reading: session.settings)
        var settings = SessionSettings(width: session.width)
        for (name, value) in choices.settings { settings.set(name, to: value) }
        if settings.wide == nil { settings.set("wide", to: nil) }
        var options = SessionOptions(
            settings: settings, instance: target.instance, signIn: target.signIn, sandbox: sandbox,
            sandboxUser: session.user ?? "", slot: .waiting(path: new, replacing: false), allowWrites: allowWrites,
            version: version, seed: session.seed)
        options.variables = choices.variables
        options.profile = guarding(target)
        options.onlyOrigin = target.instance.origin.origin
        options.keepsTape = true
        options.executor = executor
        let recorded = RecordedInputs()
        let shell = ShellSession(host: host.rerecording(recorded, at: target.instance, onto: new), options: options)
        var failures = 0
        for command in try old.commands(of: session.id) {
            let inputs = try old.inputs(of: command.id)
            // The steps of a recipe are run by the recipe.
            if inputs.contains(where: { $0.kind == "within" }) { continue }
            if let reason = Self.omissionReason(of: command.line) {
                say("note: not run, because it \(reason): \(TerminalText.plain(command.line))\n")
                continue
            }
            recorded.begin(inputs)
            let place = command.exitStatus == 0 ? nil : try ScriptLocation(of: command, on: old)
            if await shell.run(command.line, from: place) == Problem.Kind.tape.exitStatus { failures += 1 }
            if Task.isCancelled { break }
        }
        try await shell.close()
        return failures
    }

    /// Why the new tape is not whole, as after a full disk: a command has not ended, or one that failed with an error of a
    /// tape is not on it. Nil if it is whole.
    private static func breakOff(of tape: Cassette, _ failures: Int, _ target: String) throws -> Problem? {
        var unfinished = 0, recorded = 0
        for session in try tape.sessions() {
            for command in try tape.commands(of: session.id) {
                if try tape.inputs(of: command.id).contains(where: { $0.kind == "within" }) { continue }
                if command.exitStatus == nil { unfinished += 1 }
                if command.exitStatus == Int(Problem.Kind.tape.exitStatus) { recorded += 1 }
            }
        }
        if unfinished == 0, failures <= recorded { return nil }
        let lost = Phrase.counted(max(unfinished, failures - recorded), "command")
        return Problem(
            .tape, "The recording broke off: \(lost) could not be written. \(target) was not made.",
            hints: ["Check the disk and its quota, then run it again."])
    }

    /// Why a line is not run; nil if it is. A tape's commands must not name places of secrets, other instances, local
    /// programs, cassettes or the user's files. A recording has no commands about these, so they were forged.
    private static func omissionReason(of line: String) -> String? {
        guard let invocation = try? Parser.parse(line), let command = try? CommandTable.match(invocation).command else {
            return nil
        }
        if command.traits.choosesInstance || command.traits.opensBrowser {
            return "decides where credentials go or what is started"
        }
        return command.traits.isRecorded ? nil : "is about this machine and never recorded"
    }

    /// Why the new tape has no responses although the old one has.
    private static func absence(of tape: Cassette, than old: Cassette) throws -> Problem? {
        guard try old.lastExchange() > 0 else { return nil }
        var last: Int64 = 0
        var failure: TransportFailure?
        while case let batch = try tape.requests(after: last, limit: 256), let end = batch.last?.id {
            last = end
            for exchange in batch {
                switch exchange.outcome {
                case .response: return nil
                case .failure(let own): failure = failure ?? own
                case .interrupted: continue
                }
            }
        }
        if let failure {
            return Problem(.network, "The instance did not answer, so nothing was recorded.", notes: [failure.message])
        }
        // No request was sent: signing in failed, or every command was rejected.
        let said = try tape.commands(after: 0, limit: 1).first.map { try tape.output(of: $0.id, .standardError) }
        let first = said?.split(separator: UInt8(ascii: "\n")).first.map { String(decoding: $0, as: UTF8.self) }
        return Problem(
            .refused, "No request was sent to the instance, so nothing was recorded.",
            notes: first.map { ["The first command said: \($0)"] } ?? [])
    }

    private func say(_ text: String) { _ = try? host.standardError.say(text) }
}

extension HostEnvironment {
    /// The host for re-recording a tape. Inputs (files, answers) come from the old tape, and nothing on this machine is
    /// changed but the tape at `path`. Network, clock and credentials are the user's, credentials only for the chosen
    /// instance.
    func rerecording(_ inputs: RecordedInputs, at instance: Instance, onto path: String) -> HostEnvironment {
        HostEnvironment(
            clock: clock, secrets: secrets, standardOutput: NullSink(), standardError: NullSink(),
            files: RerecordingFiles(inputs: inputs), terminal: RerecordingTerminal(inputs: inputs, base: terminal),
            tapes: RerecordingTapes(base: tapes, path: path),
            credentials: RerecordingCredentials(base: credentials, instance: instance),
            browser: ClosedBrowser(isReplaying: false), zone: zone)
    }
}

/// The inputs recorded for the commands of the old tape, one command at a time.
final class RecordedInputs: Sendable {
    private let inputs = Mutex<[InputRecord]>([])

    /// Sets the inputs of the next command.
    func begin(_ recorded: [InputRecord]) { inputs.withLock { $0 = recorded } }

    /// In recorded order; the last input of a name is used repeatedly, as in a replay.
    func take(_ kind: InputKind, _ name: String) -> InputRecord? {
        inputs.withLock { inputs in
            let places = inputs.indices.filter { inputs[$0].kind.hasPrefix(kind.rawValue) && inputs[$0].name == name }
            guard let first = places.first else { return nil }
            return places.count == 1 ? inputs[first] : inputs.remove(at: first)
        }
    }
}

private struct RerecordingFiles: FileAccess {
    let inputs: RecordedInputs

    func read(_ path: String) throws(Problem) -> [UInt8] {
        guard let recorded = inputs.take(.file, path) else { throw Problem(.usage, "The tape has no file \(path).") }
        guard recorded.kind == InputKind.file.rawValue else {
            throw Problem(.usage, String(decoding: recorded.content, as: UTF8.self))
        }
        return recorded.content
    }

    func startUpFile() throws(Problem) -> StartUpFile { StartUpFile("") }
    func save(_ file: StartUpFile) throws(Problem) {}
    func open(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink { NullSink() }
    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink { NullSink() }
}

private struct RerecordingTerminal: TerminalAccess {
    let inputs: RecordedInputs
    let base: any TerminalAccess

    var isNonInteractive: Bool { base.isNonInteractive }

    var canReadKeys: Bool { true }

    /// Ends where the recording ended; earlier pauses are real.
    func pause(_ name: String, microseconds: Int64, on clock: any Clock, until end: EndSignal) async throws {
        guard let recorded = inputs.take(.setting, name), !recorded.content.isEmpty else { return end.signal() }
        try await end.pause(microseconds: microseconds, on: clock)
    }

    /// The recorded answer. Answers typed without echo are not on the tape, so the user is asked again.
    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String {
        guard let recorded = inputs.take(.answer, question) else { return try await base.ask(question) }
        guard recorded.kind == InputKind.answer.rawValue else {
            throw Problem(.guardRefused, String(decoding: recorded.content, as: UTF8.self))
        }
        return String(decoding: recorded.content, as: UTF8.self)
    }
}

/// Only the new tape. No other is opened, whatever the old one names.
private struct RerecordingTapes: TapeStorage {
    let base: any TapeStorage
    package let path: String

    func newPath() -> String { path }
    package func exists(_ path: String) -> Bool { path == self.path && base.exists(path) }
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        guard path == self.path, !replacing else {
            throw Problem(.guardRefused, "A tape that is recorded again chooses no tape; \(path) was not opened.")
        }
        return try base.record(onto: path, replacing: false, session: session)
    }
    func play(_ path: String) throws(CassetteError) -> Cassette {
        guard path == self.path else {
            throw CassetteError(.denied, path: path, "A tape that is recorded again opens no other tape.")
        }
        return try base.play(path)
    }
}

private struct RerecordingCredentials: CredentialAccess {
    let base: any CredentialAccess
    let instance: Instance

    func source(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        instance == self.instance ? base.source(for: instance, choice) : FixedCredentials(.anonymous)
    }
}
