package import ExchangeModel
import Notation
package import NowSDK
import Rendering
import TapeDeck
package import TapeFormats

/// What a session needs from the machine. Replays and recipe steps get a restricted one.
package struct HostEnvironment: Sendable {
    /// The machine's clock, or the tape's in a replay.
    package var clock: any Clock
    package var secrets: SecretBook
    package var standardOutput: any ByteSink
    package var standardError: any ByteSink
    package var files: any FileAccess
    package var terminal: any TerminalAccess
    package var tapes: any TapeStorage
    package var credentials: any CredentialAccess
    package var browser: any BrowserAccess
    /// The time zone of a name or POSIX rule; `local` is the user's zone. Nil if there is none.
    package var zone: @Sendable (_ name: String) -> ZoneRule?
    /// The zones of the time-zone database, for completion.
    package var zoneNames: @Sendable () -> [String] = { [] }
    /// An environment variable; nil if it is unset or empty.
    package var variable: @Sendable (_ name: String) -> String?
    /// Random bytes. Nothing recorded depends on them.
    package var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// Draws a graph of Graphviz as SVG.
    package var draw: @Sendable (_ dot: String) async throws(Problem) -> String = { _ throws(Problem) in
        throw Problem(.tape, "Nothing is drawn here.")
    }

    package init(
        clock: any Clock, secrets: SecretBook, standardOutput: any ByteSink, standardError: any ByteSink,
        files: any FileAccess, terminal: any TerminalAccess, tapes: any TapeStorage,
        credentials: any CredentialAccess, browser: any BrowserAccess,
        zone: @escaping @Sendable (_ name: String) -> ZoneRule? = { _ in nil },
        variable: @escaping @Sendable (_ name: String) -> String? = { _ in nil },
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = { [UInt8](repeating: 0, count: $0) }
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
        self.randomBytes = randomBytes
    }
}

