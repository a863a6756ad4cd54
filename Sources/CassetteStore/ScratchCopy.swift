import Glibc

/// A copy of a cassette and its log in a private folder, to read what a dead recorder left without changing it.
///
/// Once SQLite has opened the copy it can be unlinked: after `remove` nothing is left behind, however the process ends.
struct ScratchCopy {
    private let folder: String
    /// A locked descriptor of the folder: one without a lock was left by a process that died.
    private let lock: Int32
    let path: String

    /// A copy in the folder, or in memory if its disk is full.
    init(of file: CassetteFile, in scratch: String) throws(CassetteError) {
        do throws(CassetteError) { try self.init(of: file, below: scratch) } catch {
            guard error.kind == .full else { throw error }
            try self.init(of: file, below: "/dev/shm")
        }
    }

    private init(of file: CassetteFile, below scratch: String) throws(CassetteError) {
        try file.makeFolder(scratch)
        ScratchCopy.removeAbandoned(in: scratch)
        var template = Array((scratch + "/snowdeck-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw file.failure(errno, doing: "a temporary copy cannot be created")
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(lock, LOCK_EX | LOCK_NB)
        path = folder + "/cassette"
        for suffix in ["", "-wal"] {
            let code = ScratchCopy.copy(file.real + suffix, to: path + suffix)
            guard code == 0 else {
                remove()
                throw file.failure(code, doing: "it cannot be copied for reading")
            }
        }
    }

    func remove() {
        Self.remove(folder)
        close(lock)
    }

    private static func remove(_ folder: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(folder + "/cassette" + suffix) }
        rmdir(folder)
    }

    /// Removes copies of processes that died within the few milliseconds in which a copy has a name.
    private static func removeAbandoned(in scratch: String) {
        guard let handle = opendir(scratch) else { return }
        defer { closedir(handle) }
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let folder = scratch + "/" + name
            // One without a file may have been made just now.
            guard name.hasPrefix("snowdeck-"), access(folder + "/cassette", F_OK) == 0 else { continue }
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(folder) }
            close(descriptor)
        }
    }

    private static func copy(_ source: String, to target: String) -> Int32 {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { return errno }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { return errno }
        defer { close(output) }
        while true {
            let count = sendfile(output, input, nil, 1 << 30)
            if count == 0 { return 0 }
            if count < 0, errno != EINTR { return errno }
        }
    }
}
