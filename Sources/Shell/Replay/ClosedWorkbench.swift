import CassetteStore
import ExchangeModel
import NowSDK
import TapeDeck

/// The workbench of a replay. It has no files, no programs, no terminal, no network and no credentials, so whatever an
/// untrusted tape holds, nothing outside is read, written, started or asked.
struct ClosedWorkbench: Workbench {
    let clock: any Clock
    let secrets = SecretBook()
    let standardOutput: any ByteSink
    let standardError: any ByteSink
    let width: Int? = nil
    /// Opens pipelines and files for a tape that the user trusts; nil for every other.
    let trusted: (any Workbench)?

    func readFile(_ path: String) throws(Problem) -> [UInt8] { throw closed("reads no file") }

    func startUpFile() throws(Problem) -> StartUpFile { throw closed("reads no start-up file") }
    func save(_ file: StartUpFile) throws(Problem) { throw closed("writes no start-up file") }
    func openFile(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink {
        guard let trusted else { throw closed("writes no file") }
        return try trusted.openFile(path, mode)
    }

    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink {
        guard let trusted else { throw closed("starts no program") }
        return try trusted.openPipeline(text, variables: variables)
    }

    let opensNothing = true
    func listen(_ transport: any Transport) throws(Problem) -> PageServer { throw closed("opens no browser") }
    func photograph(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8] {
        throw closed("opens no browser")
    }

    func ask(_ question: String) async throws(Problem) -> String { throw closed("asks nothing") }
    func cassettePath(_ name: String) -> String { name }
    func freshCassettePath() -> String { "" }
    func cassettes() -> [CassetteFact] { [] }
    func folderContents(_ folder: String) -> [Surroundings.FileName] { [] }

    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        throw closed("records nothing")
    }

    func play(_ path: String) throws(CassetteError) -> Cassette {
        throw CassetteError(.denied, path: path, "A replay opens no other cassette.")
    }

    func credentials(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        TapeCredentials(user: choice.user)
    }

    private func closed(_ what: String) -> Problem { Problem(.tape, "A replay \(what).") }
}
