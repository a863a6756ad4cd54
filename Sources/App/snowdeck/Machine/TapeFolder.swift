import CassetteStore
import ExchangeModel
import Glibc
import Programs
import Tapes
import Workbench

struct TapeFolder {
    let path: String
    var isProject = false

    /// A new file named after the time and the process: `2026-04-14T19-29-09-4711.cassette`.
    func newPath(at moment: Timestamp, process: Int32) -> String {
        let time = moment.civil
        let clock = time.clockText.split(separator: ":").joined(separator: "-")
        return "\(path)/\(time.dateText)T\(clock)-\(process).cassette"
    }

    /// The tape of a day and an instance: `2026-04-14-dev1.cassette`, `2026-04-14-dev1-2.cassette`.
    func path(of day: Timestamp, at place: String, number: Int) -> String {
        let name = place.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
        return "\(path)/\(day.civil.dateText)-\(String(name))\(number == 1 ? "" : "-\(number)").cassette"
    }

    /// The tapes that have no name and no note.
    var automaticUsage: TapeUsage {
        let notes = Set(Folder.names(in: path).filter { $0.hasSuffix(".note") }.map { path + "/" + $0 })
        let tapes = facts.filter { TapeName.isAutomatic($0.name) && !notes.contains(TapeName.note(of: $0.path)) }
        return TapeUsage(count: tapes.count, size: tapes.reduce(0) { $0 + $1.size }, folder: path)
    }

    var facts: [CassetteInfo] {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return [] }
        defer { close(folder) }
        return Folder.names(in: path).filter { $0.hasSuffix(".cassette") }.compactMap { name in
            var status = stat()
            guard fstatat(folder, name, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return CassetteInfo(
                path: path + "/" + name, size: Int(status.st_size),
                changed: Timestamp(
                    microseconds: Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000),
                isInProject: isProject)
        }
    }

    /// The cassettes in a folder, for `replay FOLDER`: its own by name, then those of its subfolders; nil if the path
    /// is not a folder. Symbolic links to folders and hidden folders are skipped.
    static func cassettes(below path: String) -> [String]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        let folder = path.hasSuffix("/") ? path : path + "/"
        let names = Folder.names(in: path).sorted()
        let inner = names.filter { name in
            var status = stat()
            return !name.hasPrefix(".") && lstat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
        // A tape that is only in the store is named too, so that a check does not pass without it.
        let stored = names.filter { $0.hasSuffix(".cassette" + TapeRef.suffix) }.map { String($0.dropLast(4)) }
        let own = Set(names.filter { $0.hasSuffix(".cassette") && !inner.contains($0) } + stored).sorted()
        return own.map { folder + $0 }
            + inner.flatMap { cassettes(below: folder + $0) ?? [] }
    }

    static func contents(of folder: String, home: String) -> [CompletionEnvironment.FileName] {
        let place = folder.isEmpty ? "." : folder.hasPrefix("~/") ? home + folder.dropFirst() : folder
        return Folder.names(in: place).filter { !$0.hasPrefix(".") }.sorted().map { name in
            var status = stat()
            let isFolder = stat(place + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            return CompletionEnvironment.FileName(name, isFolder: isFolder)
        }
    }

    static func programs(in folder: String) -> [String] {
        Folder.names(in: folder).filter { access(folder + "/" + $0, X_OK) == 0 && !isFolder(folder + "/" + $0) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func remove(_ path: String) throws(Problem) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw MachineFiles.systemError("\(path) cannot be deleted", errno, kind: .tape)
    }
}
