internal import Glibc
package import ExchangeModel

/// Who records onto a cassette, as the lock file tells whoever comes second.
package struct LockHolder: Sendable, Hashable {
    /// The process that holds the lock: always the one that took it.
    package let processID: Int32
    /// The machine's name, when the caller knows it; worth saying on a shared disk.
    package let host: String?
    /// Since when, when the caller says so.
    package let since: Timestamp?

    /// This process. The kernel knows its number; name and time come from the caller, because nothing here asks for
    /// them.
    package init(host: String? = nil, since: Timestamp? = nil) {
        processID = getpid()
        self.host = host
        self.since = since
    }

    /// The lock file's text: one `name value` a line.
    var text: String {
        "pid \(processID)\n" + (host.map { "host \($0)\n" } ?? "") + (since.map { "since \($0)\n" } ?? "")
    }

    /// The same as a phrase, read from a lock file that anybody may have written: only plain characters come through.
    static func phrase(from bytes: [UInt8]) -> String {
        var words: [String] = []
        for line in bytes.prefix(512).split(separator: UInt8(ascii: "\n")) {
            guard line.allSatisfy({ (0x20...0x7E).contains($0) }), let space = line.firstIndex(of: 0x20) else {
                continue
            }
            let value = String(decoding: line[(space + 1)...], as: UTF8.self)
            switch String(decoding: line[..<space], as: UTF8.self) {
            case "pid": words.append("process \(value)")
            case "host": words.append("on \(value)")
            case "since": words.append("since \(value)")
            default: break
            }
        }
        return words.isEmpty ? "another process" : words.joined(separator: " ")
    }
}
