internal import Glibc

/// A new, empty file for what was recorded onto a cassette that is gone.
struct RescueFile {
    let path: String
    /// As messages show it: beside the cassette it is named as the cassette was.
    let shown: String

    /// The places to try, best first: the nearest folder above the cassette that exists, then the one of last resort.
    static func folders(for file: CassetteFile, lastResort: String?) -> [String] {
        var folder = CassetteFile.split(file.real).folder
        while access(folder, F_OK) != 0, folder != "/" { folder = CassetteFile.split(folder).folder }
        return [folder] + (lastResort.map { [$0] } ?? [])
    }

    /// Makes one, for its owner only, that no other process has: `loop.rescued.cassette`, `loop.rescued-2.cassette`.
    init(for file: CassetteFile, in folder: String) throws(CassetteError) {
        let (own, name) = CassetteFile.split(file.real)
        let stem = name.hasSuffix(".cassette") ? String(name.dropLast(".cassette".count)) : name
        if folder != own { try file.makeFolder(folder) }
        for number in 1... {
            let candidate = stem + (number == 1 ? ".rescued" : ".rescued-\(number)") + ".cassette"
            let path = (folder == "/" ? "" : folder) + "/" + candidate
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                if errno == EEXIST, number < 1000 { continue }
                throw file.failure(errno, doing: "a rescue tape cannot be made in \(CassetteFile.quoted(folder))")
            }
            close(descriptor)
            let given = CassetteFile.split(file.given).folder
            self.path = path
            let isBare = !file.given.utf8.contains(UInt8(ascii: "/"))
            shown = folder != own ? path : isBare ? candidate : given + "/" + candidate
            return
        }
        throw file.failure(EEXIST, doing: "a rescue tape cannot be made in \(CassetteFile.quoted(folder))")
    }

    /// Waits until the disk has it.
    func sync() {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    func remove() { unlink(path) }
}
