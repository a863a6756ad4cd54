import ExchangeModel
import Glibc
import Shell

/// A folder of cassettes.
struct TapeFolder {
    private let path: String

    init(_ path: String) { self.path = path }

    /// A new file, named for the moment and the process: `2026-04-14T19-29-09-4711.cassette`.
    func freshPath(at moment: Timestamp, process: Int32) -> String {
        let time = moment.civil
        let clock = time.clockText.split(separator: ":").joined(separator: "-")
        return "\(path)/\(time.dateText)T\(clock)-\(process).cassette"
    }

    /// Deletes the tapes that were last changed before a moment. One that is being recorded has been changed since.
    func removeOld(before moment: Timestamp) {
        for fact in facts where fact.changed < moment {
            unlink(fact.path)
        }
    }

    /// The cassettes in the folder; none when there is no such folder.
    var facts: [CassetteFact] {
        Self.names(in: path).filter { $0.hasSuffix(".cassette") }.compactMap { name in
            let file = path + "/" + name
            var status = stat()
            guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return CassetteFact(
                path: file, size: Int(status.st_size), changed: Timestamp(seconds: Int64(status.st_mtim.tv_sec)))
        }
    }

    /// Cassettes below a path, for `replay FOLDER`: a folder's own in the order of their names, then those of its folders;
    /// nil when it is no folder. Links to folders and hidden ones are passed over.
    static func cassettes(below path: String) -> [String]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        let folder = path.hasSuffix("/") ? path : path + "/"
        let names = names(in: path).sorted()
        let inner = names.filter { name in
            var status = stat()
            return !name.hasPrefix(".") && lstat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
        return names.filter { $0.hasSuffix(".cassette") && !inner.contains($0) }.map { folder + $0 }
            + inner.flatMap { cassettes(below: folder + $0) ?? [] }
    }

    /// What a folder holds, for completion.
    static func contents(of folder: String, home: String) -> [Surroundings.FileName] {
        let place = folder.isEmpty ? "." : folder.hasPrefix("~/") ? home + folder.dropFirst() : folder
        return names(in: place).filter { !$0.hasPrefix(".") }.sorted().map { name in
            var status = stat()
            let isFolder = stat(place + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            return Surroundings.FileName(name, isFolder: isFolder)
        }
    }

    /// Deletes a cassette that is to be started over. It is no error when there is none.
    static func remove(_ path: String) throws(Problem) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw MachineFiles.trouble("\(path) cannot be replaced", errno, kind: .tape)
    }

    private static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
