import Glibc
import Programs
import TapeFormats
import Workbench

/// Reads the user's files, and creates Snowdeck's own files and folders. `OutputFile` writes.
enum MachineFiles {
    static let readLimit = 256 << 20

    static func read(_ path: String) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError("\(path) cannot be read", errno) }
        defer { close(descriptor) }
        return try read(descriptor, named: path)
    }

    /// Reads a regular file. Opens without blocking, since opening a named pipe would wait for a writer.
    static func readRegular(_ path: String) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError("\(path) cannot be read", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw systemError("\(path) cannot be read", errno) }
        if let kind = kind(of: status) { throw Problem(.usage, "\(path) is \(kind), not a regular file.") }
        return try read(descriptor, named: path)
    }

    private static func kind(of status: stat) -> String? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFIFO: "a named pipe"
        case S_IFCHR, S_IFBLK: "a device"
        default: "something else"
        }
    }

    private static func read(_ descriptor: Int32, named name: String) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw systemError("\(name) cannot be read", errno)
            }
            bytes += piece[..<count]
            if bytes.count > readLimit {
                throw Problem(.usage, "\(name) is larger than \(readLimit >> 20) MiB, the most that is read whole.")
            }
        }
    }

    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    static func makeFolders(above path: String, mode: mode_t = 0o700) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            mkdir(folder, mode)
        }
    }

    /// Creates an empty private file and its parent folders. An existing file, and the SQLite logs beside it, become
    /// private.
    static func makePrivate(_ path: String) {
        makeFolders(above: path)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        for file in [path, path + "-wal", path + "-shm"] { closeToOthers(file) }
    }

    /// Creates a private folder; an existing one becomes private.
    static func makePrivateFolder(_ path: String) {
        makeFolders(above: path + "/.")
        closeToOthers(path)
    }

    /// Removes the permissions of group and others. Errors are ignored: the file may belong to another user, or its
    /// file system may not support permissions.
    private static func closeToOthers(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 != 0,
            [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        else { return }
        fchmod(descriptor, status.st_mode & 0o700)
    }

    /// Whether a file belongs to the user and gives nobody else access.
    static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    static func systemError(_ what: String, _ code: Int32, kind: Problem.Kind = .usage) -> Problem {
        Problem(kind, "\(what): \(String(cString: strerror(code)).lowercased()).")
    }

    /// A file for an import, with the regular files beside it.
    static func source(_ path: String) throws(Problem) -> ImportSource {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
        return ImportSource(try read(path)) { name, limit in
            guard !isLink(folder + name), let bytes = try? readRegular(folder + name) else { return nil }
            return bytes.count > limit ? nil : bytes
        }
    }
}

/// The user's editor for a line: `$VISUAL`, `$EDITOR`, else Debian's `editor`.
struct ExternalEditor: Sendable {
    let environment: MachineEnvironment

    /// Opens a text in the editor and waits. Nil if the editor cannot be started, fails, or leaves text that is not
    /// UTF-8. The temporary file is private, because a line may contain a secret.
    func edit(_ text: String) -> String? {
        let folder = environment.stateFolder
        MachineFiles.makePrivateFolder(folder)
        var path = Array((folder + "/line-XXXXXX.snowdeck").utf8CString)
        let descriptor = mkstemps(&path, Int32(".snowdeck".utf8.count))
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(name) }
        let outcome = DescriptorWriter(descriptor: descriptor).write(Array((text + "\n").utf8))
        close(descriptor)
        guard outcome == .written else { return nil }
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "editor"
        // The variable may contain flags, as in `code --wait`, which the shell splits.
        let words = ["/bin/sh", "-c", editor + " \"$1\"", "snowdeck", name]
        let variables = environment.variables.filter { !CredentialVariables.mayHold($0.key, $0.value) }
        guard case .success(let child) = ChildProgram.start(words, environment: variables, [:]),
            ChildProgram.end(of: child) == 0, let bytes = try? MachineFiles.read(name)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
