package import CassetteStore
package import ExchangeModel
package import NowSDK
package import TapeDeck

/// What a session needs of the machine. The executable supplies it; replays and recipe steps get a restricted one.
package struct HostEnvironment: Sendable {
    /// The machine's clock; in a replay the tape's.
    package var clock: any Clock
    package var secrets: SecretBook
    package var standardOutput: any ByteSink
    package var standardError: any ByteSink
    package var files: any FileAccess
    package var terminal: any TerminalAccess
    package var tapes: any TapeStorage
    package var credentials: any CredentialAccess
    package var browser: any BrowserAccess
    /// The time zone with that name or POSIX rule; `local` is the user's own. Nil when there is none.
    package var zone: @Sendable (_ name: String) -> ZoneRule?
    /// The zones of the time-zone database, for completion.
    package var zoneNames: @Sendable () -> [String] = { [] }
    /// A variable of the environment; nil when it is not set or empty.
    package var variable: @Sendable (_ name: String) -> String?
    /// Unpredictable bytes. Nothing that a tape keeps depends on them.
    package var freshBytes: @Sendable (_ count: Int) -> [UInt8]

    package init(
        clock: any Clock, secrets: SecretBook, standardOutput: any ByteSink, standardError: any ByteSink,
        files: any FileAccess, terminal: any TerminalAccess, tapes: any TapeStorage,
        credentials: any CredentialAccess, browser: any BrowserAccess,
        zone: @escaping @Sendable (_ name: String) -> ZoneRule? = { _ in nil },
        variable: @escaping @Sendable (_ name: String) -> String? = { _ in nil },
        freshBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = { [UInt8](repeating: 0, count: $0) }
    ) {
        self.clock = clock
        self.secrets = secrets
        self.standardOutput = standardOutput
        self.standardError = standardError
        self.files = files
        self.terminal = terminal
        self.tapes = tapes
        self.credentials = credentials
        self.browser = browser
        self.zone = zone
        self.variable = variable
        self.freshBytes = freshBytes
    }
}

