package import ExchangeModel
import Glibc

/// The writer's lock of a cassette: a file `NAME.lock` beside it, locked with `flock`, which a crash releases. It is a
/// separate file because SQLite's locks are lost when any other descriptor of the cassette is closed.
final class CassetteLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// The retry interval, in microseconds.
    static let step: Int64 = 20_000

    /// Takes the lock, retrying until `wait` microseconds were spent in `pause`.
    init(of cassette: CassetteFile, holder: LockHolder, wait: Int64, pause: (Int64) -> Void) throws(CassetteError) {
        path = cassette.real + ".lock"
        var left = wait
        while true {
            switch try CassetteLock.attempt(path, cassette) {
            case .held(let descriptor):
                let text = Array(holder.text.utf8)
                _ = text.withUnsafeBytes {
                    ftruncate(descriptor, 0) == 0 ? pwrite(descriptor, $0.baseAddress, $0.count, 0) : 0
                }
                self.descriptor = descriptor
                return
            case .removed: continue
            case .taken(let holder):
                guard left > 0 else {
                    throw CassetteError(
                        .locked, path: cassette.given,
                        "\(cassette.quoted) is being recorded by \(holder); "
                            + "end that session first, or record onto another tape.")
                }
                let step = min(CassetteLock.step, left)
                pause(step)
                left -= step
            }
        }
    }

    /// Whether the lock file is no longer at its path, so that another process can take the lock.
    var isGone: Bool { FileIdentity(of: descriptor)?.isGone(from: path) ?? false }

    /// Removes the file before releasing the lock: a process that opened it earlier finds, once it has the lock, that
    /// the file is gone, and starts again.
    deinit {
        if !isGone { unlink(path) }
        close(descriptor)
    }

    private enum Attempt {
        case held(Int32)
        case taken(by: String)
        /// Its holder removed the file after it was opened here and before it was locked.
        case removed
    }

    private static func attempt(_ path: String, _ cassette: CassetteFile) throws(CassetteError) -> Attempt {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw cassette.failure(errno, doing: "its lock file cannot be created") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { close(descriptor) }
            guard code == EWOULDBLOCK else { throw cassette.failure(code, doing: "its lock file cannot be locked") }
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
            return .taken(by: LockHolder.phrase(from: Array(bytes.prefix(max(0, count)))))
        }
        guard let ours = FileIdentity(of: descriptor), ours == FileIdentity(at: path) else {
            close(descriptor)
            return .removed
        }
        guard CassetteLeftover.isOurs(path) else {
            close(descriptor)
            throw CassetteError(
                .denied, path: cassette.given,
                "\(CassetteFile.quoted(path)) is not a lock of Snowdeck; rename it first.")
        }
        return .held(descriptor)
    }
}

/// The holder of a cassette's lock, as written in the lock file.
package struct LockHolder: Sendable, Hashable {
    package let processID: Int32
    /// The host name, if the caller knows it; useful on shared disks.
    package let host: String?
    package let since: Timestamp?

    /// This process; name and time come from the caller.
    package init(host: String? = nil, since: Timestamp? = nil) {
        processID = getpid()
        self.host = host
        self.since = since
    }

    /// What a lock file begins with.
    static let mark = Array("pid ".utf8)

    /// The lock file's text: one `name value` per line.
    var text: String {
        "pid \(processID)\n" + (host.map { "host \($0)\n" } ?? "") + (since.map { "since \($0)\n" } ?? "")
    }

    static func phrase(from bytes: [UInt8]) -> String {
        var words: [String] = []
        for line in bytes.prefix(512).split(separator: UInt8(ascii: "\n")) {
            guard line.allSatisfy({ (0x20...0x7E).contains($0) }), let space = line.firstIndex(of: 0x20) else {
                continue
            }
            let value = String(decoding: line[(space + 1)...], as: UTF8.self)
            switch String(decoding: line[..<space], as: UTF8.self) {
            case "pid": words.append("process \(value)")
            case "host": words.append("on \(value)")
            case "since": words.append("since \(value)")
            default: break
            }
        }
        return words.isEmpty ? "another process" : words.joined(separator: " ")
    }
}

/// The writer's lock of a cassette that is to be deleted or renamed. Nothing is opened with SQLite, so that works on a
/// full disk and for a damaged file.
package final class CassetteHold {
    private let file: CassetteFile
    /// Nil if the full disk has no space for the lock's file, so no other process can have one.
    private var lock: CassetteLock?

    /// Throws `.locked` while a process records onto it, and `.foreign` for a file that is no cassette.
    package init(of path: String, holder: LockHolder = LockHolder()) throws(CassetteError) {
        let place = try CassetteFile(at: path)
        guard place.exists else { throw CassetteError(.missing, path: path, "There is no tape \(place.quoted).") }
        guard place.isMarked || CassetteConnection.isRestored(place) else {
            throw CassetteError(.foreign, path: path, "\(place.quoted) is not a tape; name another file.")
        }
        do throws(CassetteError) {
            lock = try CassetteLock(of: place, holder: holder, wait: 0) { _ in }
        } catch {
            guard error.kind == .full else { throw error }
        }
        // Again: the lock's last holder may have deleted the file.
        file = try CassetteFile(at: path)
        guard file.exists else { throw CassetteError(.missing, path: path, "There is no tape \(file.quoted).") }
    }

    /// Whether a process that died left a log or a journal: what is not in the file yet, or no longer.
    package var hasLog: Bool { file.hasLog || access(file.real + "-journal", F_OK) == 0 }

    /// Deletes the file and what belongs to it; of a symbolic link only the link.
    package func remove() throws(CassetteError) {
        var status = stat()
        let isLink = lstat(file.given, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        guard unlink(file.given) == 0 || errno == ENOENT else {
            throw file.failure(errno, doing: "it cannot be deleted")
        }
        if !isLink { file.removeSidecars() }
    }

    package func release() { lock = nil }
}
