import Glibc
import Programs

/// Files beside cassettes that a killed program left and no process uses.
package struct CassetteLeftover: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A log with rows that are not in the cassette yet. Recording onto the cassette copies them into it.
        case log
        /// A half-written cassette, or what belongs to one that is gone.
        case parts
    }

    /// The cassette, or the draft of one.
    package let path: String
    package let kind: Kind
    /// The paths of the files, sorted.
    package let files: [String]

    private static let drafts = [".partial", ".draft", ".recording"]
    private static let sidecars = CassetteFile.sidecars + [".lock"]

    /// Those in a folder, by name. Files of cassettes that are being recorded are none.
    package static func all(in folder: String) -> [CassetteLeftover] {
        var groups: [String: [String]] = [:]
        for name in Folder.names(in: folder) {
            if let owner = owner(of: name) { groups["\(folder)/\(owner)", default: []].append("\(folder)/\(name)") }
        }
        return groups.sorted { $0.key < $1.key }.compactMap { CassetteLeftover(of: $0.key, $0.value) }
    }

    /// The name of the cassette or draft that a file belongs to; nil for a cassette and for other files.
    private static func owner(of name: String) -> String? {
        let sidecar = sidecars.first { name.hasSuffix($0) } ?? ""
        let owner = String(name.dropLast(sidecar.count))
        let draft = drafts.first { owner.hasSuffix($0) } ?? ""
        let end = draft.isEmpty ? [".cassette"] : [".cassette", ".note"]
        guard end.contains(where: owner.dropLast(draft.count).hasSuffix) else { return nil }
        return sidecar.isEmpty && draft.isEmpty ? nil : owner
    }

    private static func isDraft(_ path: String) -> Bool { drafts.contains { path.hasSuffix($0) } }

    private init?(of path: String, _ found: [String]) {
        // A draft may also be locked itself (`OutputFile`).
        guard !Self.isHeld(path + ".lock"), !Self.isDraft(path) || !Self.isHeld(path) else { return nil }
        // Another program may have files of these names too.
        guard !Self.isDraft(path) || !found.contains(path) || Self.isOurs(path) else { return nil }
        self.path = path
        var files = found.filter(Self.isOurs).sorted()
        if !Self.isDraft(path), access(path, F_OK) == 0 {
            guard let file = try? CassetteFile(at: path), file.isMarked else { return nil }
            kind = file.hasLog ? .log : .parts
            // A journal is of another program, which may still need it.
            files.removeAll { $0.hasSuffix("-journal") }
        } else {
            kind = .parts
        }
        guard !files.isEmpty else { return nil }
        self.files = files
    }

    /// Copies a log into its cassette, or deletes the files. Does nothing if a process uses them by now.
    package func clear(holder: LockHolder = LockHolder()) throws(CassetteError) {
        do throws(CassetteError) {
            if kind == .log { return try Cassette.recording(at: path, wait: 0, holder: holder).close() }
            let lock = try CassetteLock(of: CassetteFile(unchecked: path), holder: holder, wait: 0) { _ in }
            let isGone = access(path, F_OK) != 0
            let isStill =
                Self.isDraft(path) ? !Self.isHeld(path) : isGone || (try? CassetteFile(at: path))?.hasLog == false
            guard isStill else { return }
            for file in files where !file.hasSuffix(".lock") { unlink(file) }
            withExtendedLifetime(lock) {}
        } catch {
            guard error.kind == .locked else { throw error }
        }
    }

    /// What Snowdeck's and SQLite's files begin with, by the end of their names.
    private static let beginnings: [String: [UInt8]] = [
        "-wal": [0x37, 0x7F, 0x06], "-shm": [0x18, 0xE2, 0x2D, 0x00], "-journal": [0xD9, 0xD5, 0x05, 0xF9],
        ".lock": LockHolder.mark,
    ]

    /// Whether a file beside a cassette is recognizably of Snowdeck: by its mark, its first bytes, or because it holds nothing.
    static func isOurs(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        if status.st_size == 0 || DraftMark.isAt(path) { return true }
        guard let (_, beginning) = beginnings.first(where: { path.hasSuffix($0.key) }) else {
            return CassetteFile(unchecked: path).isMarked
        }
        let bytes = CassetteFile.bytes(of: path, 0..<beginning.count, flags: O_NONBLOCK | O_NOFOLLOW)
        return bytes.map { $0 == beginning || $0.allSatisfy { $0 == 0 } } ?? false
    }

    /// Whether a process holds the lock of a file.
    fileprivate static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}

extension Cassette {
    /// Whether a process records onto the cassette at a path.
    package static func isBeingRecorded(at path: String) -> Bool {
        (try? CassetteFile(at: path)).map { CassetteLeftover.isHeld($0.real + ".lock") } ?? false
    }
}

/// The mark of a file that is being written and takes the place of another: the sticky bit, which means nothing for files.
/// It tells what a killed command left from a file of the user with the same name.
package enum DraftMark {
    package static let mode: UInt32 = 0o1600

    package static func isAt(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode == S_IFREG | mode && status.st_uid == geteuid()
            && status.st_nlink == 1
    }
}
