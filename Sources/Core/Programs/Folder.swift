import Glibc

package enum Folder {
    /// The names of what is in a folder, in no order; empty if it cannot be read.
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a folder and its content. An exiting process may still write to it, so removal is retried for a second.
    /// Returns false if something is left.
    package static func remove(_ path: String) -> Bool {
        for _ in 0..<20 {
            var folders = [path], next = 0
            while next < folders.count {
                for name in names(in: folders[next]) {
                    let entry = folders[next] + "/" + name
                    // A link is removed and not followed; `unlink` fails for a folder.
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
}
