import Glibc

/// The writer's lock of a cassette that is to be deleted or renamed. Nothing is opened with SQLite, so that works on a
/// full disk and for a damaged file.
package final class CassetteHold {
    private let file: CassetteFile
    /// Nil if the full disk has no space for the lock's file, so no other process can have one.
    private var lock: CassetteLock?

    /// Throws `.locked` while a process records onto it, and `.foreign` for a file that is no cassette.
    package init(of path: String, holder: LockHolder = LockHolder()) throws(CassetteError) {
        let place = try CassetteFile(at: path)
        guard place.exists else {
            throw CassetteError(.missing, path: path, "There is no cassette \(place.quoted).")
        }
        guard place.isMarked || CassetteConnection.isRestored(place) else {
            throw CassetteError(.foreign, path: path, "\(place.quoted) is not a cassette; name another file.")
        }
        do throws(CassetteError) {
            lock = try CassetteLock(of: place, holder: holder, wait: 0) { _ in }
        } catch {
            guard error.kind == .full else { throw error }
        }
        // Again: the lock's last holder may have deleted the file.
        file = try CassetteFile(at: path)
        guard file.exists else {
            throw CassetteError(.missing, path: path, "There is no cassette \(file.quoted).")
        }
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

    /// Releases the lock early.
    package func release() { lock = nil }
}