/// The user's files, the start-up file among them, and the pipelines that output goes into.
package protocol FileAccess: Sendable {
    /// The bytes of a file the user named; `-` is not special here.
    func read(_ path: String) throws(Problem) -> [UInt8]
    /// The same for a file that comes with a project. A named pipe, a device or a folder is refused: reading one could
    /// take forever.
    func readRegular(_ path: String) throws(Problem) -> [UInt8]
    /// The start-up file; without text when there is none.
    @Sendable func startUpFile() throws(Problem) -> StartUpFile
    /// Writes the start-up file, readable by its owner only.
    func save(_ file: StartUpFile) throws(Problem)
    /// Makes the missing folders above a file. Errors show when the file is made.
    func makeFolders(above path: String)
    /// Refuses a path that may not be named here, by its text alone.
    func admit(_ path: String) throws(Problem)
    /// The path with links resolved; nil when there is no such file or folder.
    func realPath(_ path: String) -> String?
    /// Opens a file for writing. It is unchanged until the sink is finished.
    func open(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink
    /// Starts the system's shell with a pipeline. The variables reach it as environment variables only.
    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink
    /// The entries of a folder, for completion. The folder is as typed, up to its last `/`; empty for the current one.
    @Sendable func contents(_ folder: String) -> [Surroundings.FileName]
    /// The names of the programs in a folder, for completion.
    func programs(in folder: String) -> [String]
}

extension FileAccess {
    package func readRegular(_ path: String) throws(Problem) -> [UInt8] { try read(path) }
    package func makeFolders(above path: String) {}
    package func admit(_ path: String) throws(Problem) {}
    package func realPath(_ path: String) -> String? { nil }
    @Sendable package func contents(_ folder: String) -> [Surroundings.FileName] { [] }
    package func programs(in folder: String) -> [String] { [] }

    /// Makes a file of these bytes, whole or not at all. Throws `Problem.fileStands` for an existing one unless replacing.
    package func make(_ path: String, _ bytes: [UInt8], replacing: Bool) throws(Problem) {
        try open(path, replacing ? .replace : .create).put(bytes)
    }
}

package protocol TerminalAccess: Sendable {
    typealias NameOffer = @Sendable (_ typed: String) async -> RecordNames

    /// The current columns of the terminal that standard output is; nil when it is none.
    var width: Int? { get }
    /// Whether no question is asked (`--no-input`).
    var asksNothing: Bool { get }
    /// Asks a question. Throws `.guardRefused` when there is no terminal or `--no-input` was given.
    func ask(_ question: String, offering names: NameOffer?) async throws(Problem) -> String
    /// Asks for something that is not shown while it is typed.
    func askSecret(_ question: String) async throws(Problem) -> String
    /// Opens a text in the user's editor and returns what became of it; nil when that failed.
    func edit(_ text: String) -> String?
    /// Waits until `end` is signaled, or the person presses Enter or Ctrl-C; says first how to end it.
    func wait(for end: EndSignal) async
    /// The current lines of the terminal that standard output is; nil when it is none.
    var height: Int? { get }
    /// Whether somebody can press a key.
    var hasKeys: Bool { get }
    /// Waits; ends early when `end` is signaled, or q or Ctrl-C is pressed, which signals it.
    ///
    /// - Parameter name: what the tape calls this wait.
    func pause(_ name: String, microseconds: Int64, on clock: any Clock, until end: EndSignal) async throws
}

extension TerminalAccess {
    package var width: Int? { nil }
    package var asksNothing: Bool { false }
    package func ask(_ question: String) async throws(Problem) -> String { try await ask(question, offering: nil) }
    package func askSecret(_ question: String) async throws(Problem) -> String {
        throw Problem(.guardRefused, "There is no terminal to ask on.")
    }
    package func edit(_ text: String) -> String? { nil }
    package func wait(for end: EndSignal) async { await end.wait() }
    package var height: Int? { nil }
    package var hasKeys: Bool { false }
    package func pause(
        _ name: String, microseconds: Int64, on clock: any Clock, until end: EndSignal
    ) async throws {
        try await end.pause(microseconds: microseconds, on: clock)
    }
}

/// Where cassettes are, and how they are opened.
package protocol TapeStorage: Sendable {
    /// The file that a cassette's name means: a path is itself, a bare name is a file of the project's `sessions` folder.
    func path(_ name: String) -> String
    func freshPath() -> String
    /// Cassettes of the project and the user's own, newest first.
    @Sendable func list() -> [CassetteFact]
    /// A deck that records onto a file, which is opened at the first command or exchange.
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck
    /// Makes a cassette that `write` fills, all of it or nothing.
    func make(at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void) throws
    func play(_ path: String) throws(CassetteError) -> Cassette
    /// Opens an existing cassette to change it, without waiting for another process.
    func edit(_ path: String) throws(CassetteError) -> Cassette
    func discard(_ path: String) throws(Problem)
    func move(_ path: String, to other: String) throws(Problem)
}

extension TapeStorage {
    package func path(_ name: String) -> String { name }
    package func freshPath() -> String { "" }
    @Sendable package func list() -> [CassetteFact] { [] }
    package func make(at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void) throws {
        throw Problem(.tape, "No cassette can be made here.")
    }
    package func edit(_ path: String) throws(CassetteError) -> Cassette {
        throw CassetteError(.denied, path: path, "No cassette is changed here.")
    }
    package func discard(_ path: String) throws(Problem) { throw Problem(.internal, "No cassette is deleted here.") }
    package func move(_ path: String, to other: String) throws(Problem) {
        throw Problem(.internal, "No cassette is renamed here.")
    }
}

/// Who signs in, and with what.
package protocol CredentialAccess: Sendable {
    func source(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource
    /// The user who signed in last at an instance, if remembered.
    func lastUser(at instance: Instance) -> String?
    /// Removes from the keyring what it keeps for a sign-in; false when it kept nothing.
    func forgetSecret(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool
    /// Removes a refresh token that was just revoked from the keyring, if this process read it from or wrote it there;
    /// false otherwise.
    func forgetRevokedToken(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool
}

extension CredentialAccess {
    package func lastUser(at instance: Instance) -> String? { nil }
    package func forgetSecret(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool { false }
    package func forgetRevokedToken(
        for instance: Instance, _ choice: SignInChoice
    ) async throws(Problem) -> Bool { false }
}

/// The person's browser, and ports of this machine that it can reach.
package protocol BrowserAccess: Sendable {
    /// Whether it is a replay's: visits come from the tape, and no browser is opened.
    var opensNothing: Bool { get }
    func listen(_ transport: any Transport) throws(Problem) -> PageServer
    /// Opens an address; false when no browser can show itself.
    func open(_ address: String) -> Bool
    /// A picture (PNG) of the whole page at an address, taken by a headless browser `width` CSS pixels wide.
    func photograph(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8]
}

extension BrowserAccess {
    package var opensNothing: Bool { false }
    package func open(_ address: String) -> Bool { false }
}

/// Somewhere bytes go: a stream of the process, a file, a pipeline.
package protocol ByteSink: Sendable {
    /// Writes all of it. False when the reader is gone, as after `| head`: no error, but no reason to go on.
    func write(_ bytes: [UInt8]) throws(Problem) -> Bool
    /// Ends it: puts the file in its place, waits for the pipeline. Streams of the process stay open.
    func finish() throws(Problem)
    /// Ends it before all was written: a file stays as it was. When `keeping`, the incomplete output is kept beside it.
    func abandon(keeping: Bool) throws(Problem) -> PartialOutput?
}

extension ByteSink {
    package func abandon(keeping: Bool) throws(Problem) -> PartialOutput? {
        try finish()
        return nil
    }

    package func put(_ bytes: [UInt8]) throws(Problem) {
        do throws(Problem) {
            _ = try write(bytes)
        } catch {
            _ = try? abandon(keeping: false)
            throw error
        }
        try finish()
    }
}
