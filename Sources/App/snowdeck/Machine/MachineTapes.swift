import CassetteStore
import ExchangeModel
import Glibc
import Programs
import TapeDeck
import Workbench

struct MachineTapes: TapeStorage {
    private let environment: MachineEnvironment
    private let clock: any Clock
    private let secrets: SecretBook
    private let bodyLimit: Int
    private let network: @Sendable () -> any Transport
    /// Waits a number of microseconds while another command holds the tape of the day.
    var pause: @Sendable (Int64) -> Void = { usleep(UInt32(clamping: $0)) }

    init(
        _ environment: MachineEnvironment, clock: any Clock, secrets: SecretBook, bodyLimit: Int,
        network: @escaping @Sendable () -> any Transport
    ) {
        self.environment = environment
        self.clock = clock
        self.secrets = secrets
        self.bodyLimit = bodyLimit
        self.network = network
        let folder = environment.stateFolder
        catalog = TapeCatalog(path: folder + "/tapes.sqlite") {
            MachineFiles.makePrivateFolder(folder)
            MachineFiles.makePrivate($0)
        }
    }

    let catalog: TapeCatalog

    private var hostName: String? { environment.hostName }
    private var ownFolder: String { environment.stateFolder + "/tapes" }

    func path(_ name: String) -> String {
        let isPath = name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".cassette")
        return isPath ? name : "sessions/\(name).cassette"
    }

    func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    func newPath() -> String { preparedFolder().newPath(at: clock.now, process: environment.processID) }

    private func preparedFolder() -> TapeFolder {
        for folder in [environment.stateFolder, ownFolder] { MachineFiles.makePrivateFolder(folder) }
        scratch.removeLeftovers()
        return TapeFolder(path: ownFolder)
    }

    func usageToReport(after path: String) -> TapeUsage? {
        guard path.hasPrefix(ownFolder + "/") else { return nil }
        // Only whether the day is another one counts, so a clock that was wrong once causes at most one more report.
        let stamp = environment.stateFolder + "/tapes.measured", today = Array((clock.now.civil.dateText + "\n").utf8)
        guard (try? MachineFiles.readRegular(stamp)) != today else { return nil }
        if let file = try? OutputFile(stamp, .replace, isPrivate: true) { try? file.put(today) }
        let usage = TapeFolder(path: ownFolder).automaticUsage
        return usage.size < TapeUsage.limit ? nil : usage
    }

    func hold(_ path: String) throws(CassetteError) -> CassetteHold {
        try CassetteHold(of: path, holder: LockHolder(host: hostName, since: clock.now))
    }

    func leftovers() -> [CassetteLeftover] { Self.leftovers(environment) }

    static func leftovers(_ environment: MachineEnvironment) -> [CassetteLeftover] {
        ["sessions", "recipes", environment.stateFolder + "/tapes"].flatMap(CassetteLeftover.all)
    }

    func list() -> [CassetteInfo] {
        (TapeFolder(path: "sessions", isProject: true).facts + TapeFolder(path: ownFolder).facts).sorted {
            $0.changed > $1.changed
        }
    }

    func recordOfDay(at place: String, session: SessionRecord) throws(Problem) -> (deck: RecordingDeck, path: String) {
        let secrets = secrets, clock = clock, network = network
        let folder = preparedFolder()
        // The second tape is waited for too: all commands that waited for the first begin it at the same moment.
        var number = 1
        while true {
            let path = folder.path(of: clock.now, at: place, number: number)
            do throws(CassetteError) {
                let cassette = try Cassette.recording(
                    at: path, wait: number <= 2 ? 1_000_000 : 0,
                    holder: LockHolder(host: hostName, since: session.startedAt), bodyLimit: bodyLimit,
                    lastResort: ownFolder, pause: pause)
                let deck = RecordingDeck(
                    session: session, secrets: secrets, clock: clock, open: { () throws(CassetteError) in cassette },
                    next: { () throws(TransportFailure) in network() })
                return (deck, path)
            } catch {
                guard [.locked, .corrupt, .foreign, .newer].contains(error.kind), number < 1000 else {
                    throw ProblemMapper.problem(error)
                }
                number += 1
            }
        }
    }

    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        // An empty tape takes the old one's place in one step: until there is one, the old tape stays.
        if replacing, try isReplaceable(path) {
            do { try make(at: path, replacing: true, bodyLimit: bodyLimit) { _ in } } catch {
                throw ProblemMapper.problem(error)
            }
        }
        let host = hostName, bodyLimit = bodyLimit, lastResort = ownFolder, network = network
        return RecordingDeck(
            session: session, secrets: secrets, clock: clock,
            open: { () throws(CassetteError) in
                try Cassette.recording(
                    at: path, holder: LockHolder(host: host, since: session.startedAt), bodyLimit: bodyLimit,
                    lastResort: lastResort)
            },
            next: { () throws(TransportFailure) in network() })
    }

    /// Fills `PATH.partial` and renames it. If the process is killed, the next one starts that file over.
    func make(at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void) throws {
        let draft = path + ".partial"
        try makeRoom(at: draft)
        let exists = try replacing && isReplaceable(path)
        do {
            let holder = LockHolder(host: hostName, since: clock.now)
            let cassette = try Cassette.recording(
                at: draft, isDraft: true, wait: 0, holder: holder, bodyLimit: bodyLimit)
            defer { try? cassette.close() }
            try write(cassette)
            try cassette.close()
            // A kill leaves a marked draft or the tape, never a draft that looks like a file of the user.
            try move(draft, to: path)
            chmod(path, 0o600)
        } catch {
            let cause = (error as? CassetteError)?.kind
            // Another process is making the same cassette.
            if cause != .locked { for suffix in ["", "-wal", "-shm"] { unlink(draft + suffix) } }
            var problem = ProblemMapper.problem(error)
            if cause == .full { problem = Problem(.tape, "\(path) cannot be written (disk or quota).") }
            problem.notes.append(exists ? "\(path) is unchanged." : "\(path) was not made.")
            throw problem
        }
    }

    func play(_ path: String) throws(CassetteError) -> Cassette { try Cassette.playing(at: path, bodyLimit: bodyLimit) }

    func edit(_ path: String) throws(CassetteError) -> Cassette {
        try Cassette.recording(
            at: path, wait: 0, holder: LockHolder(host: hostName, since: clock.now), bodyLimit: bodyLimit,
            lastResort: ownFolder)
    }

    private var scratch: ScratchTapes {
        ScratchTapes(folder: environment.stateFolder + "/scratch", process: environment.processID)
    }

    func scratchPath(_ name: String) -> String {
        scratch.removeLeftovers()
        let path = scratch.path(name)
        MachineFiles.makeFolders(above: path)
        for folder in [environment.stateFolder, scratch.folder] { MachineFiles.makePrivateFolder(folder) }
        return path
    }

    func store(at address: String) throws(Problem) -> (store: any TapeStore, folder: String) {
        // A name of its own: the same number may be another process in a container with the same home.
        let token = String(MachineEnvironment.randomSeed(), radix: 36)
        let folder = scratchPath("store").dropLast(".cassette".count) + "." + token
        guard mkdir(folder, 0o700) == 0 else {
            throw MachineFiles.systemError("\(folder) cannot be made", errno, kind: .tape)
        }
        switch StoreAddress(address) {
        case .folder(let path):
            let path = path == "~" || path.hasPrefix("~/") ? environment.home + path.dropFirst() : path
            return (FolderStore(path, token: token), folder)
        case .remote(let address): return (RcloneStore(address, environment: environment.variables), folder)
        case nil: throw StoreAddress.problem(address)
        }
    }

    func discardFolder(_ path: String) { _ = Folder.remove(path) }

    func digestsInGit() async throws(StoreFailure) -> Set<String> {
        try await TapeRef.digestsInGit(environment.variables)
    }

    func discard(_ path: String) throws(Problem) { try TapeFolder.remove(path) }

    func move(_ path: String, to other: String) throws(Problem) {
        guard rename(path, other) != 0 else { return }
        guard errno == EXDEV else {
            throw MachineFiles.systemError("\(path) cannot be moved to \(other)", errno, kind: .tape)
        }
        // The user's tapes and the project are on different file systems.
        try copy(path, to: other, isNew: false)
        try TapeFolder.remove(path)
    }

    func copy(_ path: String, to other: String, isNew: Bool) throws(Problem) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw MachineFiles.systemError("\(path) cannot be read", errno, kind: .tape) }
        defer { close(source) }
        let copy = try OutputFile(other, isNew ? .create : .replace, isPrivate: true)
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = read(source, &piece, piece.count), count != 0 {
            do throws(Problem) {
                guard count > 0 else { throw MachineFiles.systemError("\(path) cannot be read", errno, kind: .tape) }
                _ = try copy.write(Array(piece[..<count]))
            } catch {
                _ = try? copy.abandon(keeping: false)
                throw error
            }
        }
        try copy.finish()
    }

    /// Deletes the draft that a killed process left, unless another process fills it.
    private func makeRoom(at draft: String) throws(Problem) {
        var status = stat()
        guard lstat(draft, &status) == 0 else { return }
        let isLeft = DraftMark.isAt(draft)
        // A full disk leaves an empty one.
        guard isLeft || status.st_mode & S_IFMT == S_IFREG && status.st_size == 0 else {
            throw Problem(.tape, "\(draft) already exists and is not replaced; rename it first.")
        }
        let clears = isLeft ? try isReplaceable(draft) : true
        if clears { try TapeFolder.remove(draft) }
    }

    private func isReplaceable(_ path: String) throws(Problem) -> Bool {
        do throws(CassetteError) {
            let holder = LockHolder(host: hostName, since: clock.now)
            try Cassette.playing(at: path, bodyLimit: bodyLimit).close()
            try Cassette.recording(at: path, wait: 0, holder: holder).close()
            return true
        } catch {
            guard error.kind != .missing else { return false }
            throw Problem(.tape, error.message)
        }
    }
}

/// Temporary cassettes in the user's state folder: `draft-NAME-PROCESS.cassette`. They hold what is not to be shared,
/// so those that a killed process left are deleted.
struct ScratchTapes {
    let folder: String
    let process: Int32

    private static let prefix = "draft-"

    func path(_ name: String) -> String { "\(folder)/\(Self.prefix)\(name)-\(process).cassette" }

    func removeLeftovers() {
        for name in Folder.names(in: folder) where name.hasPrefix(Self.prefix) {
            guard let owner = Self.owner(of: name), owner != process, kill(owner, 0) != 0, errno == ESRCH else {
                continue
            }
            // A folder if it was to hold files of a store, perhaps of a process elsewhere.
            var status = stat()
            let path = folder + "/" + name
            guard unlink(path) != 0, errno == EISDIR, stat(path, &status) == 0 else { continue }
            if time(nil) - status.st_mtim.tv_sec > 86400 { _ = Folder.remove(path) }
        }
    }

    /// The process in the name of a cassette or of a file beside it.
    private static func owner(of name: String) -> Int32? {
        let stem = name.prefix { $0 != "." }
        return stem.split(separator: "-").last.flatMap { Int32($0) }
    }
}
