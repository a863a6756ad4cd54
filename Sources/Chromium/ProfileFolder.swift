import Glibc

/// A folder of the browser's own, for its owner only. Its path is short: a socket in it has room for 107 bytes.
struct ProfileFolder: Sendable {
    let path: String

    /// Makes one below a folder; nil when that cannot be done.
    init?(below folder: String) {
        var name = Array((folder + "/snowdeck-XXXXXX").utf8CString)
        guard mkdtemp(&name) != nil else { return nil }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Takes it away with all that is in it. A process that is just ending may still write into it, so this is tried for
    /// a second; false when something is left.
    @discardableResult
    func remove() -> Bool {
        for _ in 0..<20 {
            var folders = [path], next = 0
            while next < folders.count {
                for name in Self.names(in: folders[next]) {
                    let entry = folders[next] + "/" + name
                    // A link that leads elsewhere is taken away itself, not followed; a folder is no file to it.
                    if unlink(entry) != 0, errno == EISDIR { folders.append(entry) }
                }
                next += 1
            }
            for folder in folders.reversed() { rmdir(folder) }
            if access(path, F_OK) != 0 { return true }
            usleep(50_000)
        }
        return false
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
