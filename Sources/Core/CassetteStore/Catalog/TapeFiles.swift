import ExchangeModel
import Glibc

/// Real paths and states of many files. Each folder is resolved and opened once, because with a thousand tapes in one,
/// resolving paths takes longer than finding a text.
struct TapeFiles {
    private final class Folder {
        let real: String
        let descriptor: Int32

        init?(_ path: String) {
            guard let real = TapeCatalog.resolved(path) else { return nil }
            descriptor = open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            self.real = real == "/" ? "" : real
        }

        deinit { close(descriptor) }
    }

    private var folders: [Substring: Folder] = [:]

    /// Nil if there is no such file.
    mutating func state(of path: String) -> (real: String, state: FileState)? {
        guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")), let folder = folder(path[...end]) else {
            return linked(path)
        }
        let name = String(path[path.utf8.index(after: end)...])
        var status = stat(), log = stat()
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFLNK { return linked(path) }
        let hasLog = fstatat(folder.descriptor, name + "-wal", &log, 0) == 0
        return FileState(status, hasLog ? log : nil).map { (folder.real + "/" + name, $0) }
    }

    private mutating func folder(_ path: Substring) -> Folder? {
        if let known = folders[path] { return known }
        let folder = Folder(String(path))
        folders[path] = folder
        return folder
    }

    private func linked(_ path: String) -> (real: String, state: FileState)? {
        var status = stat(), log = stat()
        guard let real = TapeCatalog.resolved(path), stat(real, &status) == 0 else { return nil }
        return FileState(status, stat(real + "-wal", &log) == 0 ? log : nil).map { (real, $0) }
    }
}

/// Size and times of a tape's file and log.
struct FileState {
    let size: Int
    let changed: Timestamp
    let stamp: String

    /// Nil if it is no regular file.
    init?(_ status: stat, _ log: stat?) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(status.st_size) + Int(log?.st_size ?? 0)
        var newest = status.st_mtim
        if let other = log?.st_mtim, (other.tv_sec, other.tv_nsec) > (newest.tv_sec, newest.tv_nsec) { newest = other }
        changed = Timestamp(microseconds: Int64(newest.tv_sec) * 1_000_000 + Int64(newest.tv_nsec) / 1000)
        stamp = "\(size) \(newest.tv_sec) \(newest.tv_nsec)"
    }
}
