import CassetteStore
import ExchangeModel
import NowSDK
import Synchronization
import TapeDeck

/// The workbench of a tape that is re-recorded. What its commands read (files, answers) comes from the old tape, what
/// they would do to this machine is not done, and what they ask of the instance is asked: the network, the clock and the
/// credentials are the user's own, the last for the chosen instance alone.
final class RerecordingWorkbench: Workbench {
    private let machine: any Workbench
    private let instance: Instance
    private let inputs = Mutex<[InputRecord]>([])

    init(_ machine: any Workbench, instance: Instance) {
        self.machine = machine
        self.instance = instance
    }

    /// What the command that comes next read when it was recorded.
    func begin(_ recorded: [InputRecord]) { inputs.withLock { $0 = recorded } }

    var clock: any Clock { machine.clock }
    var secrets: SecretBook { machine.secrets }
    var standardOutput: any ByteSink { NullSink() }
    var standardError: any ByteSink { NullSink() }
    let width: Int? = nil
    var asksNothing: Bool { machine.asksNothing }
    func zone(_ name: String) -> ZoneRule? { machine.zone(name) }

    func readFile(_ path: String) throws(Problem) -> [UInt8] {
        guard let recorded = take(.file, path) else { throw Problem(.usage, "The tape holds no file \(path).") }
        guard recorded.kind == InputKind.file.rawValue else {
            throw Problem(.usage, String(decoding: recorded.content, as: UTF8.self))
        }
        return recorded.content
    }

    /// The recorded answer. What was typed without echo is not on the tape: the user is asked for it.
    func ask(_ question: String) async throws(Problem) -> String {
        guard let recorded = take(.answer, question) else { return try await machine.ask(question) }
        guard recorded.kind == InputKind.answer.rawValue else {
            throw Problem(.guardRefused, String(decoding: recorded.content, as: UTF8.self))
        }
        return String(decoding: recorded.content, as: UTF8.self)
    }

    /// In recorded order; the last of a name stays, as in a replay.
    private func take(_ kind: InputKind, _ name: String) -> InputRecord? {
        inputs.withLock { inputs in
            let places = inputs.indices.filter {
                inputs[$0].kind.hasPrefix(kind.rawValue) && inputs[$0].name == name
            }
            guard let first = places.first else { return nil }
            return places.count == 1 ? inputs[first] : inputs.remove(at: first)
        }
    }

    func startUpFile() throws(Problem) -> StartUpFile { StartUpFile("") }
    func save(_ file: StartUpFile) throws(Problem) {}
    func openFile(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink { NullSink() }
    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink { NullSink() }

    func cassettePath(_ name: String) -> String { name }
    func freshCassettePath() -> String { "" }
    func cassettes() -> [CassetteFact] { [] }
    func folderContents(_ folder: String) -> [Surroundings.FileName] { [] }
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        try machine.record(onto: path, replacing: replacing, session: session)
    }
    func play(_ path: String) throws(CassetteError) -> Cassette { try machine.play(path) }

    func credentials(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        instance == self.instance ? machine.credentials(for: instance, choice) : FixedCredentials(.anonymous)
    }
}
