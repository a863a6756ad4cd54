import CassetteStore
import ExchangeModel
import Foundation
import GraphQLCommands
import NowSDK
import Recipes
import Sandbox
import Synchronization
import Tables
import TapeDeck
import Tapes
import Workbench

/// The environment of a session: a folder with real files and tapes, an in-process sandbox, a fixed clock, and scripted
/// answers.
final class TestMachine: FileAccess, TerminalAccess, TapeStorage, CredentialAccess, BrowserAccess {
    let folder: Folder
    let clock: any Clock = FixedClock()
    let secrets = SecretBook()
    let output = OutputBuffer()
    let errors = OutputBuffer()
    /// The user's browser.
    let browsing = FakeBrowser()
    private let instance: any Transport
    private let answers: Mutex<[String]>
    private let recorded = Mutex<[String]>([])
    private let chosen = Mutex<[String: SignInChoice]>([:])
    private let columns = Mutex<Int?>(nil)
    private let surrounding = Mutex<[String: String]>([:])
    private let ownZone = Mutex<ZoneRule?>(nil)

    /// - Parameters:
    ///   - instance: responds for every instance; default: a new sandbox.
    ///   - answers: to questions, in order; afterwards there is no terminal. `^C` cancels the command.
    init(
        _ folder: Folder? = nil, instance: (any Transport)? = nil, answers: [String] = []
    ) throws {
        self.folder = try folder ?? Folder()
        catalog = TapeCatalog(path: self.folder.path + "/tapes.sqlite") { _ in }
        self.instance = instance ?? TestSandbox()
        self.answers = Mutex(answers)
    }

    /// The tapes recorded onto, each once, in order.
    var tapes: [String] { recorded.withLock { $0 } }

    /// The sign-in choice last set for an instance.
    func choice(at instance: Instance) -> SignInChoice? { chosen.withLock { $0[instance.description] } }

    /// The terminal's width; nil without a terminal.
    var width: Int? {
        get { columns.withLock { $0 } }
        set { columns.withLock { $0 = newValue } }
    }

    /// The time zone of displayed times; nil shows them as stored.
    var zone: ZoneRule? {
        get { ownZone.withLock { $0 } }
        set { ownZone.withLock { $0 = newValue } }
    }

    /// Variables of the environment.
    var environment: [String: String] {
        get { surrounding.withLock { $0 } }
        set { surrounding.withLock { $0 = newValue } }
    }

    var host: HostEnvironment {
        var host = HostEnvironment(
            clock: clock, secrets: secrets, standardOutput: output, standardError: errors, files: self, terminal: self,
            tapes: self, credentials: self, browser: self,
            zone: { [self] in $0 == SettingTable.localZone ? zone : ZoneRule(named: $0, $0) },
            variable: { [self] in environment[$0] }, randomBytes: { [UInt8](repeating: 0xC4, count: $0) })
        // A picture of the first line; a table whose name is long has none.
        host.draw = { dot throws(Problem) in
            guard !dot.contains("sys_user_grmember") else {
                throw Problem(.refused, "dot of Graphviz cannot be started.")
            }
            return "<svg>\(dot.prefix { $0 != "{" })</svg>"
        }
        return host
    }

    func read(_ path: String) throws(Problem) -> [UInt8] {
        guard let bytes = folder.bytes(of: path) else { throw Problem(.usage, "There is no file \(path).") }
        return bytes
    }

    func realPath(_ path: String) -> String? { folder.realPath(path) }
    func startUpFile() throws(Problem) -> StartUpFile { StartUpFile(folder.text(of: "snowdeckrc") ?? "") }
    func save(_ file: StartUpFile) throws(Problem) { folder.write(Array(file.text.utf8), to: "snowdeckrc") }
    func makeFolders(above path: String) { folder.makeFolder(for: path) }
    func ownFile(_ name: String) -> String? { folder.path + "/state/" + name }
    func makePrivate(_ path: String, _ bytes: [UInt8]) throws(Problem) { folder.write(bytes, to: path) }
    func scratchPath(_ name: String) throws(Problem) -> String { "\(folder.path)/state/draft-\(name).cassette" }

    func open(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink {
        guard folder.hasFolder(for: path) else { throw Problem(.usage, "There is no folder for \(path).") }
        if mode == .create, folder.bytes(of: path) != nil { throw .fileExists(path) }
        return Collector { [folder] in folder.write($0, to: path, appends: mode == .append) }
    }

    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink {
        Collector { [output] bytes in
            output.add(ShellPipeline.run(text, input: bytes, variables: variables))
        }
    }

    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String {
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw Problem(.guardRefused, "There is no terminal to ask on.") }
        errors.add(Array((question + answer + "\n").utf8))
        if answer == "^C" { throw Problem(.interrupted, "Interrupted.") }
        return answer
    }

    /// Edits by the next answer: `OLD → NEW`.
    func edit(_ text: String) -> String? {
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let parts = answer?.components(separatedBy: " → "), parts.count == 2 else { return nil }
        return text.replacing(parts[0], with: parts[1])
    }

    func askSecret(_ question: String) async throws(Problem) -> String {
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw Problem(.guardRefused, "There is no terminal to ask on.") }
        errors.add(Array((question + "\n").utf8))
        return answer
    }

