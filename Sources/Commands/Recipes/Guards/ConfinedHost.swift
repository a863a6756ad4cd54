import CassetteStore
import ExchangeModel
import NowSDK
import TapeDeck
import Workbench

extension HostEnvironment {
    /// The host of a recipe's steps: only files in the recipe's folder, no terminal width, and times in UTC, so that a
    /// recipe gives everyone the same output.
    ///
    /// - Parameters:
    ///   - trusts: whether files may be created and programs started.
    ///   - plans: whether creating and starting is only planned.
    func confined(
        to folder: RecipeFolder, trusts: Bool, plans: Bool, standardOutput: any ByteSink, standardError: any ByteSink
    ) -> HostEnvironment {
        var host = self
        (host.standardOutput, host.standardError) = (standardOutput, standardError)
        host.files = ConfinedFiles(base: files, folder: folder, trusts: trusts, plans: plans)
        host.terminal = ConfinedTerminal(base: terminal)
        host.tapes = ConfinedTapes(base: tapes)
        host.credentials = ConfinedCredentials(base: credentials)
        host.zone = { [zone] _ in zone(SettingTable.localZone).map { _ in .utc } }
        host.variable = { _ in nil }
        return host
    }
}

private func refused(_ what: String) -> Problem { Problem(.guardRefused, "A recipe \(what).") }

/// Files of the recipe's folder. Every file that a step writes passes `newFile`, whichever command or syntax led here.
private struct ConfinedFiles: FileAccess {
    let base: any FileAccess
    let folder: RecipeFolder
    let trusts: Bool
    let plans: Bool

    func admit(_ path: String) throws(Problem) { _ = try folder.file(path) }
    func realPath(_ path: String) -> String? { base.realPath(path) }
    func read(_ path: String) throws(Problem) -> [UInt8] { try base.readRegular(try own(path)) }
    func admitNew(_ path: String) throws(Problem) { _ = try newFile(path) }
    func open(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink {
        plans ? NullSink() : try base.open(try newFile(path), .create)
    }
    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink {
        if plans { return NullSink() }
        guard trusts else { throw refused("may start programs only with --trust") }
        return try base.openPipeline(text, variables: variables)
    }
    func startUpFile() throws(Problem) -> StartUpFile { StartUpFile("") }
    func save(_ file: StartUpFile) throws(Problem) { throw refused("changes no profile") }

    private func own(_ path: String) throws(Problem) -> String {
        let file = try folder.file(path)
        try folder.refuseLinks(file, path, among: base)
        return file
    }

    private func newFile(_ path: String) throws(Problem) -> String {
        guard trusts else { throw refused("may create files only with --trust") }
        let file = try folder.newFile(path)
        try folder.refuseLinks(file, path, among: base)
        if base.realPath(file) != nil {
            throw Problem(.guardRefused, "\(path) already exists, and a recipe replaces no file.")
        }
        return file
    }
}

private struct ConfinedTerminal: TerminalAccess {
    let base: any TerminalAccess

    var isNonInteractive: Bool { base.isNonInteractive }
    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String {
        try await base.ask(question)
    }
    func wait(for end: EndSignal) async { await base.wait(for: end) }
}

private struct ConfinedTapes: TapeStorage {
    let base: any TapeStorage

    func path(_ name: String) -> String { base.path(name) }
    func newPath() -> String { base.newPath() }
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        throw refused("changes no tape")
    }
    func play(_ path: String) throws(CassetteError) -> Cassette {
        throw CassetteError(.denied, path: path, "A recipe opens no tape.")
    }
}

private struct ConfinedCredentials: CredentialAccess {
    let base: any CredentialAccess

    func source(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        base.source(for: instance, choice)
    }
}

/// Passes a step's output to the outer command's streams without recording it there: the step's own record has it.
struct StepSink: ByteSink {
    let pass: @Sendable ([UInt8]) throws -> Void

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        do {
            try pass(bytes)
            return true
        } catch let problem as Problem {
            throw problem
        } catch {
            throw ProblemMapper.problem(error)
        }
    }

    func finish() throws(Problem) {}
}