/// The user's files, including the start-up file, and the pipelines that output is sent to.
package protocol FileAccess: Sendable {
    /// The contents of a file; `-` has no special meaning here.
    func read(_ path: String) throws(Problem) -> [UInt8]
    /// Like `read`, but rejects named pipes, devices and folders, because reading one could block forever.
    func readRegular(_ path: String) throws(Problem) -> [UInt8]
    /// The file for an import.
    func source(_ path: String) throws(Problem) -> ImportSource
    /// The start-up file, or an empty one.
    @Sendable func startUpFile() throws(Problem) -> StartUpFile
    /// Writes the start-up file with access for its owner only.
    func save(_ file: StartUpFile) throws(Problem)
    /// The path of a file of that name among the user's own files, which only they may read; nil if there are none.
    func ownFile(_ name: String) -> String?
    /// Creates a file that only the user may read.
    func makePrivate(_ path: String, _ bytes: [UInt8]) throws(Problem)
    /// Whether only the user may read a file.
    func isPrivate(_ path: String) -> Bool
    /// Creates the missing parent folders of a file. An error shows when the file is created.
    func makeFolders(above path: String)
    /// Throws if the text of the path is not allowed here.
    func admit(_ path: String) throws(Problem)
    /// Throws if no file may be created at the path here.
    func admitNew(_ path: String) throws(Problem)
    /// The path with symbolic links resolved; nil if it does not exist.
    func realPath(_ path: String) -> String?
    /// Whether the path is a symbolic link, also a dangling one.
    func isLink(_ path: String) -> Bool
    /// Opens a file for writing. It stays unchanged until the sink is finished.
    func open(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink
    /// Starts the system's shell with a pipeline. Variables are passed as environment variables only.
    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink
    /// The entries of a folder, for completion. The folder is as typed, up to its last `/`; empty is the current
    /// folder.
    @Sendable func contents(_ folder: String) -> [CompletionEnvironment.FileName]
    /// Names of the programs in a folder, for completion.
    func programs(in folder: String) -> [String]
    /// The folder of the recipes that are installed with the program, up to its last `/`; nil if there is none.
    var exampleFolder: String? { get }
}

extension FileAccess {
    package func readRegular(_ path: String) throws(Problem) -> [UInt8] { try read(path) }
    package func source(_ path: String) throws(Problem) -> ImportSource { ImportSource(try read(path)) }
    package func ownFile(_ name: String) -> String? { nil }
    package func makePrivate(_ path: String, _ bytes: [UInt8]) throws(Problem) {
        try make(path, bytes, replacing: false)
    }
    package func isPrivate(_ path: String) -> Bool { true }
    package func makeFolders(above path: String) {}
    package func admit(_ path: String) throws(Problem) {}
    package func admitNew(_ path: String) throws(Problem) {}
    package func realPath(_ path: String) -> String? { nil }
    package func isLink(_ path: String) -> Bool { false }
    @Sendable package func contents(_ folder: String) -> [CompletionEnvironment.FileName] { [] }
    package func programs(in folder: String) -> [String] { [] }
    package var exampleFolder: String? { nil }

    /// Writes a file completely or not at all. Throws `Problem.fileExists` if it exists, unless replacing.
    package func make(_ path: String, _ bytes: [UInt8], replacing: Bool) throws(Problem) {
        try open(path, replacing ? .renew : .create).put(bytes)
    }
}

package protocol TerminalAccess: Sendable {
    typealias NameCompleter = @Sendable (_ typed: String) async -> RecordNames

    /// The current columns of the terminal; nil if standard output is not a terminal.
    var width: Int? { get }
    /// Whether questions are disabled (`--no-input`).
    var isNonInteractive: Bool { get }
    /// Asks a question. Throws `.guardRefused` without a terminal or with `--no-input`.
    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String
    /// Asks for a secret, without echo.
    func askSecret(_ question: String) async throws(Problem) -> String
    /// Opens a text in the user's editor and returns the result; nil if that failed.
    func edit(_ text: String) -> String?
    /// Runs this program with other arguments at this terminal; nil if that is impossible.
    func runProgram(_ arguments: [String]) -> Int32?
    /// Prints how to stop, then waits until `end` is signaled or the user presses Enter or Ctrl-C.
    func wait(for end: EndSignal) async
    /// The current rows of the terminal; nil if standard output is not a terminal.
    var height: Int? { get }
    /// Whether keys can be read from a terminal.
    var canReadKeys: Bool { get }
    /// Waits; ends early when `end` is signaled. The keys q and Ctrl-C signal it.
    ///
    /// - Parameter name: the wait's name on the tape.
    func pause(_ name: String, microseconds: Int64, on clock: any Clock, until end: EndSignal) async throws
}

extension TerminalAccess {
    package var width: Int? { nil }
    package var isNonInteractive: Bool { false }
    package func ask(_ question: String) async throws(Problem) -> String { try await ask(question, offering: nil) }
    package func askSecret(_ question: String) async throws(Problem) -> String {
        throw Problem(.guardRefused, "There is no terminal to ask on.")
    }
    package func edit(_ text: String) -> String? { nil }
    package func runProgram(_ arguments: [String]) -> Int32? { nil }
    package func wait(for end: EndSignal) async { await end.wait() }
    package var height: Int? { nil }
    package var canReadKeys: Bool { false }
    package func pause(_ name: String, microseconds: Int64, on clock: any Clock, until end: EndSignal) async throws {
        try await end.pause(microseconds: microseconds, on: clock)
    }
}

/// Credentials and where they come from.
package protocol CredentialAccess: Sendable {
    func source(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource
    /// The user of the last sign-in at an instance, if remembered.
    func lastUser(at instance: Instance) -> String?
    /// The last sign-in that an instance accepted in this process, with its user if known.
    func accepted(at instance: Instance) -> SignInChoice?
    /// The next sign-in at an instance asks for its secret.
    func forgetAccepted(at instance: Instance)
    /// Whether a window of a browser can be opened for signing in.
    func canOpenBrowser(at instance: Instance) -> Bool
    /// Removes a sign-in's secret from the keyring; false if there was none.
    func forgetSecret(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool
    /// Removes what has become useless after signing out: a browser's profile, and a revoked refresh token from the
    /// keyring if this process read it from there or stored it there. Returns whether the keyring had something.
    func forgetRevokedToken(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool
}

extension CredentialAccess {
    package func lastUser(at instance: Instance) -> String? { nil }
    package func accepted(at instance: Instance) -> SignInChoice? { nil }
    package func forgetAccepted(at instance: Instance) {}
    package func canOpenBrowser(at instance: Instance) -> Bool { false }
    package func forgetSecret(for instance: Instance, _ choice: SignInChoice) async throws(Problem) -> Bool { false }
    package func forgetRevokedToken(
        for instance: Instance, _ choice: SignInChoice
    ) async throws(Problem) -> Bool { false }
}

/// The user's browser, and local ports for it.
package protocol BrowserAccess: Sendable {
    /// Whether this is a replay: visits come from the tape, and no browser is opened.
    var isReplaying: Bool { get }
    func listen(_ transport: any Transport) throws(Problem) -> PageServer
    /// Opens an address, which may be a secret. Nil if no browser can be shown, else a value to keep while the address
    /// may be used.
    func open(_ address: String) -> (any Sendable)?
    /// A PNG of the whole page at an address, taken by a headless browser `width` CSS pixels wide.
    func takeScreenshot(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8]
}

extension BrowserAccess {
    package var isReplaying: Bool { false }
    package func open(_ address: String) -> (any Sendable)? { nil }
}

/// A destination for bytes: a stream of the process, a file or a pipeline.
package protocol ByteSink: Sendable {
    /// Writes all bytes. False if the reader is gone, as after `| head`: not an error, but further output is pointless.
    func write(_ bytes: [UInt8]) throws(Problem) -> Bool
    /// Puts the file in place, or waits for the pipeline. Streams of the process stay open.
    func finish() throws(Problem)
    /// Discards what was written: a file stays as it was. With `keeping`, the incomplete output is kept next to it.
    func abandon(keeping: Bool) throws(Problem) -> PartialOutput?
}

extension ByteSink {
    /// Writes text of this program: messages, summaries, reports. What it quotes, such as the name of a file, cannot
    /// control the terminal. Everything but commands' output and own control characters is written with this.
    ///
    /// - Parameter paintsLabels: whether `error:` and `warning:` are colored.
    @discardableResult
    package func say(_ text: String, paintsLabels: Bool = false) throws(Problem) -> Bool {
        let plain = TerminalText.plain(text)
        return try write(Array((paintsLabels ? Style.labels(in: plain) : plain).utf8))
    }

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