    func listen(_ transport: any Transport) throws(Problem) -> PageServer { browsing.listen(transport) }
    func open(_ address: String) -> (any Sendable)? {
        browsing.open(address)
        return address
    }
    func wait(for end: EndSignal) async { await browsing.run() }
    func takeScreenshot(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8] {
        browsing.open(address)
        await browsing.run()
        guard width != 666 else { throw Problem(.usage, "There is no browser.", hints: ["Get one."]) }
        // The first bytes of a PNG of that width, 600 pixels high.
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            + [0, 0, UInt8(width >> 8), UInt8(width & 255), 0, 0, 2, 0x58, isDark ? 1 : 0]
    }

    func path(_ name: String) -> String {
        if name.hasPrefix("/") { return name }
        return name.hasSuffix(".cassette") ? folder.path + "/" + name : "\(folder.path)/sessions/\(name).cassette"
    }

    let catalog: TapeCatalog
    func newPath() -> String { folder.path + "/tapes/fresh.cassette" }

    func list() -> [CassetteInfo] {
        folder.files(ending: ".cassette").sorted().map {
            CassetteInfo(
                path: $0, size: folder.bytes(of: $0)?.count ?? 0, changed: clock.now,
                isInProject: $0.contains("/sessions/"))
        }
    }

    func contents(_ path: String) -> [CompletionEnvironment.FileName] { folder.names(in: path) }
    func programs(in path: String) -> [String] {
        folder.names(in: path).filter {
            !$0.isFolder && FileManager.default.isExecutableFile(atPath: path + "/" + $0.name)
        }
        .map(\.name)
    }

    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        if replacing { folder.remove(path) }
        // A draft becomes the tape.
        let tape = path.hasSuffix(".recording") ? String(path.dropLast(".recording".count)) : path
        recorded.withLock { if !$0.contains(tape) { $0.append(tape) } }
        let instance = instance
        return RecordingDeck(
            session: session, secrets: secrets, clock: clock,
            open: { () throws(CassetteError) in try Cassette.recording(at: path, wait: 0) }, next: { instance })
    }

    func recordOfDay(at place: String, session: SessionRecord) throws(Problem) -> (deck: RecordingDeck, path: String) {
        let path = "\(folder.path)/tapes/2026-01-01-\(place).cassette"
        return (try record(onto: path, replacing: false, session: session), path)
    }

    func make(at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void) throws {
        if replacing { folder.remove(path) }
        let cassette = try Cassette.recording(at: path, wait: 0, bodyLimit: bodyLimit)
        try write(cassette)
        try cassette.close()
    }

    func play(_ path: String) throws(CassetteError) -> Cassette { try Cassette.playing(at: path) }
    func edit(_ path: String) throws(CassetteError) -> Cassette { try Cassette.recording(at: path, wait: 0) }
    func hold(_ path: String) throws(CassetteError) -> CassetteHold { try CassetteHold(of: path) }
    func leftovers() -> [CassetteLeftover] { CassetteLeftover.all(in: folder.path + "/sessions") }
    func discard(_ path: String) throws(Problem) { folder.remove(path) }
    func move(_ path: String, to other: String) throws(Problem) {
        try copy(path, to: other)
        folder.remove(path)
    }
    func copy(_ path: String, to other: String, isNew: Bool) throws(Problem) {
        guard let bytes = folder.bytes(of: path) else { throw Problem(.tape, "There is no \(path).") }
        folder.write(bytes, to: other)
    }

    /// Passwords of the sandbox's users: admin's own name, `password` for the others.
    func source(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        chosen.withLock { $0[instance.description] = choice }
        return FixedCredentials(
            choice.user.map { .basic(user: $0, password: Secret($0 == "admin" ? "admin" : "password")) } ?? .anonymous)
    }
}

struct FixedClock: Clock {
    var now: Timestamp { Timestamp(seconds: 1_767_225_600) }
    func sleep(microseconds: Int64) async throws {}
}

/// Collects a stream's bytes.
final class OutputBuffer: ByteSink {
    private let bytes = Mutex<[UInt8]>([])

    func write(_ piece: [UInt8]) throws(Problem) -> Bool {
        add(piece)
        return true
    }

    func finish() throws(Problem) {}
    func add(_ piece: [UInt8]) { bytes.withLock { $0 += piece } }

    /// The bytes written since the last call.
    func take() -> String {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

/// Buffers everything until it is finished.
final class Collector: ByteSink {
    private let bytes = Mutex<[UInt8]>([])
    private let done: @Sendable ([UInt8]) -> Void

    init(done: @escaping @Sendable ([UInt8]) -> Void) { self.done = done }

    func write(_ piece: [UInt8]) throws(Problem) -> Bool {
        bytes.withLock { $0 += piece }
        return true
    }

    func finish() throws(Problem) { done(bytes.withLock { $0 }) }
}
