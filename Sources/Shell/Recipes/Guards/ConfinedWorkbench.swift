import CassetteStore
import ExchangeModel
import NowSDK
import TapeDeck

/// The workbench of a recipe's steps: files of the recipe's folder only, no terminal's width and times in UTC, so that a
/// recipe runs the same everywhere.
struct ConfinedWorkbench: Workbench {
    let base: any Workbench
    let folder: RecipeFolder
    let standardOutput: any ByteSink
    let standardError: any ByteSink
    let width: Int? = nil

    var clock: any Clock { base.clock }
    var secrets: SecretBook { base.secrets }
    var asksNothing: Bool { base.asksNothing }
    var opensNothing: Bool { base.opensNothing }

    func admit(_ path: String) throws(Problem) { _ = try folder.file(path) }
    func realPath(_ path: String) -> String? { base.realPath(path) }

    func readFile(_ path: String) throws(Problem) -> [UInt8] { try base.readRegularFile(try own(path)) }
    func openFile(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink {
        try base.openFile(try own(path), mode)
    }
    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink {
        try base.openPipeline(text, variables: variables)
    }
    func folderContents(_ folder: String) -> [Surroundings.FileName] { [] }
    func zone(_ name: String) -> ZoneRule? { base.zone(SettingTable.localZone).map { _ in .utc } }

    private func own(_ path: String) throws(Problem) -> String {
        let file = try folder.file(path)
        try folder.refuseLinks(file, path, on: base)
        return file
    }

    func startUpFile() throws(Problem) -> StartUpFile { StartUpFile("") }
    func save(_ file: StartUpFile) throws(Problem) { throw refused("changes no profile and no theme") }
    func ask(_ question: String) async throws(Problem) -> String { try await base.ask(question) }
    func cassettePath(_ name: String) -> String { base.cassettePath(name) }
    func freshCassettePath() -> String { base.freshCassettePath() }
    func cassettes() -> [CassetteFact] { [] }
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        throw refused("changes no tape")
    }
    func play(_ path: String) throws(CassetteError) -> Cassette {
        throw CassetteError(.denied, path: path, "A recipe opens no cassette.")
    }
    func credentials(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        base.credentials(for: instance, choice)
    }
    func listen(_ transport: any Transport) throws(Problem) -> PageServer { try base.listen(transport) }
    func freshBytes(_ count: Int) -> [UInt8] { base.freshBytes(count) }
    func wait(for end: EndSignal) async { await base.wait(for: end) }
    func openBrowser(_ address: String) -> Bool { base.openBrowser(address) }
    func photograph(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8] {
        try await base.photograph(address, width: width, isDark: isDark)
    }

    private func refused(_ what: String) -> Problem { Problem(.guardRefused, "A recipe \(what).") }
}

/// Passes a step's bytes on to the outer command's streams, without recording them there: they are on the step's record.
struct StepSink: ByteSink {
    let pass: @Sendable ([UInt8]) throws -> Void

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        do {
            try pass(bytes)
            return true
        } catch let problem as Problem {
            throw problem
        } catch {
            throw ProblemMaking.problem(error)
        }
    }

    func finish() throws(Problem) {}
}
