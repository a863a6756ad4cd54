import Glibc
import Shell

/// Files the user names: reading them whole, writing them piece by piece.
enum MachineFiles {
    /// Files above this size are not read whole into a command.
    static let readLimit = 256 << 20

    static func read(_ path: String) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw trouble("\(path) cannot be read", errno) }
        defer { close(descriptor) }
        return try read(descriptor, named: path)
    }

    /// Reads a descriptor to its end.
    static func read(_ descriptor: Int32, named name: String) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw trouble("\(name) cannot be read", errno)
            }
            bytes += piece[..<count]
            if bytes.count > readLimit {
                throw Problem(.usage, "\(name) is larger than \(readLimit >> 20) MiB, the most that is read whole.")
            }
        }
    }

    /// Makes the folders above a path, for their owner only.
    static func makeFolders(above path: String) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            mkdir(folder, 0o700)
        }
    }

    /// Makes an empty file that its owner alone may read, with the folders above it, unless one stands there.
    static func makePrivate(_ path: String) {
        makeFolders(above: path)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    static func trouble(_ what: String, _ code: Int32, kind: Problem.Kind = .usage) -> Problem {
        Problem(kind, "\(what): \(String(cString: strerror(code)).lowercased()).")
    }
}
