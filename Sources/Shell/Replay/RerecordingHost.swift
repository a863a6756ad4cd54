import CassetteStore
import ExchangeModel
import NowSDK
import Synchronization
import TapeDeck

extension HostEnvironment {
    /// The host for re-recording a tape. Inputs (files, answers) come from the old tape, and nothing on this machine is
    /// changed but the tape at `path`. Network, clock and credentials are the user's, credentials only for the chosen
    /// instance.
    func rerecording(_ inputs: RecordedInputs, at instance: Instance, onto path: String) -> HostEnvironment {
        HostEnvironment(
            clock: clock, secrets: secrets, standardOutput: NullSink(), standardError: NullSink(),
            files: RerecordingFiles(inputs: inputs), terminal: RerecordingTerminal(inputs: inputs, base: terminal),
            tapes: RerecordingTapes(base: tapes, path: path),
            credentials: RerecordingCredentials(base: credentials, instance: instance), browser: NoBrowser(), zone: zone
        )
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
            let places = inputs.indices.filter {
                inputs[$0].kind.hasPrefix(kind.rawValue) && inputs[$0].name == name
            }
            guard let first = places.first else { return nil }
            return places.count == 1 ? inputs[first] : inputs.remove(at: first)
        }
    }
}

private struct RerecordingFiles: FileAccess {
    let inputs: RecordedInputs

    func read(_ path: String) throws(Problem) -> [UInt8] {
        guard let recorded = inputs.take(.file, path) else {
            throw Problem(.usage, "The tape holds no file \(path).")
        }
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
    let path: String

    func newPath() -> String { path }
    func exists(_ path: String) -> Bool { path == self.path && base.exists(path) }
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        guard path == self.path, !replacing else {
            throw Problem(.guardRefused, "A tape that is recorded again chooses no cassette; \(path) was not opened.")
        }
        return try base.record(onto: path, replacing: false, session: session)
    }
    func play(_ path: String) throws(CassetteError) -> Cassette {
        guard path == self.path else {
            throw CassetteError(.denied, path: path, "A tape that is recorded again opens no other cassette.")
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

private struct NoBrowser: BrowserAccess {
    func listen(_ transport: any Transport) throws(Problem) -> PageServer {
        throw Problem(.internal, "Nothing can be served here.")
    }
    func takeScreenshot(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8] {
        throw Problem(.internal, "No picture can be taken here.")
    }
}
