internal import Glibc

/// A copy of a cassette and its log in a private folder, for reading what a dead recorder left without touching it.
///
/// Once SQLite has opened the copy the names can go: `remove` leaves nothing behind, however the process ends later.
struct ScratchCopy {
    private let folder: String
    /// The copied cassette; its log stands beside it.
    let path: String

    init(of file: CassetteFile, in scratch: String) throws(CassetteError) {
        try file.makeFolder(scratch)
        var template = Array((scratch + "/snowdeck-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw file.failure(errno, doing: "a copy to read it from cannot be made")
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        rmdir(folder)
    }

    /// Copies one file; gives the system's error number, 0 when all went well.
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
