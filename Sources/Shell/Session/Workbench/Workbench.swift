package import CassetteStore
package import ExchangeModel
package import NowSDK
package import TapeDeck

/// What the shell needs of the machine, and cannot have by itself: floor 5 implements it.
package protocol Workbench: Sendable {
    /// The machine's clock; in a replay the tape's.
    var clock: any Clock { get }
    /// The secrets of this process, for redaction by value.
    var secrets: SecretBook { get }
    /// Where results go.
    var standardOutput: any ByteSink { get }
    /// Where everything else goes.
    var standardError: any ByteSink { get }
    /// Columns of the terminal that standard output is at this moment; nil when it is none, or nobody's to ask.
    var width: Int? { get }
    /// Whether nobody is asked anything (`--no-input`).
    var asksNothing: Bool { get }

    /// The bytes of a file the user named; `-` is not special here.
    func readFile(_ path: String) throws(Problem) -> [UInt8]
    /// The bytes of a file that comes with a project, as recipes do. A named pipe, a device or a folder is refused: reading
    /// one could take forever.
    func readRegularFile(_ path: String) throws(Problem) -> [UInt8]
    /// The start-up file; without text when there is none.
    @Sendable func startUpFile() throws(Problem) -> StartUpFile
    /// Writes the start-up file, for its owner only.
    func save(_ file: StartUpFile) throws(Problem)
    /// Makes the folders above a file that a person keeps, where they are missing. What fails shows when the file is made.
    func makeFolders(above path: String)
    /// Refuses a path that may not be named here, by its text alone; most take every path.
    func admit(_ path: String) throws(Problem)
    /// Where a file or folder really stands, links followed; nil when there is none, or nobody can tell.
    func realPath(_ path: String) -> String?
    /// Opens a file for writing. It is as it was until the sink is finished.
    func openFile(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink
    /// Starts the system's shell with a pipeline. The variables reach it as environment variables only.
    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink
    /// Asks a question on the terminal. Throws `.guardRefused` when there is nobody to ask or `--no-input` was given.
    func ask(_ question: String) async throws(Problem) -> String
    /// The same, with names that Tab completes: of those that may begin with what was typed.
    func ask(
        _ question: String, offering names: @escaping @Sendable (_ typed: String) async -> RecordNames
    ) async throws(Problem) -> String
    /// Asks for something that is not shown while it is typed.
    func askSecret(_ question: String) async throws(Problem) -> String
    /// The time zone of that name, or by that POSIX rule; `local` is the user's own. Nil when there is none.
    func zone(_ name: String) -> ZoneRule?
    /// A variable of the environment; nil for one that is not there or empty.
    func variable(_ name: String) -> String?

    /// The file that a cassette's name means: a path is itself, a bare name is a file of the project's `sessions` folder.
    func cassettePath(_ name: String) -> String
    /// A new file among the user's own tapes.
    func freshCassettePath() -> String
    /// Cassettes of the project and the user's own, newest first.
    @Sendable func cassettes() -> [CassetteFact]
    /// What a folder holds, for completion: the folder as it was typed, up to its last `/`; empty for the current one.
    @Sendable func folderContents(_ folder: String) -> [Surroundings.FileName]
    /// A deck that records onto a file, which is opened when the first command or exchange comes.
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck
    /// Makes a cassette that `write` fills, all of it or nothing. Replaces an existing one only when told to.
    func makeCassette(at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void) throws
    /// Opens a cassette for playing.
    func play(_ path: String) throws(CassetteError) -> Cassette
    /// Opens a cassette that exists to change what stands on it; nobody is waited for.
    func edit(_ path: String) throws(CassetteError) -> Cassette
    /// Deletes a cassette that this process has made.
    func discard(_ path: String) throws(Problem)
    /// Gives a cassette that nobody has open another name in its folder.
    func move(_ path: String, to other: String) throws(Problem)
    /// Who signs in to an instance, and with what.
    func credentials(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource
    /// Who signed in last at an instance, as far as remembered.
    func lastUser(at instance: Instance) -> String?
    /// Takes what the keyring keeps for a sign-in out of it, and says whether there was anything. Throws when the keyring
    /// cannot be asked.
    func forgetSecret(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool
    /// Takes a refresh token that was just revoked out of the keyring, when this process had it from there or put it
    /// there, and says whether it did.
    func forgetRevokedToken(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool

    /// Puts a transport behind a free port of this machine.
    func listen(_ transport: any Transport) throws(Problem) -> PageServer
    /// Whether it is a replay's, which opens no browser: what one asked for comes from the tape.
    var opensNothing: Bool { get }
    /// Bytes that nobody can guess. Nothing that a tape keeps depends on them.
    func freshBytes(_ count: Int) -> [UInt8]
    /// Waits until `end` is told, or the person at the terminal presses Enter or Ctrl-C; says first how it is ended.
    func wait(for end: EndSignal) async
    /// Has the person's browser open an address; false when there is none that can show itself.
    func openBrowser(_ address: String) -> Bool
    /// A picture (PNG) of the whole page at an address, by a browser without a window of `width` CSS pixels.
    func photograph(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8]
}

extension Workbench {
    /// Makes a file of these bytes, whole or not at all. One that is there is replaced only when told; else
    /// `Problem.fileStands` is thrown.
    package func makeFile(_ path: String, _ bytes: [UInt8], replacing: Bool) throws(Problem) {
        try openFile(path, replacing ? .replace : .create).put(bytes)
    }
    /// Most read nothing but regular files.
    package func readRegularFile(_ path: String) throws(Problem) -> [UInt8] { try readFile(path) }
    /// Most write where folders are.
    package func makeFolders(above path: String) {}
    /// Most take every path.
    package func admit(_ path: String) throws(Problem) {}
    /// Most cannot tell.
    package func realPath(_ path: String) -> String? { nil }
    /// Most change none.
    package func edit(_ path: String) throws(CassetteError) -> Cassette {
        throw CassetteError(.denied, path: path, "No cassette is changed here.")
    }
    /// Most delete none.
    package func discard(_ path: String) throws(Problem) {
        throw Problem(.internal, "No cassette is deleted here.")
    }
    /// Most rename none.
    package func move(_ path: String, to other: String) throws(Problem) {
        throw Problem(.internal, "No cassette is renamed here.")
    }
    /// Most may ask.
    package var asksNothing: Bool { false }
    /// Most complete nothing.
    package func ask(
        _ question: String, offering names: @escaping @Sendable (_ typed: String) async -> RecordNames
    ) async throws(Problem) -> String {
        try await ask(question)
    }
    /// Most have nobody to ask.
    package func askSecret(_ question: String) async throws(Problem) -> String {
        throw Problem(.guardRefused, "There is no terminal to ask on.")
    }
    /// Most know no zone: times are shown as they are stored.
    package func zone(_ name: String) -> ZoneRule? { nil }
    /// Most remember nobody.
    package func lastUser(at instance: Instance) -> String? { nil }
    /// Most have no environment.
    package func variable(_ name: String) -> String? { nil }
    /// Most keep none.
    package func forgetRevokedToken(
        for instance: Instance, _ choice: SignInChoice
    ) async throws(Problem) -> Bool { false }
    /// Most make none.
    package func makeCassette(
        at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void
    ) throws {
        throw Problem(.tape, "No cassette can be made here.")
    }
    /// Most serve nothing.
    package func listen(_ transport: any Transport) throws(Problem) -> PageServer {
        throw Problem(.internal, "Nothing can be served here.")
    }
    /// Most open what is asked for, if they can.
    package var opensNothing: Bool { false }
    /// Most need none.
    package func freshBytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    /// Most have nobody who presses a key.
    package func wait(for end: EndSignal) async { await end.wait() }
    /// Most have no browser.
    package func openBrowser(_ address: String) -> Bool { false }
    /// Most take no pictures.
    package func photograph(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8] {
        throw Problem(.internal, "No picture can be taken here.")
    }
    /// Most keep nothing.
    package func forgetSecret(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool { false }
}
