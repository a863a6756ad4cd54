import Glibc

/// Temporary cassettes in the user's state folder: `draft-NAME-PROCESS.cassette`. They hold what is not to be shared,
/// so those that a killed process left are deleted.
struct ScratchTapes {
    let folder: String
    let process: Int32

    private static let prefix = "draft-"

    func path(_ name: String) -> String { "\(folder)/\(Self.prefix)\(name)-\(process).cassette" }

    func removeLeftovers() {
        guard let handle = opendir(folder) else { return }
        defer { closedir(handle) }
        var leftovers: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix(Self.prefix), let owner = Self.owner(of: name), owner != process, kill(owner, 0) != 0,
                errno == ESRCH
            else { continue }
            leftovers.append(name)
        }
        for name in leftovers { unlink(folder + "/" + name) }
    }

    /// The process in the name of a cassette or of a file beside it.
    private static func owner(of name: String) -> Int32? {
        let stem = name.prefix { $0 != "." }
        return stem.split(separator: "-").last.flatMap { Int32($0) }
    }
}
